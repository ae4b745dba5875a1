CREATE TABLE register_days (
	day date NOT NULL,
	items bigint NOT NULL DEFAULT 0,
	states json,
	CONSTRAINT register_days_pkey PRIMARY KEY (day)
);
