CREATE FUNCTION set_source_tag_ids(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM
	FROM sources
	WHERE id = ANY(ids)
	ORDER BY id
	FOR UPDATE;
	UPDATE sources s SET tag_ids = t.list
	FROM (
		SELECT i.id, coalesce((
			SELECT jsonb_agg(st.tag_id ORDER BY st.tag_id)
			FROM source_tags st
			WHERE st.source_id = i.id
		), '[]') AS list
		FROM unnest(ids) i(id)
	) t
	WHERE s.id = t.id AND s.tag_ids <> t.list;
END $$;
