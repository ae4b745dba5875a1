-- +goose NO TRANSACTION
-- +goose Up
-- The list of sources can be sorted by their items per day (ADR 76). CONCURRENTLY does not block writes while
-- an index is built; it waits for running transactions, so it needs a longer lock time-out.
ALTER TABLE source_health ADD COLUMN IF NOT EXISTS recent_items integer NOT NULL DEFAULT 0;
ALTER TABLE overview_figures ADD COLUMN IF NOT EXISTS recent_day date;
ALTER TABLE overview_figures ADD COLUMN IF NOT EXISTS recent_after uuid;
COMMENT ON COLUMN source_health.recent_items IS 'the sum of source_days for the last days that the list shows';
COMMENT ON COLUMN overview_figures.recent_day IS 'the last day of the sums of recent_items';
COMMENT ON COLUMN overview_figures.recent_after IS 'the last source whose sum is that of recent_day; NULL: all';
SET lock_timeout = '10min';
DROP INDEX IF EXISTS source_health_by_recent_items;
CREATE INDEX CONCURRENTLY source_health_by_recent_items ON source_health (recent_items, source_id) WHERE state <> '';
DROP INDEX IF EXISTS source_health_unchecked_by_recent_items;
CREATE INDEX CONCURRENTLY source_health_unchecked_by_recent_items ON source_health (recent_items, source_id)
	WHERE state = '';
SET lock_timeout = '2s';

-- +goose Down
DROP INDEX source_health_unchecked_by_recent_items;
DROP INDEX source_health_by_recent_items;
ALTER TABLE overview_figures DROP COLUMN recent_after;
ALTER TABLE overview_figures DROP COLUMN recent_day;
ALTER TABLE source_health DROP COLUMN recent_items;
