-- +goose Up
-- The id of an upload is that of its import. The rows of its file are read from the parts by a job.
CREATE TABLE uploads (
	id uuid NOT NULL,
	created_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT uploads_pkey PRIMARY KEY (id)
);
CREATE TABLE upload_parts (
	upload_id uuid NOT NULL,
	number integer NOT NULL,
	data bytea NOT NULL,
	CONSTRAINT upload_parts_pkey PRIMARY KEY (upload_id, number),
	CONSTRAINT upload_parts_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id) ON DELETE CASCADE
);
-- Compressing the parts takes longer than writing them.
ALTER TABLE upload_parts ALTER COLUMN data SET STORAGE EXTERNAL;
-- How the file of a large table is read, and the number of the last row that was checked.
ALTER TABLE table_imports ADD COLUMN plan jsonb;
ALTER TABLE table_imports ADD COLUMN checked integer NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE table_imports DROP COLUMN checked;
ALTER TABLE table_imports DROP COLUMN plan;
DROP TABLE upload_parts;
DROP TABLE uploads;
