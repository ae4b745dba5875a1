-- +goose NO TRANSACTION
-- +goose Up
-- The events that belong to no change set, so that the list of all changes skips the others. CONCURRENTLY
-- does not block writes while the index is built. It waits for running transactions, so it needs a longer
-- lock time-out. An index that an interrupted run left unfinished is dropped first.
SET lock_timeout = '10min';
DROP INDEX IF EXISTS audit_events_single;
CREATE INDEX CONCURRENTLY audit_events_single ON audit_events (id) WHERE change_set_id IS NULL;
SET lock_timeout = '2s';

-- +goose Down
DROP INDEX audit_events_single;
