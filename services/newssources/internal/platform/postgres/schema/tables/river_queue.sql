CREATE TABLE river_queue (
	name text NOT NULL,
	created_at timestamptz NOT NULL DEFAULT now(),
	metadata jsonb NOT NULL DEFAULT '{}',
	paused_at timestamptz,
	updated_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
	CONSTRAINT river_queue_pkey PRIMARY KEY (name)
);
