CREATE TABLE endpoint_searches (
	endpoint_id uuid NOT NULL,
	searches integer NOT NULL,
	next_at timestamptz NOT NULL,
	CONSTRAINT endpoint_searches_pkey PRIMARY KEY (endpoint_id),
	CONSTRAINT endpoint_searches_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES endpoints(id) ON DELETE CASCADE
);
