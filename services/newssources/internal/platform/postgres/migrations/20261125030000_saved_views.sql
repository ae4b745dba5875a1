-- +goose Up
-- A filter of the list of sources with its order and columns, under a name (ADR 54). A personal view is
-- for its owner; a shared one is for all members, and editable_by says who changes it.
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
	CONSTRAINT saved_views_pkey PRIMARY KEY (id),
	CONSTRAINT saved_views_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX saved_views_by_owner ON saved_views (owner_id);
CREATE INDEX saved_views_shared ON saved_views (lower(name), id) WHERE sharing = 'members';

-- The view that the page of sources shows first, of members who chose one.
CREATE TABLE default_views (
	member_id uuid NOT NULL,
	view_id uuid NOT NULL,
	CONSTRAINT default_views_pkey PRIMARY KEY (member_id),
	CONSTRAINT default_views_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
	CONSTRAINT default_views_view_id_fkey FOREIGN KEY (view_id) REFERENCES saved_views(id) ON DELETE CASCADE
);
CREATE INDEX default_views_by_view ON default_views (view_id);

-- A rule with a view follows its filter. The foreign key keeps a view that a rule uses.
ALTER TABLE alert_rules
	ADD COLUMN view_id uuid,
	ADD CONSTRAINT alert_rules_view_id_fkey FOREIGN KEY (view_id) REFERENCES saved_views(id);
CREATE INDEX alert_rules_by_view ON alert_rules (view_id) WHERE view_id IS NOT NULL;

-- +goose Down
ALTER TABLE alert_rules DROP COLUMN view_id;
DROP TABLE default_views, saved_views;
