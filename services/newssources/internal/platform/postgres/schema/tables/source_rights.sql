CREATE TABLE source_rights (
	source_id uuid NOT NULL,
	place text NOT NULL,
	signals jsonb NOT NULL,
	changed_at timestamptz NOT NULL DEFAULT now(),
	is_new boolean NOT NULL DEFAULT true,
	reviewed boolean NOT NULL DEFAULT false,
	robots_url text NOT NULL DEFAULT '',
	CONSTRAINT source_rights_pkey PRIMARY KEY (source_id, place),
	CONSTRAINT source_rights_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources(id) ON DELETE CASCADE
);

CREATE INDEX source_rights_changed ON source_rights (changed_at)
	WHERE (NOT reviewed);
