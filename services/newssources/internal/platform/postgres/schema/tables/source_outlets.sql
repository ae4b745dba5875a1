CREATE TABLE source_outlets (
	source_id uuid NOT NULL,
	key bigint NOT NULL,
	profile json NOT NULL,
	confirmed_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT source_outlets_pkey PRIMARY KEY (source_id, key),
	CONSTRAINT source_outlets_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources(id) ON DELETE CASCADE
);
