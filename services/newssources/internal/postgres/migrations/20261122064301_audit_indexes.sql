-- +goose NO TRANSACTION
-- +goose Up
-- A history has millions of rows: CONCURRENTLY does not block writes while an index is built. It waits for running
-- transactions, so it needs a longer lock time-out. An index that an interrupted run left unfinished is dropped first.
SET lock_timeout = '10min';
DROP INDEX IF EXISTS "audit_events_by_action";
CREATE INDEX CONCURRENTLY "audit_events_by_action" ON "audit_events" ("action", "id");
DROP INDEX IF EXISTS "audit_events_by_actor";
CREATE INDEX CONCURRENTLY "audit_events_by_actor" ON "audit_events" ("actor_id", "id");
SET lock_timeout = '2s';

-- +goose Down
DROP INDEX "audit_events_by_actor";
DROP INDEX "audit_events_by_action";
