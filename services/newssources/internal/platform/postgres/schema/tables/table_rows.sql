CREATE TABLE table_rows (
	import_id uuid NOT NULL,
	number integer NOT NULL,
	line integer NOT NULL,
	cells jsonb NOT NULL,
	fault text NOT NULL,
	read_repair text NOT NULL,
	repair text NOT NULL,
	skipped boolean NOT NULL,
	result text NOT NULL,
	reason text NOT NULL,
	outlet text NOT NULL,
	url_keys text[] NOT NULL,
	source_id uuid,
	source_name text NOT NULL,
	items jsonb NOT NULL,
	last_item integer,
	parent text NOT NULL DEFAULT '',
	CONSTRAINT table_rows_pkey PRIMARY KEY (import_id, number)
);

CREATE INDEX table_rows_by_result ON table_rows (import_id, result, number);
