CREATE TABLE invitations (
	id uuid NOT NULL,
	kind varchar NOT NULL,
	value varchar COLLATE "C" NOT NULL,
	role varchar NOT NULL,
	created_at timestamptz NOT NULL,
	created_by_id uuid,
	CONSTRAINT invitations_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX invitations_value_key ON invitations (value);
