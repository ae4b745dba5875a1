-- +goose Up
-- Tables (CSV, XLSX, JSON and the like) are staged: a person corrects columns and rows, then applies them as a change
-- set with the id of the import (ADR 60). layout says what each column is; counts are the rows by result.
CREATE TABLE table_imports (
	import_id uuid PRIMARY KEY REFERENCES imports (id) ON DELETE CASCADE,
	format text NOT NULL,
	encoding text NOT NULL,
	separator text NOT NULL,
	layout jsonb NOT NULL,
	counts jsonb NOT NULL DEFAULT '{}'
);

-- A row of a table. items are the items of the change set that the row causes; last_item is the number of the last of
-- them when they are applied. outlet and url_keys find the rows of one outlet.
CREATE TABLE table_rows (
	import_id uuid NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
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
	PRIMARY KEY (import_id, number)
);

CREATE INDEX table_rows_by_result ON table_rows (import_id, result, number);

-- The targets that people chose for columns, by the header in lower case and without accents.
CREATE TABLE table_headers (
	header text PRIMARY KEY,
	target text NOT NULL,
	chosen_at timestamptz NOT NULL DEFAULT now()
);

-- +goose Down
DROP TABLE table_headers;

DROP TABLE table_rows;

DROP TABLE table_imports;
