-- +goose Up
-- 16 bytes for each id, see postgres.PackedIDs. They are not compressed, which took longer than storing them.
ALTER TABLE change_sets ALTER COLUMN selection TYPE bytea
	USING decode(replace(array_to_string(selection, ''), '-', ''), 'hex');
ALTER TABLE change_sets ALTER COLUMN selection SET STORAGE EXTERNAL;

-- +goose Down
DELETE FROM change_sets WHERE selection IS NOT NULL;
ALTER TABLE change_sets ALTER COLUMN selection TYPE uuid[] USING NULL;
