CREATE TABLE uploads (
	id uuid NOT NULL,
	created_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT uploads_pkey PRIMARY KEY (id)
);
