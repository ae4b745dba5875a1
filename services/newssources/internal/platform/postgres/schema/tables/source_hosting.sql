CREATE TABLE source_hosting (
	source_id uuid NOT NULL,
	homepage text NOT NULL,
	network text NOT NULL,
	server text NOT NULL,
	issuer text NOT NULL,
	seen_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT source_hosting_pkey PRIMARY KEY (source_id),
	CONSTRAINT source_hosting_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources(id) ON DELETE CASCADE
);
