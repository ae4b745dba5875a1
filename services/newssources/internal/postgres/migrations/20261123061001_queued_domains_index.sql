-- +goose NO TRANSACTION
-- +goose Up
-- The times of the existing domains, in batches, so that no row is locked for long. A leased domain gets the end of its lease until its
-- result is recorded.
-- +goose StatementBegin
DO $$
DECLARE
	batch text[];
	last text := '';
BEGIN
	LOOP
		batch := ARRAY(SELECT domain FROM check_hosts WHERE domain > last ORDER BY domain LIMIT 500);
		EXIT WHEN cardinality(batch) = 0;
		PERFORM FROM check_hosts WHERE domain = ANY(batch) ORDER BY domain FOR UPDATE;
		UPDATE check_hosts SET queued_at = ready_at WHERE domain = ANY(batch) AND queued_at IS NULL AND ready_at IS NOT NULL;
		COMMIT;
		last := batch[cardinality(batch)];
	END LOOP;
END $$;
-- +goose StatementEnd

-- CONCURRENTLY does not block writes; see 20261122064301. Workers of earlier versions still order by ready_at, without an index.
SET lock_timeout = '10min';
DROP INDEX IF EXISTS "check_hosts_queued";
CREATE INDEX CONCURRENTLY "check_hosts_queued" ON "check_hosts" ("queued_at");
DROP INDEX IF EXISTS "check_hosts_ready";
SET lock_timeout = '2s';

-- +goose Down
CREATE INDEX "check_hosts_ready" ON "check_hosts" ("ready_at");
DROP INDEX "check_hosts_queued";
