-- +goose Up
-- The endpoint of the domain that is due first, when ready_at was set, so that a claim need not search for it (ADR 31). It is a hint:
-- null, or another endpoint, if a worker of an earlier version set ready_at or the endpoint changed since.
ALTER TABLE "check_hosts" ADD COLUMN "endpoint_id" uuid NULL;

-- +goose Down
ALTER TABLE "check_hosts" DROP COLUMN "endpoint_id";
