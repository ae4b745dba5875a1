-- +goose NO TRANSACTION
-- +goose Up
-- A claim of a program moves its domains in the queue to the end of the lease. The unreported claims
-- of a token are counted from now on in the index, without the entries of former leases, which cannot
-- be removed while a snapshot is held (ADR 83). Both columns have indexes already, so the claims of
-- workers still change no index. CONCURRENTLY does not block writes while the index is built. It waits
-- for running transactions, so it needs a longer lock time-out. An index that an interrupted run left
-- unfinished is dropped first.
SET lock_timeout = '10min';
DROP INDEX IF EXISTS check_hosts_token_leases;
CREATE INDEX CONCURRENTLY check_hosts_token_leases ON check_hosts (lease_token, queued_at)
	WHERE lease_token IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS check_hosts_lease_token;
SET lock_timeout = '2s';

-- +goose Down
SET lock_timeout = '10min';
DROP INDEX IF EXISTS check_hosts_lease_token;
CREATE INDEX CONCURRENTLY check_hosts_lease_token ON check_hosts (lease_token) WHERE lease_token IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS check_hosts_token_leases;
SET lock_timeout = '2s';
