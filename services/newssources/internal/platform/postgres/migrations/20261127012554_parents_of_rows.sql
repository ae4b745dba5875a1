-- +goose Up
-- The domain and the path of the parent; empty if the row names no parent, or names it by id. Rows with this
-- value are applied last, because the table may create the parent (ADR 86).
ALTER TABLE table_rows ADD COLUMN parent text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE table_rows DROP COLUMN parent;
