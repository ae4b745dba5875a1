CREATE UNLOGGED TABLE river_leader (
	elected_at timestamptz NOT NULL,
	expires_at timestamptz NOT NULL,
	leader_id text NOT NULL,
	name text NOT NULL DEFAULT 'default',
	CONSTRAINT river_leader_pkey PRIMARY KEY (name),
	CONSTRAINT leader_id_length CHECK (((char_length(leader_id) > 0) AND (char_length(leader_id) < 128))),
	CONSTRAINT name_length CHECK ((name = 'default'))
);
