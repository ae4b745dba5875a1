-- +goose Up
-- The history of a rule: its alerts that have fired, the newest first. Alerts are kept for 90 days.
CREATE INDEX "alerts_by_rule" ON "alerts" ("rule_id", "id") WHERE "fired_at" IS NOT NULL;

-- +goose Down
DROP INDEX "alerts_by_rule";
