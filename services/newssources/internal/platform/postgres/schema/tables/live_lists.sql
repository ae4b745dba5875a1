CREATE TABLE live_lists (
	id uuid NOT NULL,
	version integer NOT NULL DEFAULT 1,
	name text NOT NULL,
	url text NOT NULL,
	sealed bytea,
	interval_hours integer NOT NULL,
	paused boolean NOT NULL DEFAULT false,
	owner_id uuid,
	created_at timestamptz NOT NULL DEFAULT now(),
	updated_at timestamptz NOT NULL DEFAULT now(),
	next_read_at timestamptz NOT NULL DEFAULT now(),
	read_at timestamptz,
	accepted_at timestamptz,
	failing_since timestamptz,
	failure text NOT NULL DEFAULT '',
	etag text NOT NULL DEFAULT '',
	last_modified text NOT NULL DEFAULT '',
	body_hash bytea,
	rows integer NOT NULL DEFAULT 0,
	change_set_id uuid,
	CONSTRAINT live_lists_pkey PRIMARY KEY (id),
	CONSTRAINT live_lists_change_set_id_fkey FOREIGN KEY (change_set_id) REFERENCES change_sets(id) ON DELETE SET NULL,
	CONSTRAINT live_lists_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES members(id) ON DELETE SET NULL
);

CREATE INDEX live_lists_due ON live_lists (next_read_at)
	WHERE (NOT paused);
