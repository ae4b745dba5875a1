CREATE TABLE change_sets (
	id uuid NOT NULL,
	title text NOT NULL,
	reason text NOT NULL,
	origin text NOT NULL,
	state text NOT NULL DEFAULT 'draft',
	stopped text NOT NULL DEFAULT '',
	created_at timestamptz NOT NULL DEFAULT now(),
	updated_at timestamptz NOT NULL DEFAULT now(),
	created_by_id uuid,
	started_at timestamptz,
	finished_at timestamptz,
	applied_by_id uuid,
	applied_token_id uuid,
	request_id text NOT NULL DEFAULT '',
	from_command boolean NOT NULL DEFAULT false,
	parent_id uuid,
	spec jsonb NOT NULL,
	selection uuid[],
	selected integer NOT NULL,
	examined integer NOT NULL DEFAULT 0,
	previewed boolean NOT NULL DEFAULT false,
	generation integer NOT NULL DEFAULT 1,
	announced integer NOT NULL DEFAULT 0,
	pending integer NOT NULL DEFAULT 0,
	changed integer NOT NULL DEFAULT 0,
	unchanged integer NOT NULL DEFAULT 0,
	conflict integer NOT NULL DEFAULT 0,
	refused integer NOT NULL DEFAULT 0,
	effects jsonb,
	proposed_at timestamptz,
	decided_at timestamptz,
	decided_by_id uuid,
	answer text NOT NULL DEFAULT '',
	answer_seen boolean NOT NULL DEFAULT true,
	first_event_id uuid,
	selected_ids bytea STORAGE EXTERNAL,
	CONSTRAINT change_sets_pkey PRIMARY KEY (id),
	CONSTRAINT change_sets_applied_by_id_fkey FOREIGN KEY (applied_by_id) REFERENCES members(id) ON DELETE SET NULL,
	CONSTRAINT change_sets_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES members(id) ON DELETE SET NULL,
	CONSTRAINT change_sets_decided_by_id_fkey FOREIGN KEY (decided_by_id) REFERENCES members(id) ON DELETE SET NULL
);

CREATE INDEX change_sets_answered ON change_sets (created_by_id)
	WHERE (NOT answer_seen);

CREATE INDEX change_sets_by_author ON change_sets (created_by_id, id);

CREATE INDEX change_sets_by_first_event ON change_sets (first_event_id)
	WHERE (first_event_id IS NOT NULL);

CREATE INDEX change_sets_by_parent ON change_sets (parent_id, id)
	WHERE (parent_id IS NOT NULL);

CREATE INDEX change_sets_proposed ON change_sets (id)
	WHERE (state = 'proposed');
