-- +goose NO TRANSACTION
-- +goose Up
-- The list is sorted by each of its columns of the table (ADR 54). The indexes by lifecycle and by country
-- have the id of the source now; the previous ones are dropped. CONCURRENTLY does not block writes
-- while an index is built. It waits for running transactions, so it needs a longer lock time-out. An
-- index that an interrupted run left unfinished is dropped first.
SET lock_timeout = '10min';
DROP INDEX IF EXISTS sources_by_domain;
CREATE INDEX CONCURRENTLY sources_by_domain ON sources (canonical_domain, id);
DROP INDEX IF EXISTS sources_by_state;
CREATE INDEX CONCURRENTLY sources_by_state ON sources (lifecycle, id);
DROP INDEX IF EXISTS sources_by_place;
CREATE INDEX CONCURRENTLY sources_by_place ON sources (country, id);
DROP INDEX IF EXISTS sources_by_endpoints;
CREATE INDEX CONCURRENTLY sources_by_endpoints ON sources (endpoint_count, id);
DROP INDEX IF EXISTS sources_by_region;
CREATE INDEX CONCURRENTLY sources_by_region ON sources (region) WHERE region <> '';
DROP INDEX CONCURRENTLY IF EXISTS sources_by_lifecycle;
DROP INDEX CONCURRENTLY IF EXISTS sources_by_country;
SET lock_timeout = '2s';

-- +goose Down
CREATE INDEX sources_by_lifecycle ON sources (lifecycle);
CREATE INDEX sources_by_country ON sources (country);
DROP INDEX sources_by_region;
DROP INDEX sources_by_endpoints;
DROP INDEX sources_by_place;
DROP INDEX sources_by_state;
DROP INDEX sources_by_domain;
