-- +goose NO TRANSACTION
-- +goose Up
-- The leases of a token are counted at each claim, and ended with the token. The leases of workers are
-- not in this index, so their claims change no index (ADR 35). CONCURRENTLY does not block writes while
-- the index is built. It waits for running transactions, so it needs a longer lock time-out. An index
-- that an interrupted run left unfinished is dropped first.
SET lock_timeout = '10min';
DROP INDEX IF EXISTS check_hosts_lease_token;
CREATE INDEX CONCURRENTLY check_hosts_lease_token ON check_hosts (lease_token) WHERE lease_token IS NOT NULL;
SET lock_timeout = '2s';

-- +goose Down
DROP INDEX check_hosts_lease_token;
