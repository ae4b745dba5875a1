-- +goose Up
-- modify "endpoints" table
ALTER TABLE "endpoints" ADD COLUMN "charset" character varying NOT NULL DEFAULT '', ADD COLUMN "default_zone" character varying NOT NULL DEFAULT '', ADD COLUMN "identity_policy" character varying NOT NULL DEFAULT 'auto', ADD COLUMN "recipe" jsonb NULL;

-- +goose Down
-- reverse: modify "endpoints" table
ALTER TABLE "endpoints" DROP COLUMN "recipe", DROP COLUMN "identity_policy", DROP COLUMN "default_zone", DROP COLUMN "charset";
