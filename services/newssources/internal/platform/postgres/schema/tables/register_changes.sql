CREATE TABLE register_changes (
	commit_id bigint NOT NULL,
	source_id uuid NOT NULL,
	CONSTRAINT register_changes_pkey PRIMARY KEY (commit_id, source_id)
);
