CREATE TABLE source_logos (
	id uuid NOT NULL,
	png bytea NOT NULL,
	version varchar NOT NULL,
	updated_at timestamptz NOT NULL,
	source_id uuid NOT NULL,
	CONSTRAINT source_logos_pkey PRIMARY KEY (id),
	CONSTRAINT source_logos_sources_picture FOREIGN KEY (source_id) REFERENCES sources(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX source_logos_source_id_key ON source_logos (source_id);
