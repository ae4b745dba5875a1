CREATE TABLE robots_files (
	site text COLLATE "C" NOT NULL,
	expires_at timestamptz NOT NULL,
	outcome text NOT NULL,
	waits boolean NOT NULL,
	truncated boolean NOT NULL,
	body bytea NOT NULL,
	CONSTRAINT robots_files_pkey PRIMARY KEY (site)
);
