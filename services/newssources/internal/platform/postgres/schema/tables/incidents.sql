CREATE TABLE incidents (
	id uuid NOT NULL,
	scope text NOT NULL,
	worker_id uuid,
	worker text NOT NULL,
	failure text NOT NULL,
	checks bigint NOT NULL,
	failed bigint NOT NULL,
	domains bigint NOT NULL,
	started_at timestamptz NOT NULL,
	ended_at timestamptz,
	CONSTRAINT incidents_pkey PRIMARY KEY (id)
);

CREATE INDEX incidents_by_start ON incidents (started_at);

CREATE UNIQUE INDEX incidents_open ON incidents (scope, worker_id) NULLS NOT DISTINCT
	WHERE (ended_at IS NULL);
