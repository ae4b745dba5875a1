CREATE TABLE proposals (
	id uuid NOT NULL,
	field varchar NOT NULL,
	before text NOT NULL DEFAULT '',
	value text NOT NULL,
	origin varchar NOT NULL,
	png bytea,
	state varchar NOT NULL DEFAULT 'open',
	created_at timestamptz NOT NULL,
	decided_at timestamptz,
	decided_by_id uuid,
	source_id uuid NOT NULL,
	CONSTRAINT proposals_pkey PRIMARY KEY (id),
	CONSTRAINT proposals_members_decided_by FOREIGN KEY (decided_by_id) REFERENCES members(id) ON DELETE SET NULL,
	CONSTRAINT proposals_sources_proposals FOREIGN KEY (source_id) REFERENCES sources(id) ON DELETE CASCADE
);

CREATE INDEX proposals_by_source ON proposals (source_id, field, state);

CREATE INDEX proposals_open ON proposals (id)
	WHERE (state = 'open');

CREATE INDEX proposals_open_by_field ON proposals (field, id)
	WHERE (state = 'open');

CREATE UNIQUE INDEX proposals_open_by_source ON proposals (source_id, field)
	WHERE (state = 'open');

-- Processes of the previous version write proposals, while those of this version read suggestions.
CREATE TRIGGER follow
	AFTER INSERT OR DELETE OR UPDATE OF state ON proposals
	FOR EACH ROW
	EXECUTE FUNCTION follow_proposals();
