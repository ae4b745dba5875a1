-- +goose Up
-- Searching by any part of a name or an address needs trigrams. The extension is trusted: the database's owner may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- +goose Down
DROP EXTENSION IF EXISTS pg_trgm;
