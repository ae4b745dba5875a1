CREATE TABLE source_tags (
	source_id uuid NOT NULL,
	tag_id uuid NOT NULL,
	CONSTRAINT source_tags_pkey PRIMARY KEY (source_id, tag_id),
	CONSTRAINT source_tags_sources_source FOREIGN KEY (source_id) REFERENCES sources(id) ON DELETE CASCADE,
	CONSTRAINT source_tags_tags_tag FOREIGN KEY (tag_id) REFERENCES tags(id) ON DELETE CASCADE
);

CREATE INDEX source_tags_by_tag ON source_tags (tag_id, source_id);

-- A deleted tag is removed from sources that requests and imports tag at the same time.
CREATE TRIGGER tag_ids_deletes
	AFTER DELETE ON source_tags
	REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION set_tag_ids_of_removed_tags();

-- Requests and imports tag one source at the same time.
CREATE TRIGGER tag_ids_inserts
	AFTER INSERT ON source_tags
	REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION set_tag_ids_of_new_tags();

-- Requests and imports tag one source at the same time.
CREATE TRIGGER tag_ids_updates
	AFTER UPDATE ON source_tags
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION set_tag_ids_of_changed_tags();
