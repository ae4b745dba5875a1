CREATE TABLE check_workers (
	id uuid NOT NULL,
	name text NOT NULL,
	seen_at timestamptz NOT NULL,
	offline_since timestamptz,
	CONSTRAINT check_workers_pkey PRIMARY KEY (id)
);
