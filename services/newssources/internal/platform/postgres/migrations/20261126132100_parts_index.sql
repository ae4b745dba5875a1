-- +goose NO TRANSACTION
-- +goose Up
-- The parts of a source are listed, and looked up before their parent is deleted. CONCURRENTLY does not block
-- writes while the index is built; it waits for running transactions, so it needs a longer lock time-out.
SET lock_timeout = '10min';
DROP INDEX IF EXISTS sources_by_parent;
CREATE INDEX CONCURRENTLY sources_by_parent ON sources (parent_id) WHERE parent_id IS NOT NULL;
SET lock_timeout = '2s';

-- +goose Down
DROP INDEX sources_by_parent;
