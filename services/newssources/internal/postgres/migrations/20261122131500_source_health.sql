-- +goose Up
-- The health of each source: that of its worst endpoint that is checked (ADR 19). It has a table of its own, so that a check
-- never locks or rewrites a row of sources. The state is '' if no endpoint is checked.
CREATE TABLE "source_health" (
	"source_id" uuid NOT NULL PRIMARY KEY REFERENCES "sources" ("id") ON DELETE CASCADE,
	"state" text NOT NULL DEFAULT '',
	"cause" text NOT NULL DEFAULT '',
	"since" timestamptz NOT NULL DEFAULT now(),
	"affected" integer NOT NULL DEFAULT 0, -- endpoints with this state and cause
	"checked" integer NOT NULL DEFAULT 0   -- endpoints that are checked
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX "source_health_by_state" ON "source_health" ("state") WHERE "state" NOT IN ('', 'ok');
CREATE INDEX "source_health_by_cause" ON "source_health" ("cause", "state") WHERE "cause" <> '';

-- +goose StatementBegin
-- health_severity returns the rank of a state; see health.State.Severity.
CREATE FUNCTION health_severity(state text) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE state WHEN 'ok' THEN 0 WHEN 'new' THEN 1 WHEN 'quiet' THEN 2 WHEN 'unknown' THEN 3 WHEN 'degraded' THEN 4 WHEN 'suspect' THEN 5
		WHEN 'blocked' THEN 6 WHEN 'failing' THEN 7 WHEN 'gone' THEN 8 ELSE -1 END
$$;

-- refresh_source_health computes the health of sources whose rows exist. The rows are locked before the endpoints are read, so
-- that two transactions that change endpoints of one source do not miss each other's change.
CREATE FUNCTION refresh_source_health(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM source_health WHERE source_id = ANY(ids) ORDER BY source_id FOR UPDATE;
	UPDATE source_health h SET state = w.state, cause = w.cause, since = coalesce(w.since, h.since), affected = w.affected, checked = w.checked
	FROM (
		SELECT i.source_id, coalesce(worst.health, '') AS state, coalesce(worst.health_cause, '') AS cause, worst.health_since AS since,
			count(t.endpoint_id) FILTER (WHERE t.health = worst.health AND t.health_cause = worst.health_cause) AS affected, count(t.endpoint_id) AS checked
		FROM unnest(ids) i(source_id)
		LEFT JOIN LATERAL (
			SELECT t.health, t.health_cause, t.health_since FROM endpoints e JOIN endpoint_states t ON t.endpoint_id = e.id AND t.enabled
			WHERE e.source_id = i.source_id ORDER BY health_severity(t.health) DESC, t.health_since NULLS LAST LIMIT 1
		) worst ON true
		LEFT JOIN endpoints e ON e.source_id = i.source_id LEFT JOIN endpoint_states t ON t.endpoint_id = e.id AND t.enabled
		GROUP BY 1, 2, 3, 4
	) w
	WHERE h.source_id = w.source_id
		AND (h.state, h.cause, h.affected, h.checked) IS DISTINCT FROM (w.state, w.cause, w.affected::int, w.checked::int);
END $$;

CREATE FUNCTION source_health_of_new_endpoints() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids uuid[] := ARRAY(SELECT DISTINCT e.source_id FROM new_rows n JOIN endpoints e ON e.id = n.endpoint_id ORDER BY 1);
BEGIN
	INSERT INTO source_health (source_id) SELECT unnest(ids) ON CONFLICT DO NOTHING;
	PERFORM refresh_source_health(ids);
	RETURN NULL;
END $$;

CREATE FUNCTION source_health_of_changed_endpoints() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids uuid[];
BEGIN
	SELECT array_agg(DISTINCT e.source_id) INTO ids FROM old_rows o JOIN new_rows n USING (endpoint_id) JOIN endpoints e ON e.id = n.endpoint_id
	WHERE (o.enabled, o.health, o.health_cause) IS DISTINCT FROM (n.enabled, n.health, n.health_cause);
	IF ids IS NOT NULL THEN
		PERFORM refresh_source_health(ids);
	END IF;
	RETURN NULL;
END $$;

CREATE FUNCTION source_health_of_deleted_endpoints() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM refresh_source_health(ARRAY(SELECT DISTINCT source_id FROM old_rows));
	RETURN NULL;
END $$;

-- The counters of the facet health (ADR 14). Only active sources have endpoints that are checked.
CREATE FUNCTION count_health_inserts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT 'health', 'active', state, count(*) FROM new_rows WHERE state <> '' GROUP BY 3;
	RETURN NULL;
END $$;

CREATE FUNCTION count_health_deletes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT 'health', 'active', state, -count(*) FROM old_rows WHERE state <> '' GROUP BY 3;
	RETURN NULL;
END $$;

CREATE FUNCTION count_health_updates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT 'health', 'active', state, sum(n) FROM (SELECT state, -1 AS n FROM old_rows UNION ALL SELECT state, 1 FROM new_rows) c
	WHERE state <> '' GROUP BY 3 HAVING sum(n) <> 0;
	RETURN NULL;
END $$;

ALTER FUNCTION count_sources() RENAME TO count_source_columns;
CREATE FUNCTION count_sources() RETURNS TABLE (facet text, lifecycle text, value text, n bigint) LANGUAGE sql STABLE AS $$
	SELECT facet, lifecycle, value, n FROM count_source_columns()
	UNION ALL SELECT 'health', 'active', state, count(*) FROM source_health WHERE state <> '' GROUP BY 3
$$;
-- +goose StatementEnd

CREATE TRIGGER "count_inserts" AFTER INSERT ON "source_health" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_health_inserts();
CREATE TRIGGER "count_updates" AFTER UPDATE ON "source_health" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_health_updates();
CREATE TRIGGER "count_deletes" AFTER DELETE ON "source_health" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_health_deletes();

CREATE TRIGGER "source_health_inserts" AFTER INSERT ON "endpoint_states" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION source_health_of_new_endpoints();
CREATE TRIGGER "source_health_updates" AFTER UPDATE ON "endpoint_states" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION source_health_of_changed_endpoints();
CREATE TRIGGER "source_health_deletes" AFTER DELETE ON "endpoints" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION source_health_of_deleted_endpoints();

INSERT INTO source_health (source_id) SELECT DISTINCT source_id FROM endpoints;
SELECT refresh_source_health(ARRAY(SELECT source_id FROM source_health));

-- +goose Down
DROP TRIGGER "source_health_deletes" ON "endpoints";
DROP TRIGGER "source_health_updates" ON "endpoint_states";
DROP TRIGGER "source_health_inserts" ON "endpoint_states";
DROP TABLE "source_health";
DELETE FROM source_counts WHERE facet = 'health';
DELETE FROM source_count_deltas WHERE facet = 'health';
DROP FUNCTION count_sources();
ALTER FUNCTION count_source_columns() RENAME TO count_sources;
DROP FUNCTION count_health_updates, count_health_deletes, count_health_inserts, source_health_of_deleted_endpoints, source_health_of_changed_endpoints,
	source_health_of_new_endpoints, refresh_source_health, health_severity;
