CREATE TABLE river_migration (
	line text NOT NULL,
	version bigint NOT NULL,
	created_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT river_migration_pkey1 PRIMARY KEY (line, version),
	CONSTRAINT line_length CHECK (((char_length(line) > 0) AND (char_length(line) < 128))),
	CONSTRAINT version_gte_1 CHECK ((version >= 1))
);
