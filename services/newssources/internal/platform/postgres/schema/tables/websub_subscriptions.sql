CREATE TABLE websub_subscriptions (
	id uuid NOT NULL DEFAULT gen_random_uuid(),
	endpoint_id uuid NOT NULL,
	hub text NOT NULL,
	hub_host text COLLATE "C" NOT NULL,
	topic text NOT NULL,
	named boolean NOT NULL DEFAULT true,
	created_at timestamptz NOT NULL DEFAULT now(),
	state text NOT NULL DEFAULT 'found',
	since timestamptz NOT NULL DEFAULT now(),
	detail text NOT NULL DEFAULT '',
	sealed bytea,
	lease_until timestamptz,
	delivered_at timestamptz,
	missed integer NOT NULL DEFAULT 0,
	failures integer NOT NULL DEFAULT 0,
	due_at timestamptz DEFAULT now(),
	CONSTRAINT websub_subscriptions_pkey PRIMARY KEY (id),
	CONSTRAINT websub_subscriptions_endpoint_id_fkey FOREIGN KEY (endpoint_id)
		REFERENCES endpoints(id) ON DELETE CASCADE
);

CREATE INDEX websub_subscriptions_due ON websub_subscriptions (hub_host, due_at)
	WHERE (due_at IS NOT NULL);

CREATE INDEX websub_subscriptions_endpoint ON websub_subscriptions (endpoint_id);

CREATE INDEX websub_subscriptions_former ON websub_subscriptions (lease_until)
	WHERE (NOT named);

CREATE UNIQUE INDEX websub_subscriptions_named ON websub_subscriptions (endpoint_id)
	WHERE named;

CREATE INDEX websub_subscriptions_state ON websub_subscriptions (state);
