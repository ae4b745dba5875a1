CREATE TABLE endpoint_known_items (
	endpoint_id uuid NOT NULL,
	revision bigint NOT NULL,
	fingerprints bytea STORAGE EXTERNAL NOT NULL,
	gaps bytea STORAGE EXTERNAL NOT NULL,
	newest_at timestamptz,
	titles bytea STORAGE EXTERNAL,
	CONSTRAINT endpoint_known_items_pkey PRIMARY KEY (endpoint_id),
	CONSTRAINT endpoint_known_items_endpoint_id_fkey FOREIGN KEY (endpoint_id)
		REFERENCES endpoints(id) ON DELETE CASCADE
)
WITH (fillfactor=80);
