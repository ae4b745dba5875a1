-- +goose Up
-- Who works on a source that needs a person, and until when it is hidden from the work list (ADR 29). The columns are in source_health, so
-- that the statement that records a recovery also ends the work. work_version changes with each change of the work and is never reset.
ALTER TABLE "source_health"
	ADD COLUMN "assignee_id" uuid NULL,            -- a member
	ADD COLUMN "snoozed_until" timestamptz NULL,   -- a job sets it to null at that time
	ADD COLUMN "work_version" integer NOT NULL DEFAULT 0;

-- +goose StatementBegin
-- health_needs_person reports whether a state usually does not end without a person; see health.WorkStates.
CREATE FUNCTION health_needs_person(state text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT state IN ('quiet', 'suspect', 'blocked', 'failing', 'gone')
$$;

-- health_facets returns the counted values of a row of source_health. The facets work_open and work_snoozed count the sources that need a person by
-- cause, with the suffix _assigned if they have an assignee. The facet 'assignee' counts all sources of a member and, with the value '', the sources
-- that need a person and have no assignee.
CREATE FUNCTION health_facets(state text, cause text, assignee_id uuid, is_snoozed boolean) RETURNS TABLE (facet text, value text) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT 'health', state WHERE state <> ''
	UNION ALL SELECT CASE WHEN is_snoozed THEN 'work_snoozed' ELSE 'work_open' END || CASE WHEN assignee_id IS NULL THEN '' ELSE '_assigned' END, cause
		WHERE health_needs_person(state) AND cause <> ''
	UNION ALL SELECT 'assignee', coalesce(assignee_id::text, '') WHERE assignee_id IS NOT NULL OR health_needs_person(state) AND cause <> ''
$$;

CREATE OR REPLACE FUNCTION count_health_inserts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, 'active', f.value, count(*) FROM new_rows h, health_facets(h.state, h.cause, h.assignee_id, h.snoozed_until IS NOT NULL) f GROUP BY 1, 3;
	RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_health_deletes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, 'active', f.value, -count(*) FROM old_rows h, health_facets(h.state, h.cause, h.assignee_id, h.snoozed_until IS NOT NULL) f GROUP BY 1, 3;
	RETURN NULL;
END $$;

-- Rows in which only other columns changed, such as the time of the last new item, are not counted.
CREATE OR REPLACE FUNCTION count_health_updates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, 'active', f.value, sum(f.n) FROM old_rows o JOIN new_rows n USING (source_id), LATERAL (
		SELECT facet, value, -1 AS n FROM health_facets(o.state, o.cause, o.assignee_id, o.snoozed_until IS NOT NULL)
		UNION ALL SELECT facet, value, 1 FROM health_facets(n.state, n.cause, n.assignee_id, n.snoozed_until IS NOT NULL)
	) f
	WHERE (o.state, o.cause, o.assignee_id, o.snoozed_until IS NULL) IS DISTINCT FROM (n.state, n.cause, n.assignee_id, n.snoozed_until IS NULL)
	GROUP BY 1, 3 HAVING sum(f.n) <> 0;
	RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_sources() RETURNS TABLE (facet text, lifecycle text, value text, n bigint) LANGUAGE sql STABLE AS $$
	SELECT facet, lifecycle, value, n FROM count_source_columns()
	UNION ALL SELECT f.facet, 'active', f.value, count(*) FROM source_health h, health_facets(h.state, h.cause, h.assignee_id, h.snoozed_until IS NOT NULL) f GROUP BY 1, 3
$$;

-- As in 20261122131500, but the work on a source ends when the source works again or is no longer checked.
CREATE OR REPLACE FUNCTION refresh_source_health(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM source_health WHERE source_id = ANY(ids) ORDER BY source_id FOR UPDATE;
	UPDATE source_health h SET state = w.state, cause = w.cause, since = coalesce(w.since, h.since), affected = w.affected, checked = w.checked,
		assignee_id = CASE WHEN w.state IN ('ok', '') THEN NULL ELSE h.assignee_id END,
		snoozed_until = CASE WHEN w.state IN ('ok', '') THEN NULL ELSE h.snoozed_until END,
		work_version = h.work_version + CASE WHEN w.state IN ('ok', '') AND (h.assignee_id IS NOT NULL OR h.snoozed_until IS NOT NULL) THEN 1 ELSE 0 END
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

-- record_ended_work adds the end of the work on recovered sources to their history, with ids as of package uuid (version 7).
CREATE FUNCTION record_ended_work(ids uuid[], assignees uuid[], ends timestamptz[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO audit_events (id, at, actor_email, actor_name, actor_role, action, target_type, target_id, target_name, source_id, changes)
	SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid,
		clock_timestamp(), '', '', '', 'work.ended', 'source', s.id, s.name, s.id,
		CASE WHEN w.assignee IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(jsonb_build_object('field', 'assignee', 'before', coalesce(nullif(m.name, ''), m.email, ''))) END
		|| CASE WHEN w.until IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(jsonb_build_object('field', 'snoozed_until', 'before', w.until)) END
	FROM unnest(ids, assignees, ends) w(id, assignee, until) JOIN sources s ON s.id = w.id LEFT JOIN members m ON m.id = w.assignee;
END $$;

CREATE OR REPLACE FUNCTION record_health_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids uuid[]; assignees uuid[]; ends timestamptz[];
BEGIN
	INSERT INTO source_health_changes (at, source_id, state, cause)
	SELECT now(), n.source_id, n.state, n.cause FROM old_rows o JOIN new_rows n USING (source_id) WHERE (o.state, o.cause) IS DISTINCT FROM (n.state, n.cause)
	ON CONFLICT (at, source_id) DO UPDATE SET state = excluded.state, cause = excluded.cause;
	SELECT array_agg(source_id), array_agg(o.assignee_id), array_agg(o.snoozed_until) INTO ids, assignees, ends FROM old_rows o JOIN new_rows n USING (source_id)
	WHERE (o.assignee_id IS NOT NULL OR o.snoozed_until IS NOT NULL) AND n.assignee_id IS NULL AND n.snoozed_until IS NULL
		AND n.state IN ('ok', '') AND o.state <> n.state;
	IF ids IS NOT NULL THEN
		PERFORM record_ended_work(ids, assignees, ends);
	END IF;
	RETURN NULL;
END $$;
-- +goose StatementEnd

-- Initializes the counters of the sources that need a person. ALTER TABLE has locked the table, so no change is missed.
INSERT INTO source_count_deltas (facet, lifecycle, value, n)
SELECT f.facet, 'active', f.value, count(*) FROM source_health h, health_facets(h.state, h.cause, NULL, false) f WHERE h.cause <> '' AND f.facet <> 'health' GROUP BY 1, 3;

-- +goose Down
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION record_health_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_health_changes (at, source_id, state, cause)
	SELECT now(), n.source_id, n.state, n.cause FROM old_rows o JOIN new_rows n USING (source_id) WHERE (o.state, o.cause) IS DISTINCT FROM (n.state, n.cause)
	ON CONFLICT (at, source_id) DO UPDATE SET state = excluded.state, cause = excluded.cause;
	RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION refresh_source_health(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION count_sources() RETURNS TABLE (facet text, lifecycle text, value text, n bigint) LANGUAGE sql STABLE AS $$
	SELECT facet, lifecycle, value, n FROM count_source_columns()
	UNION ALL SELECT 'health', 'active', state, count(*) FROM source_health WHERE state <> '' GROUP BY 3
$$;

CREATE OR REPLACE FUNCTION count_health_inserts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT 'health', 'active', state, count(*) FROM new_rows WHERE state <> '' GROUP BY 3;
	RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_health_deletes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT 'health', 'active', state, -count(*) FROM old_rows WHERE state <> '' GROUP BY 3;
	RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_health_updates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT 'health', 'active', state, sum(n) FROM (SELECT state, -1 AS n FROM old_rows UNION ALL SELECT state, 1 FROM new_rows) c
	WHERE state <> '' GROUP BY 3 HAVING sum(n) <> 0;
	RETURN NULL;
END $$;
-- +goose StatementEnd
DELETE FROM source_counts WHERE facet = 'assignee' OR facet LIKE 'work\_%';
DELETE FROM source_count_deltas WHERE facet = 'assignee' OR facet LIKE 'work\_%';
DROP FUNCTION record_ended_work, health_facets, health_needs_person;
ALTER TABLE "source_health" DROP COLUMN "assignee_id", DROP COLUMN "snoozed_until", DROP COLUMN "work_version";
