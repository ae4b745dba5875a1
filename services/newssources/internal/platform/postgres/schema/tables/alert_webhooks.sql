CREATE TABLE alert_webhooks (
	id uuid NOT NULL,
	version integer NOT NULL DEFAULT 1,
	name text NOT NULL,
	url text NOT NULL,
	sealed bytea NOT NULL,
	sealed_previous bytea,
	previous_until timestamptz,
	hint text NOT NULL,
	created_at timestamptz NOT NULL DEFAULT now(),
	created_by_id uuid,
	updated_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT alert_webhooks_pkey PRIMARY KEY (id)
);
