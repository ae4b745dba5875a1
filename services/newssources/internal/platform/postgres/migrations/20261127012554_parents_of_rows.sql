-- +goose Up
-- The domain and the path of the parent that a row names; empty: none. Rows with a parent are applied after
-- the others, because the table may create the parent (ADR 86).
ALTER TABLE table_rows ADD COLUMN parent text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE table_rows DROP COLUMN parent;
