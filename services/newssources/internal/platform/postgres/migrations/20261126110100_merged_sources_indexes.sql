-- +goose NO TRANSACTION
-- +goose Up
-- Aliases are looked up by imports and before a source is created. Deleting a source looks up the sources
-- that were merged into it. CONCURRENTLY does not block writes while an index is built; it waits for
-- running transactions, so it needs a longer lock time-out.
SET lock_timeout = '10min';
DROP INDEX IF EXISTS sources_by_alias;
CREATE INDEX CONCURRENTLY sources_by_alias ON sources USING gin (aliases jsonb_path_ops) WHERE aliases <> '[]';
DROP INDEX IF EXISTS sources_merged;
CREATE INDEX CONCURRENTLY sources_merged ON sources (merged_into) WHERE merged_into IS NOT NULL;
SET lock_timeout = '2s';

-- +goose Down
DROP INDEX sources_merged;
DROP INDEX sources_by_alias;
