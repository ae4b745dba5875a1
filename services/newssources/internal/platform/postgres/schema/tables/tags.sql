CREATE TABLE tags (
	id uuid NOT NULL,
	name varchar NOT NULL,
	name_key varchar COLLATE "C" NOT NULL,
	CONSTRAINT tags_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX tags_name_key_key ON tags (name_key);

-- Processes of the previous version rename tags, which followers of the changes would miss.
CREATE TRIGGER note_updates
	AFTER UPDATE ON tags
	REFERENCING NEW TABLE AS changed_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION note_sources_of_tags();
