-- +goose Up
-- modify "audit_events" table
ALTER TABLE "audit_events" ADD COLUMN "actor_token_id" uuid NULL, ADD COLUMN "actor_token_name" character varying NOT NULL DEFAULT '';
-- modify "members" table
ALTER TABLE "members" ADD COLUMN "email_key" character varying NOT NULL DEFAULT '' COLLATE "C", ADD COLUMN "removed_at" timestamptz NULL, ADD COLUMN "version" bigint NOT NULL DEFAULT 1;
-- ASCII lower-casing, as identity.FoldEmail: other collations fold U+212A, the Kelvin sign, to k
UPDATE "members" SET "email_key" = lower("email" COLLATE "C");
-- create index "members_by_email" to table: "members"
CREATE INDEX "members_by_email" ON "members" ("email_key", "id");
-- create "invitations" table
CREATE TABLE "invitations" ("id" uuid NOT NULL, "kind" character varying NOT NULL, "value" character varying NOT NULL COLLATE "C", "role" character varying NOT NULL, "created_at" timestamptz NOT NULL, "created_by_id" uuid NULL, PRIMARY KEY ("id"));
-- create index "invitations_value_key" to table: "invitations"
CREATE UNIQUE INDEX "invitations_value_key" ON "invitations" ("value");
-- create "api_tokens" table
CREATE TABLE "api_tokens" ("id" uuid NOT NULL, "name" character varying NOT NULL, "scopes" jsonb NOT NULL, "hash" bytea NOT NULL, "hint" character varying NOT NULL, "created_at" timestamptz NOT NULL, "expires_at" timestamptz NOT NULL, "last_used_at" timestamptz NULL, "revoked_at" timestamptz NULL, "owner_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "api_tokens_members_owner" FOREIGN KEY ("owner_id") REFERENCES "members" ("id") ON UPDATE NO ACTION ON DELETE NO ACTION);
-- create index "api_tokens_by_owner" to table: "api_tokens"
CREATE INDEX "api_tokens_by_owner" ON "api_tokens" ("owner_id", "id");
-- create index "api_tokens_hash_key" to table: "api_tokens"
CREATE UNIQUE INDEX "api_tokens_hash_key" ON "api_tokens" ("hash");

-- +goose Down
-- reverse: create index "api_tokens_hash_key" to table: "api_tokens"
DROP INDEX "api_tokens_hash_key";
-- reverse: create index "api_tokens_by_owner" to table: "api_tokens"
DROP INDEX "api_tokens_by_owner";
-- reverse: create "api_tokens" table
DROP TABLE "api_tokens";
-- reverse: create index "invitations_value_key" to table: "invitations"
DROP INDEX "invitations_value_key";
-- reverse: create "invitations" table
DROP TABLE "invitations";
-- reverse: create index "members_by_email" to table: "members"
DROP INDEX "members_by_email";
-- reverse: modify "members" table
ALTER TABLE "members" DROP COLUMN "version", DROP COLUMN "removed_at", DROP COLUMN "email_key";
-- reverse: modify "audit_events" table
ALTER TABLE "audit_events" DROP COLUMN "actor_token_name", DROP COLUMN "actor_token_id";
