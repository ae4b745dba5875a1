-- +goose Up
-- Eight bytes for each of the fingerprints: hashes of the title with the date, and of the title alone.
-- NULL: written by an earlier version.
ALTER TABLE endpoint_known_items ADD COLUMN titles bytea;
ALTER TABLE endpoint_known_items ALTER COLUMN titles SET STORAGE EXTERNAL;

-- +goose Down
ALTER TABLE endpoint_known_items DROP COLUMN titles;
