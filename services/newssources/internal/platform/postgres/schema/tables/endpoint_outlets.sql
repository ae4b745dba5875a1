CREATE TABLE endpoint_outlets (
	endpoint_id uuid NOT NULL,
	url text NOT NULL,
	key bigint NOT NULL,
	documents integer NOT NULL,
	learned_at timestamptz NOT NULL,
	profile json STORAGE EXTERNAL NOT NULL,
	CONSTRAINT endpoint_outlets_pkey PRIMARY KEY (endpoint_id),
	CONSTRAINT endpoint_outlets_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES endpoints(id) ON DELETE CASCADE
)
WITH (fillfactor=80);
