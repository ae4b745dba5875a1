CREATE TABLE visits (
	id uuid NOT NULL,
	domain varchar NOT NULL DEFAULT '',
	due_at timestamptz,
	started_at timestamptz,
	finished_at timestamptz,
	attempts bigint NOT NULL DEFAULT 0,
	outcome varchar NOT NULL DEFAULT '',
	detail text NOT NULL DEFAULT '',
	homepage text NOT NULL DEFAULT '',
	url text NOT NULL DEFAULT '',
	created_at timestamptz NOT NULL,
	source_id uuid NOT NULL,
	CONSTRAINT visits_pkey PRIMARY KEY (id),
	CONSTRAINT visits_sources_visit FOREIGN KEY (source_id) REFERENCES sources(id) ON DELETE CASCADE
);

CREATE INDEX visits_by_domain ON visits (domain, started_at);

CREATE INDEX visits_due ON visits (due_at)
	WHERE (due_at IS NOT NULL);

CREATE INDEX visits_failed ON visits (id)
	WHERE ((outcome <> '') AND (outcome <> 'ok'));

CREATE UNIQUE INDEX visits_source_id_key ON visits (source_id);
