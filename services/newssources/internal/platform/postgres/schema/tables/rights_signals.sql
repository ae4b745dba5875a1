CREATE TABLE rights_signals (
	id uuid NOT NULL,
	source_id uuid NOT NULL,
	kind text NOT NULL,
	value text NOT NULL,
	address text NOT NULL,
	hash bytea NOT NULL,
	found_at timestamptz NOT NULL,
	missing_since timestamptz,
	ended_at timestamptz,
	CONSTRAINT rights_signals_pkey PRIMARY KEY (id),
	CONSTRAINT rights_signals_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources(id) ON DELETE CASCADE
);

CREATE INDEX rights_signals_by_source ON rights_signals (source_id, found_at);

CREATE UNIQUE INDEX rights_signals_in_force ON rights_signals (source_id, hash)
	WHERE (ended_at IS NULL);

CREATE INDEX rights_signals_missing ON rights_signals (missing_since)
	WHERE ((missing_since IS NOT NULL) AND (ended_at IS NULL));
