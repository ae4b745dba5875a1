-- +goose NO TRANSACTION
-- +goose Up
-- The open suggestions that keep an endpoint: they are closed when the endpoint is retired. CONCURRENTLY does not block writes; see 20261122064301.
SET lock_timeout = '10min';
DROP INDEX IF EXISTS "suggestions_open_duplicates";
CREATE INDEX CONCURRENTLY "suggestions_open_duplicates" ON "suggestions" ("subject") WHERE "kind" = 'duplicate' AND "state" = 'open';
SET lock_timeout = '2s';

-- +goose Down
DROP INDEX "suggestions_open_duplicates";
