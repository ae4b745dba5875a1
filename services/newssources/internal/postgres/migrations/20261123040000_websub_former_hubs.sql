-- +goose NO TRANSACTION
-- +goose Up
-- The subscriptions at hubs that their feeds no longer name. A job deletes them after the end of their leases. There are few. CONCURRENTLY does not
-- block writes; see 20261122064301.
SET lock_timeout = '10min';
DROP INDEX IF EXISTS "websub_subscriptions_former";
CREATE INDEX CONCURRENTLY "websub_subscriptions_former" ON "websub_subscriptions" ("lease_until") WHERE NOT "named";
SET lock_timeout = '2s';

-- +goose Down
DROP INDEX "websub_subscriptions_former";
