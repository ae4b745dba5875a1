CREATE TABLE check_canaries (
	address text NOT NULL,
	answered_at timestamptz NOT NULL,
	CONSTRAINT check_canaries_pkey PRIMARY KEY (address)
);
