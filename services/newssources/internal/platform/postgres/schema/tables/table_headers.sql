CREATE TABLE table_headers (
	header text NOT NULL,
	target text NOT NULL,
	chosen_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT table_headers_pkey PRIMARY KEY (header)
);
