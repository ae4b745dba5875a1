CREATE TABLE import_rows (
	id uuid NOT NULL,
	number bigint NOT NULL,
	line bigint NOT NULL,
	title text NOT NULL,
	url text NOT NULL,
	html_url text NOT NULL DEFAULT '',
	kind varchar NOT NULL DEFAULT 'rss',
	language varchar NOT NULL DEFAULT '',
	tags jsonb NOT NULL,
	recovered boolean NOT NULL DEFAULT false,
	recovery varchar NOT NULL DEFAULT '',
	outlet_name varchar NOT NULL DEFAULT '',
	result varchar NOT NULL DEFAULT 'pending',
	reason varchar NOT NULL DEFAULT '',
	source_id uuid,
	endpoint_id uuid,
	import_id uuid NOT NULL,
	sealed bytea,
	outlet_path varchar NOT NULL DEFAULT '',
	CONSTRAINT import_rows_pkey PRIMARY KEY (id),
	CONSTRAINT import_rows_imports_rows FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX import_rows_by_number ON import_rows (import_id, number);

CREATE INDEX import_rows_by_result ON import_rows (import_id, result, number);

CREATE INDEX import_rows_sealed ON import_rows (import_id)
	WHERE (sealed IS NOT NULL);
