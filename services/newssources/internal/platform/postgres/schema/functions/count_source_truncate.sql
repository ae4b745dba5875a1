CREATE FUNCTION count_source_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM source_counts;
	DELETE FROM source_count_deltas;
	RETURN NULL;
END $$;
