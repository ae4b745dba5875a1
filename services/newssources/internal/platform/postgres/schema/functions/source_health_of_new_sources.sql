CREATE FUNCTION source_health_of_new_sources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_health (source_id)
	SELECT id
	FROM new_rows
	ORDER BY id
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
