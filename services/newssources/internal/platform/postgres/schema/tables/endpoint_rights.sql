CREATE TABLE endpoint_rights (
	endpoint_id uuid NOT NULL,
	place text NOT NULL,
	signals jsonb NOT NULL,
	changed_at timestamptz NOT NULL DEFAULT now(),
	is_new boolean NOT NULL DEFAULT true,
	reviewed boolean NOT NULL DEFAULT false,
	robots_url text NOT NULL DEFAULT '',
	CONSTRAINT endpoint_rights_pkey PRIMARY KEY (endpoint_id, place),
	CONSTRAINT endpoint_rights_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES endpoints(id) ON DELETE CASCADE
);

CREATE INDEX endpoint_rights_changed ON endpoint_rights (changed_at)
	WHERE (NOT reviewed);
