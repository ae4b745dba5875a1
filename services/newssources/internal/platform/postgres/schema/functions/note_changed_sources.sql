CREATE FUNCTION note_changed_sources()
RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
DECLARE
	current_id bigint;
BEGIN
	IF EXISTS (SELECT FROM changed_rows) THEN
		current_id := register_commit_id();
		INSERT INTO register_changes (commit_id, source_id)
		SELECT current_id, id
		FROM changed_rows
		ON CONFLICT DO NOTHING;
	END IF;
	RETURN NULL;
END $$;
