CREATE FUNCTION set_tag_ids_of_new_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_source_tag_ids(ARRAY(SELECT DISTINCT source_id FROM new_rows));
	RETURN NULL;
END $$;
