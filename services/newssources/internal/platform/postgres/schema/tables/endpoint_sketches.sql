CREATE TABLE endpoint_sketches (
	endpoint_id uuid NOT NULL,
	hashes bigint[] NOT NULL,
	CONSTRAINT endpoint_sketches_pkey PRIMARY KEY (endpoint_id),
	CONSTRAINT endpoint_sketches_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES endpoints(id) ON DELETE CASCADE
);

CREATE INDEX endpoint_sketches_by_hash ON endpoint_sketches USING gin (hashes);
