CREATE TABLE endpoint_redirects (
	endpoint_id uuid NOT NULL,
	url text NOT NULL,
	target text NOT NULL,
	status integer NOT NULL,
	sightings bigint NOT NULL,
	first_seen_at timestamptz NOT NULL,
	last_seen_at timestamptz NOT NULL,
	items integer NOT NULL,
	known integer NOT NULL,
	always boolean NOT NULL,
	reviewed boolean NOT NULL DEFAULT false,
	CONSTRAINT endpoint_redirects_pkey PRIMARY KEY (endpoint_id),
	CONSTRAINT endpoint_redirects_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES endpoints(id) ON DELETE CASCADE
)
WITH (fillfactor=80);

CREATE INDEX endpoint_redirects_to_review ON endpoint_redirects (first_seen_at)
	WHERE (NOT reviewed);
