CREATE FUNCTION set_tag_ids_of_removed_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_source_tag_ids(ARRAY(SELECT DISTINCT source_id FROM old_rows));
	RETURN NULL;
END $$;
