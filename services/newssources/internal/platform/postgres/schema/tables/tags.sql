CREATE TABLE tags (
	id uuid NOT NULL,
	name varchar NOT NULL,
	name_key varchar COLLATE "C" NOT NULL,
	CONSTRAINT tags_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX tags_name_key_key ON tags (name_key);
