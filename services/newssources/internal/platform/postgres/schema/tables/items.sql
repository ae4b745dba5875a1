CREATE TABLE items (
	endpoint_id uuid NOT NULL,
	first_seen_at timestamptz NOT NULL,
	identity bytea NOT NULL,
	title text NOT NULL,
	url text NOT NULL,
	published_at timestamptz,
	CONSTRAINT items_pkey PRIMARY KEY (endpoint_id, first_seen_at, identity)
)
PARTITION BY RANGE (first_seen_at);

CREATE TABLE items_default PARTITION OF items DEFAULT;

CREATE INDEX items_by_time ON ONLY items (first_seen_at, endpoint_id, identity);
