-- +goose Up
-- Lists at an address that are read again on a schedule (ADR 74). A difference becomes a proposal, change_set_id.
-- sealed has the user name and the password. etag, last_modified and body_hash are those of the last accepted response,
-- rows is the number of its entries. failure says why the last reading changed nothing.
CREATE TABLE live_lists (
	id uuid PRIMARY KEY,
	version integer NOT NULL DEFAULT 1,
	name text NOT NULL,
	url text NOT NULL,
	sealed bytea,
	interval_hours integer NOT NULL,
	paused boolean NOT NULL DEFAULT false,
	owner_id uuid REFERENCES members (id) ON DELETE SET NULL,
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
	change_set_id uuid REFERENCES change_sets (id) ON DELETE SET NULL
);

CREATE INDEX live_lists_due ON live_lists (next_read_at)
	WHERE NOT paused;

-- The readings of a live list.
CREATE TABLE live_list_reads (
	id uuid PRIMARY KEY,
	list_id uuid NOT NULL REFERENCES live_lists (id) ON DELETE CASCADE,
	at timestamptz NOT NULL DEFAULT now(),
	result text NOT NULL,
	detail text NOT NULL,
	rows integer NOT NULL,
	change_set_id uuid REFERENCES change_sets (id) ON DELETE SET NULL
);

CREATE INDEX live_list_reads_by_list ON live_list_reads (list_id, id);

-- The outlets of the last accepted version of a live list. Those that have left the list are missing until a person has
-- decided on the proposal to archive them.
CREATE TABLE live_list_outlets (
	list_id uuid NOT NULL REFERENCES live_lists (id) ON DELETE CASCADE,
	outlet text NOT NULL,
	missing boolean NOT NULL DEFAULT false,
	PRIMARY KEY (list_id, outlet)
);

-- +goose Down
DROP TABLE live_list_outlets;

DROP TABLE live_list_reads;

DROP TABLE live_lists;
