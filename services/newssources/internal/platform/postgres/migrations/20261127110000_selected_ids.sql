-- +goose Up
-- selected_ids replaces selection, which the previous version still writes: 16 bytes for each id, see
-- postgres.PackedIDs. EXTERNAL, because compressing them takes longer than storing them.
ALTER TABLE change_sets ADD COLUMN selected_ids bytea;
ALTER TABLE change_sets ALTER COLUMN selected_ids SET STORAGE EXTERNAL;

-- +goose Down
UPDATE change_sets SET selection = (
	SELECT array_agg(encode(substring(selected_ids FROM 16 * n + 1 FOR 16), 'hex')::uuid ORDER BY n)
	FROM generate_series(0, length(selected_ids) / 16 - 1) n)
WHERE selected_ids IS NOT NULL;
ALTER TABLE change_sets DROP COLUMN selected_ids;
