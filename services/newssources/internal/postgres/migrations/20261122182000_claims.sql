-- +goose Up
-- The API token that holds the lease of a domain; null for the leases of workers.
ALTER TABLE "check_hosts" ADD COLUMN "lease_token" uuid NULL;

-- +goose Down
ALTER TABLE "check_hosts" DROP COLUMN "lease_token";
