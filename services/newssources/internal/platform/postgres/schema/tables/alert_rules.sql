CREATE TABLE alert_rules (
	id uuid NOT NULL,
	version integer NOT NULL DEFAULT 1,
	name text NOT NULL,
	enabled boolean NOT NULL,
	settings jsonb NOT NULL,
	condition_version integer NOT NULL DEFAULT 1,
	next_digest_at timestamptz,
	evaluated_at timestamptz,
	error text NOT NULL DEFAULT '',
	created_at timestamptz NOT NULL DEFAULT now(),
	created_by_id uuid,
	updated_at timestamptz NOT NULL DEFAULT now(),
	updated_by_id uuid,
	view_id uuid,
	CONSTRAINT alert_rules_pkey PRIMARY KEY (id),
	CONSTRAINT alert_rules_view_id_fkey FOREIGN KEY (view_id) REFERENCES saved_views(id)
);

CREATE INDEX alert_rules_by_view ON alert_rules (view_id)
	WHERE (view_id IS NOT NULL);
