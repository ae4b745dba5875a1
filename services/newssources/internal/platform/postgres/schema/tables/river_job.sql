CREATE TABLE river_job (
	id bigint NOT NULL DEFAULT nextval('river_job_id_seq'::regclass),
	state river_job_state NOT NULL DEFAULT 'available',
	attempt smallint NOT NULL DEFAULT 0,
	max_attempts smallint NOT NULL DEFAULT 25,
	attempted_at timestamptz,
	created_at timestamptz NOT NULL DEFAULT now(),
	finalized_at timestamptz,
	scheduled_at timestamptz NOT NULL DEFAULT now(),
	priority smallint NOT NULL DEFAULT 1,
	args jsonb NOT NULL,
	attempted_by text[],
	errors jsonb[],
	kind text NOT NULL,
	metadata jsonb NOT NULL DEFAULT '{}',
	queue text NOT NULL DEFAULT 'default',
	tags varchar(255)[] NOT NULL DEFAULT '{}',
	unique_key bytea,
	unique_states bit(8),
	CONSTRAINT river_job_pkey PRIMARY KEY (id),
	CONSTRAINT finalized_or_finalized_at_null CHECK ((((finalized_at IS NULL)
		AND (state <> ALL (ARRAY['cancelled', 'completed', 'discarded'])))
		OR ((finalized_at IS NOT NULL)
		AND (state = ANY (ARRAY['cancelled', 'completed', 'discarded']))))),
	CONSTRAINT kind_length CHECK (((char_length(kind) > 0) AND (char_length(kind) < 128))),
	CONSTRAINT max_attempts_is_positive CHECK ((max_attempts > 0)),
	CONSTRAINT priority_in_range CHECK (((priority >= 1) AND (priority <= 4))),
	CONSTRAINT queue_length CHECK (((char_length(queue) > 0) AND (char_length(queue) < 128)))
);

CREATE INDEX river_job_args_index ON river_job USING gin (args);

CREATE INDEX river_job_kind ON river_job (kind);

CREATE INDEX river_job_metadata_index ON river_job USING gin (metadata);

CREATE INDEX river_job_prioritized_fetching_index ON river_job (state, queue, priority, scheduled_at, id);

CREATE INDEX river_job_state_and_finalized_at_index ON river_job (state, finalized_at)
	WHERE (finalized_at IS NOT NULL);

CREATE UNIQUE INDEX river_job_unique_idx ON river_job (unique_key)
	WHERE ((unique_key IS NOT NULL)
		AND (unique_states IS NOT NULL)
		AND river_job_state_in_bitmask(unique_states, state));
