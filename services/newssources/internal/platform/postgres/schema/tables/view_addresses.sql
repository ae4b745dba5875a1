CREATE TABLE view_addresses (
	id uuid NOT NULL,
	view_id uuid NOT NULL,
	owner_id uuid NOT NULL,
	format text NOT NULL,
	omits_forbidden boolean NOT NULL,
	hash bytea NOT NULL,
	hint text NOT NULL,
	created_at timestamptz NOT NULL DEFAULT now(),
	last_used_at timestamptz,
	revoked_at timestamptz,
	content_hash bytea,
	changed_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT view_addresses_pkey PRIMARY KEY (id),
	CONSTRAINT view_addresses_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES members(id) ON DELETE CASCADE,
	CONSTRAINT view_addresses_view_id_fkey FOREIGN KEY (view_id) REFERENCES saved_views(id) ON DELETE CASCADE
);

CREATE INDEX view_addresses_by_owner ON view_addresses (owner_id);

CREATE INDEX view_addresses_by_view ON view_addresses (view_id, id);

CREATE UNIQUE INDEX view_addresses_hash_key ON view_addresses (hash);
