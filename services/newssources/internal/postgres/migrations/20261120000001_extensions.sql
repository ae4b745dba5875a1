-- +goose Up
-- Substring search of names and addresses uses trigrams. The extension is trusted: the owner of the database can create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- +goose Down
DROP EXTENSION IF EXISTS pg_trgm;
