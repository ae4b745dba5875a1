CREATE TABLE suggestions (
	id uuid NOT NULL,
	kind text NOT NULL,
	state text NOT NULL,
	source_id uuid NOT NULL,
	endpoint_id uuid,
	subject text NOT NULL,
	evidence jsonb NOT NULL,
	undo jsonb,
	by_person boolean NOT NULL DEFAULT false,
	created_at timestamptz NOT NULL DEFAULT now(),
	decided_at timestamptz,
	decided_by uuid,
	decided_by_name text NOT NULL DEFAULT '',
	field text,
	png bytea,
	change_set_id uuid,
	CONSTRAINT suggestions_pkey PRIMARY KEY (id),
	CONSTRAINT suggestions_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES endpoints(id) ON DELETE CASCADE,
	CONSTRAINT suggestions_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources(id) ON DELETE CASCADE
);

CREATE INDEX suggestions_by_change_set ON suggestions (change_set_id)
	WHERE (change_set_id IS NOT NULL);

CREATE INDEX suggestions_by_endpoint ON suggestions (endpoint_id);

CREATE INDEX suggestions_by_source ON suggestions (source_id, id);

CREATE INDEX suggestions_by_state ON suggestions (state, id);

CREATE INDEX suggestions_open_by_field ON suggestions (field, id)
	WHERE ((kind = 'field') AND (state = 'open'));

CREATE INDEX suggestions_open_duplicates ON suggestions (subject)
	WHERE ((kind = 'duplicate') AND (state = 'open'));

CREATE UNIQUE INDEX suggestions_open_field_of_source ON suggestions (source_id, field)
	WHERE ((kind = 'field') AND (state = 'open'));

CREATE INDEX suggestions_open_fields ON suggestions (id)
	WHERE ((kind = 'field') AND (state = 'open'));

CREATE UNIQUE INDEX suggestions_subject ON suggestions (source_id, endpoint_id, kind, subject) NULLS NOT DISTINCT
	WHERE (state <> 'obsolete');

CREATE INDEX suggestions_without_fields ON suggestions (state, id)
	WHERE (kind <> 'field');
