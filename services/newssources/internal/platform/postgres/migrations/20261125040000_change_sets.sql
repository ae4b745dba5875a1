-- +goose Up
-- A change of one or many sources as a unit, with its preview, its result and its undo (ADR 53). spec says what is
-- changed; selection has the selected sources until the preview has examined them.
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
	CONSTRAINT change_sets_pkey PRIMARY KEY (id),
	CONSTRAINT change_sets_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES members(id) ON DELETE SET NULL,
	CONSTRAINT change_sets_applied_by_id_fkey FOREIGN KEY (applied_by_id) REFERENCES members(id) ON DELETE SET NULL
);

CREATE INDEX change_sets_by_author ON change_sets (created_by_id, id);

CREATE INDEX change_sets_by_parent ON change_sets (parent_id, id)
	WHERE parent_id IS NOT NULL;

-- The changes of sources and endpoints, with the version on which each is based. Their former values are the undo.
CREATE TABLE change_items (
	change_set_id uuid NOT NULL,
	number integer NOT NULL,
	action text NOT NULL,
	target_type text NOT NULL,
	target_id uuid NOT NULL,
	target_name text NOT NULL,
	source_id uuid NOT NULL,
	base_version integer NOT NULL,
	version integer,
	changes jsonb NOT NULL,
	result text NOT NULL,
	reason text NOT NULL DEFAULT '',
	CONSTRAINT change_items_pkey PRIMARY KEY (change_set_id, number),
	CONSTRAINT change_items_change_set_id_fkey FOREIGN KEY (change_set_id) REFERENCES change_sets(id) ON DELETE CASCADE
)
WITH (fillfactor=70);

CREATE INDEX change_items_by_result ON change_items (change_set_id, result, number);

ALTER TABLE audit_events ADD COLUMN change_set_id uuid;

-- +goose Down
ALTER TABLE audit_events DROP COLUMN change_set_id;
DROP TABLE change_items;
DROP TABLE change_sets;
