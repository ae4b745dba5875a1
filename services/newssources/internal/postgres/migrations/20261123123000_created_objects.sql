-- +goose Up
-- The id of the object that the request with a key creates. It stays the same when the request is repeated after its process died, so that the
-- object isn't created twice (ADR 16).
ALTER TABLE "idempotency_keys" ADD COLUMN "object_id" uuid NULL;

-- +goose Down
ALTER TABLE "idempotency_keys" DROP COLUMN "object_id";
