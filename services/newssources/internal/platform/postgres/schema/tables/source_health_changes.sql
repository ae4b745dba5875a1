CREATE TABLE source_health_changes (
	at timestamptz NOT NULL,
	source_id uuid NOT NULL,
	state text NOT NULL,
	cause text NOT NULL,
	CONSTRAINT source_health_changes_pkey PRIMARY KEY (at, source_id),
	CONSTRAINT source_health_changes_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources(id) ON DELETE CASCADE
);

CREATE INDEX source_health_changes_by_source ON source_health_changes (source_id);
