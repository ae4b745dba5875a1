CREATE TABLE saved_views (
	id uuid NOT NULL,
	version integer NOT NULL DEFAULT 1,
	owner_id uuid NOT NULL,
	name text NOT NULL,
	filter jsonb NOT NULL,
	sort text NOT NULL DEFAULT '',
	columns jsonb,
	sharing text NOT NULL DEFAULT 'none',
	editable_by text NOT NULL DEFAULT 'owner',
	created_at timestamptz NOT NULL DEFAULT now(),
	updated_at timestamptz NOT NULL DEFAULT now(),
	column_widths jsonb,
	CONSTRAINT saved_views_pkey PRIMARY KEY (id),
	CONSTRAINT saved_views_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES members(id) ON DELETE CASCADE
);

CREATE INDEX saved_views_by_owner ON saved_views (owner_id);

CREATE INDEX saved_views_shared ON saved_views (lower(name), id)
	WHERE (sharing = 'members');
