-- +goose Up
-- Deleting the rows of a large table takes longer than a request may. A job deletes the rows of imports
-- that do not exist any more.
ALTER TABLE table_rows DROP CONSTRAINT table_rows_import_id_fkey;

-- +goose Down
DELETE FROM table_rows r WHERE NOT EXISTS (SELECT FROM imports i WHERE i.id = r.import_id);
ALTER TABLE table_rows ADD CONSTRAINT table_rows_import_id_fkey
	FOREIGN KEY (import_id) REFERENCES imports (id) ON DELETE CASCADE;
