-- +goose NO TRANSACTION
-- +goose Up
-- Indexes for the list of the endpoints of all sources. CONCURRENTLY does not block writes; see 20261122064301.
SET lock_timeout = '10min';
DROP INDEX IF EXISTS "endpoints_by_kind";
CREATE INDEX CONCURRENTLY "endpoints_by_kind" ON "endpoints" ("kind", "id");
DROP INDEX IF EXISTS "endpoints_by_intent";
CREATE INDEX CONCURRENTLY "endpoints_by_intent" ON "endpoints" ("intent", "id") WHERE (intent <> 'active');
DROP INDEX IF EXISTS "endpoints_by_updated";
CREATE INDEX CONCURRENTLY "endpoints_by_updated" ON "endpoints" ("updated_at", "id");
DROP INDEX IF EXISTS "endpoints_by_url";
CREATE INDEX CONCURRENTLY "endpoints_by_url" ON "endpoints" ("url_key" text_pattern_ops);
SET lock_timeout = '2s';

-- +goose Down
DROP INDEX "endpoints_by_url";
DROP INDEX "endpoints_by_updated";
DROP INDEX "endpoints_by_intent";
DROP INDEX "endpoints_by_kind";
