-- +goose Up
-- What the register sorts by, besides the columns of sources (ADR 14). Each source has a row in source_health, so that the sources that
-- are not checked are also read from an index. The last new item is that of any endpoint. 20261122210001 fills existing sources in batches.
ALTER TABLE "source_health" ADD COLUMN "last_new_item_at" timestamptz NULL;

-- +goose StatementBegin
CREATE FUNCTION source_health_of_new_sources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_health (source_id) SELECT id FROM new_rows ORDER BY id ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;

-- A check that changes no health and finds no new item costs one comparison. The rows are locked in one order before any is written.
CREATE OR REPLACE FUNCTION source_health_of_changed_endpoints() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids uuid[]; newer uuid[];
BEGIN
	SELECT array_agg(DISTINCT e.source_id) FILTER (WHERE (o.enabled, o.health, o.health_cause) IS DISTINCT FROM (n.enabled, n.health, n.health_cause)),
		array_agg(DISTINCT e.source_id) FILTER (WHERE n.last_new_item_at IS DISTINCT FROM o.last_new_item_at)
	INTO ids, newer FROM old_rows o JOIN new_rows n USING (endpoint_id) JOIN endpoints e ON e.id = n.endpoint_id
	WHERE (o.enabled, o.health, o.health_cause, o.last_new_item_at) IS DISTINCT FROM (n.enabled, n.health, n.health_cause, n.last_new_item_at);
	IF newer IS NOT NULL THEN
		PERFORM FROM source_health WHERE source_id = ANY(ids || newer) ORDER BY source_id FOR UPDATE;
		UPDATE source_health h SET last_new_item_at = n.at FROM (
			SELECT e.source_id, max(n.last_new_item_at) AS at FROM new_rows n JOIN endpoints e ON e.id = n.endpoint_id WHERE e.source_id = ANY(newer) GROUP BY 1
		) n WHERE h.source_id = n.source_id AND (h.last_new_item_at IS NULL OR h.last_new_item_at < n.at);
	END IF;
	IF ids IS NOT NULL THEN
		PERFORM refresh_source_health(ids);
	END IF;
	RETURN NULL;
END $$;
-- +goose StatementEnd

CREATE TRIGGER "source_health_inserts" AFTER INSERT ON "sources" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION source_health_of_new_sources();

-- +goose Down
DROP TRIGGER "source_health_inserts" ON "sources";
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION source_health_of_changed_endpoints() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids uuid[];
BEGIN
	SELECT array_agg(DISTINCT e.source_id) INTO ids FROM old_rows o JOIN new_rows n USING (endpoint_id) JOIN endpoints e ON e.id = n.endpoint_id
	WHERE (o.enabled, o.health, o.health_cause) IS DISTINCT FROM (n.enabled, n.health, n.health_cause);
	IF ids IS NOT NULL THEN
		PERFORM refresh_source_health(ids);
	END IF;
	RETURN NULL;
END $$;
-- +goose StatementEnd
DROP FUNCTION source_health_of_new_sources;
ALTER TABLE "source_health" DROP COLUMN "last_new_item_at";
