-- +goose NO TRANSACTION
-- +goose Up
-- Until when a site asked to wait (429, or Retry-After), unlike the pause between any two requests, which free_at also covers. The endpoints of the domain
-- are checked after it, whatever their own times are. Null: the last response did not ask to wait.
ALTER TABLE "check_hosts" ADD COLUMN IF NOT EXISTS "held_until" timestamptz NULL;
UPDATE "check_hosts" SET "held_until" = "free_at" WHERE "lease" IS NULL AND "free_at" > now() + interval '1 minute';
SET lock_timeout = '10min';
DROP INDEX IF EXISTS "check_hosts_held";
CREATE INDEX CONCURRENTLY "check_hosts_held" ON "check_hosts" ("domain") WHERE "held_until" IS NOT NULL;
SET lock_timeout = '2s';

-- +goose Down
DROP INDEX "check_hosts_held";
ALTER TABLE "check_hosts" DROP COLUMN "held_until";
