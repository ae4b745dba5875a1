CREATE TABLE imports (
	id uuid NOT NULL,
	filename varchar NOT NULL,
	state varchar NOT NULL DEFAULT 'queued',
	error varchar NOT NULL DEFAULT '',
	total bigint NOT NULL DEFAULT 0,
	created_at timestamptz NOT NULL,
	finished_at timestamptz,
	request_id varchar NOT NULL DEFAULT '',
	created_by_id uuid,
	notes text NOT NULL DEFAULT '',
	incomplete boolean NOT NULL DEFAULT false,
	undone_at timestamptz,
	CONSTRAINT imports_pkey PRIMARY KEY (id),
	CONSTRAINT imports_members_created_by FOREIGN KEY (created_by_id) REFERENCES members(id) ON DELETE SET NULL
);
