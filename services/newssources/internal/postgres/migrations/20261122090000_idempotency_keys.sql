-- +goose Up
-- Responses to requests with an Idempotency-Key (ADR 16). status is null while the first request runs.
CREATE TABLE "idempotency_keys" ("member_id" uuid NOT NULL, "key_hash" bytea NOT NULL, "attempt" uuid NOT NULL, "locked_until" timestamptz NOT NULL, "expires_at" timestamptz NOT NULL, "fingerprint" bytea NULL, "status" smallint NULL, "header" jsonb NULL, "body" bytea NULL, PRIMARY KEY ("member_id", "key_hash"), CONSTRAINT "idempotency_keys_members_member" FOREIGN KEY ("member_id") REFERENCES "members" ("id") ON DELETE CASCADE);
CREATE INDEX "idempotency_keys_by_expiry" ON "idempotency_keys" ("expires_at");

-- +goose Down
DROP TABLE "idempotency_keys";
