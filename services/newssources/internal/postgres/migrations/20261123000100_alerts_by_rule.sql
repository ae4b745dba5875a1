-- +goose NO TRANSACTION
-- +goose Up
-- The history of a rule: its alerts that have fired, the newest first. Alerts are kept for 90 days. CONCURRENTLY does not block
-- writes; see 20261122064301.
SET lock_timeout = '10min';
DROP INDEX IF EXISTS "alerts_by_rule";
CREATE INDEX CONCURRENTLY "alerts_by_rule" ON "alerts" ("rule_id", "id") WHERE "fired_at" IS NOT NULL;
SET lock_timeout = '2s';

-- +goose Down
DROP INDEX "alerts_by_rule";
