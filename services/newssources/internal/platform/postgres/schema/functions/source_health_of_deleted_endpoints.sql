CREATE FUNCTION source_health_of_deleted_endpoints() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM refresh_source_health(ARRAY(SELECT DISTINCT source_id FROM old_rows));
	RETURN NULL;
END $$;
