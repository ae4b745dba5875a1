CREATE FUNCTION note_sources_of_tags()
RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
DECLARE
	sources uuid[] := ARRAY(
		SELECT DISTINCT st.source_id
		FROM source_tags st
		JOIN changed_rows t ON t.id = st.tag_id
	);
BEGIN
	IF cardinality(sources) > 0 THEN
		INSERT INTO register_changes (commit_id, source_id)
		SELECT register_commit_id(), unnest(sources)
		ON CONFLICT DO NOTHING;
	END IF;
	RETURN NULL;
END $$;
