-- +goose NO TRANSACTION
-- +goose Up
-- The sources of a member, and the snoozed sources. Both are empty when they are built. CONCURRENTLY does not block writes; see 20261122064301.
SET lock_timeout = '10min';
DROP INDEX IF EXISTS "source_health_by_assignee";
CREATE INDEX CONCURRENTLY "source_health_by_assignee" ON "source_health" ("assignee_id") WHERE "assignee_id" IS NOT NULL;
DROP INDEX IF EXISTS "source_health_by_snooze";
CREATE INDEX CONCURRENTLY "source_health_by_snooze" ON "source_health" ("snoozed_until") WHERE "snoozed_until" IS NOT NULL;
SET lock_timeout = '2s';

-- +goose Down
DROP INDEX "source_health_by_snooze";
DROP INDEX "source_health_by_assignee";
