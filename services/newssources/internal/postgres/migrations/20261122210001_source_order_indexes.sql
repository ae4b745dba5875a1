-- +goose NO TRANSACTION
-- +goose Up
-- Rows and last new items of the existing sources, in batches, so that no row is locked for long.
-- +goose StatementBegin
DO $$
DECLARE
	batch uuid[];
	last uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
	LOOP
		batch := ARRAY(SELECT id FROM sources WHERE id > last ORDER BY id LIMIT 500);
		EXIT WHEN cardinality(batch) = 0;
		INSERT INTO source_health (source_id) SELECT unnest(batch) ON CONFLICT DO NOTHING;
		PERFORM FROM source_health WHERE source_id = ANY(batch) ORDER BY source_id FOR UPDATE;
		UPDATE source_health h SET last_new_item_at = n.at FROM (
			SELECT e.source_id, max(t.last_new_item_at) AS at FROM endpoints e JOIN endpoint_states t ON t.endpoint_id = e.id
			WHERE e.source_id = ANY(batch) AND t.last_new_item_at IS NOT NULL GROUP BY 1
		) n WHERE h.source_id = n.source_id AND (h.last_new_item_at IS NULL OR h.last_new_item_at < n.at);
		COMMIT;
		last := batch[cardinality(batch)];
	END LOOP;
END $$;
-- +goose StatementEnd

-- The orders of the register by health, last new item and next check. CONCURRENTLY does not block writes; see 20261122064301.
SET lock_timeout = '10min';
DROP INDEX IF EXISTS "source_health_by_since";
CREATE INDEX CONCURRENTLY "source_health_by_since" ON "source_health" ("state", "since", "source_id");
DROP INDEX IF EXISTS "source_health_by_item";
CREATE INDEX CONCURRENTLY "source_health_by_item" ON "source_health" ("last_new_item_at", "source_id") WHERE "state" <> '' AND "last_new_item_at" IS NOT NULL;
DROP INDEX IF EXISTS "source_health_without_item";
CREATE INDEX CONCURRENTLY "source_health_without_item" ON "source_health" ("since", "source_id") WHERE "state" <> '' AND "last_new_item_at" IS NULL;
DROP INDEX IF EXISTS "endpoint_states_by_check";
CREATE INDEX CONCURRENTLY "endpoint_states_by_check" ON "endpoint_states" ("next_check_at", "endpoint_id") WHERE "enabled";
DROP INDEX IF EXISTS "source_health_by_state";
SET lock_timeout = '2s';

-- +goose Down
CREATE INDEX "source_health_by_state" ON "source_health" ("state") WHERE "state" NOT IN ('', 'ok');
DROP INDEX "endpoint_states_by_check";
DROP INDEX "source_health_without_item";
DROP INDEX "source_health_by_item";
DROP INDEX "source_health_by_since";
