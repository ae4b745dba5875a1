CREATE TABLE failed_rows (
	batch text NOT NULL,
	row_id uuid NOT NULL,
	failures integer NOT NULL,
	error text NOT NULL,
	failed_at timestamptz NOT NULL,
	retry_at timestamptz NOT NULL,
	CONSTRAINT failed_rows_pkey PRIMARY KEY (batch, row_id)
);
