-- +goose NO TRANSACTION
-- +goose Up
-- The orders of the register by health, last new item and next check. CONCURRENTLY does not block writes; see 20261122064301.
SET lock_timeout = '10min';
DROP INDEX IF EXISTS "source_health_by_since";
CREATE INDEX CONCURRENTLY "source_health_by_since" ON "source_health" ("state", "since", "source_id");
DROP INDEX IF EXISTS "source_health_by_item";
CREATE INDEX CONCURRENTLY "source_health_by_item" ON "source_health" ("last_new_item_at", "source_id") WHERE "state" <> '' AND "last_new_item_at" IS NOT NULL;
DROP INDEX IF EXISTS "source_health_without_item";
CREATE INDEX CONCURRENTLY "source_health_without_item" ON "source_health" ("since", "source_id") WHERE "state" <> '' AND "last_new_item_at" IS NULL;
DROP INDEX IF EXISTS "endpoint_states_by_check";
CREATE INDEX CONCURRENTLY "endpoint_states_by_check" ON "endpoint_states" ("next_check_at", "endpoint_id") WHERE "enabled";
DROP INDEX IF EXISTS "source_health_by_state";
SET lock_timeout = '2s';

-- +goose Down
CREATE INDEX "source_health_by_state" ON "source_health" ("state") WHERE "state" NOT IN ('', 'ok');
DROP INDEX "endpoint_states_by_check";
DROP INDEX "source_health_without_item";
DROP INDEX "source_health_by_item";
DROP INDEX "source_health_by_since";
