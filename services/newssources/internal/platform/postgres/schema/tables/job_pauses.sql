CREATE TABLE job_pauses (
	id uuid NOT NULL,
	kind varchar NOT NULL,
	paused_at timestamptz NOT NULL,
	paused_by_id uuid,
	reason text NOT NULL DEFAULT '',
	CONSTRAINT job_pauses_pkey PRIMARY KEY (id),
	CONSTRAINT job_pauses_members_paused_by FOREIGN KEY (paused_by_id) REFERENCES members(id) ON DELETE SET NULL
);

CREATE UNIQUE INDEX job_pauses_kind_key ON job_pauses (kind);
