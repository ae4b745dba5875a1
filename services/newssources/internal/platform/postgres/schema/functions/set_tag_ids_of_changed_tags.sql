CREATE FUNCTION set_tag_ids_of_changed_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_source_tag_ids(ARRAY(SELECT source_id FROM old_rows UNION SELECT source_id FROM new_rows));
	RETURN NULL;
END $$;
