CREATE FUNCTION source_health_of_new_endpoints() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	ids uuid[] := ARRAY(
		SELECT DISTINCT e.source_id
		FROM new_rows n
		JOIN endpoints e ON e.id = n.endpoint_id
		ORDER BY 1
	);
BEGIN
	INSERT INTO source_health (source_id)
	SELECT unnest(ids)
	ON CONFLICT DO NOTHING;
	PERFORM refresh_source_health(ids);
	RETURN NULL;
END $$;
