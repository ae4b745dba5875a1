-- +goose Up
-- The end of the work on a source, and its event in the history, are written by the service: package
-- check ends the work in the transaction that records a recovery, and a job ends it after other changes
-- and after checks by workers of an earlier version (ADR 29). Both lock the row and clear it in the
-- transaction that adds the event, so that there is one event for each end.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION refresh_source_health(ids uuid[])
RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
	PERFORM
	FROM source_health
	WHERE source_id = ANY(ids)
	ORDER BY source_id
	FOR UPDATE;
	UPDATE source_health h SET
		state = w.state, cause = w.cause, since = coalesce(w.since, h.since),
		affected = w.affected, checked = w.checked
	FROM (
		SELECT i.source_id, coalesce(worst.health, '') AS state, coalesce(worst.health_cause, '') AS cause,
			worst.health_since AS since,
			count(t.endpoint_id)
				FILTER (WHERE t.health = worst.health AND t.health_cause = worst.health_cause) AS affected,
			count(t.endpoint_id) AS checked
		FROM unnest(ids) i(source_id)
		LEFT JOIN LATERAL (
			SELECT t.health, t.health_cause, t.health_since
			FROM endpoints e
			JOIN endpoint_states t ON t.endpoint_id = e.id AND t.enabled
			WHERE e.source_id = i.source_id
			ORDER BY health_severity(t.health) DESC, t.health_since NULLS LAST
			LIMIT 1
		) worst ON true
		LEFT JOIN endpoints e ON e.source_id = i.source_id
		LEFT JOIN endpoint_states t ON t.endpoint_id = e.id AND t.enabled
		GROUP BY 1, 2, 3, 4
	) w
	WHERE h.source_id = w.source_id
		AND (h.state, h.cause, h.affected, h.checked)
			IS DISTINCT FROM (w.state, w.cause, w.affected::int, w.checked::int);
END $$;

CREATE OR REPLACE FUNCTION record_health_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_health_changes (at, source_id, state, cause)
	SELECT now(), n.source_id, n.state, n.cause
	FROM old_rows o
	JOIN new_rows n USING (source_id)
	WHERE (o.state, o.cause) IS DISTINCT FROM (n.state, n.cause)
	ON CONFLICT (at, source_id) DO UPDATE SET state = excluded.state, cause = excluded.cause;
	RETURN NULL;
END $$;
-- +goose StatementEnd
DROP FUNCTION record_ended_work;

-- +goose Down
-- +goose StatementBegin
CREATE FUNCTION record_ended_work(ids uuid[], assignees uuid[], ends timestamptz[])
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO audit_events (
		id, at, actor_email, actor_name, actor_role, action, target_type, target_id, target_name, source_id, changes)
	SELECT
		encode(set_bit(set_bit(
			overlay(uuid_send(gen_random_uuid()) PLACING
				substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
				FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid,
		clock_timestamp(), '', '', '', 'work.ended', 'source', s.id, s.name, s.id,
		CASE
			WHEN w.assignee IS NULL THEN '[]'::jsonb
			ELSE jsonb_build_array(
				jsonb_build_object('field', 'assignee', 'before', coalesce(nullif(m.name, ''), m.email, '')))
		END || CASE
			WHEN w.until IS NULL THEN '[]'::jsonb
			ELSE jsonb_build_array(jsonb_build_object('field', 'snoozed_until', 'before', w.until))
		END
	FROM unnest(ids, assignees, ends) w(id, assignee, until)
	JOIN sources s ON s.id = w.id
	LEFT JOIN members m ON m.id = w.assignee;
END $$;

CREATE OR REPLACE FUNCTION record_health_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	ids uuid[];
	assignees uuid[];
	ends timestamptz[];
BEGIN
	INSERT INTO source_health_changes (at, source_id, state, cause)
	SELECT now(), n.source_id, n.state, n.cause
	FROM old_rows o
	JOIN new_rows n USING (source_id)
	WHERE (o.state, o.cause) IS DISTINCT FROM (n.state, n.cause)
	ON CONFLICT (at, source_id) DO UPDATE SET state = excluded.state, cause = excluded.cause;
	SELECT array_agg(source_id), array_agg(o.assignee_id), array_agg(o.snoozed_until)
	INTO ids, assignees, ends
	FROM old_rows o
	JOIN new_rows n USING (source_id)
	WHERE (o.assignee_id IS NOT NULL OR o.snoozed_until IS NOT NULL)
		AND n.assignee_id IS NULL
		AND n.snoozed_until IS NULL
		AND n.state IN ('ok', '')
		AND o.state <> n.state;
	IF ids IS NOT NULL THEN
		PERFORM record_ended_work(ids, assignees, ends);
	END IF;
	RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION refresh_source_health(ids uuid[])
RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
	PERFORM
	FROM source_health
	WHERE source_id = ANY(ids)
	ORDER BY source_id
	FOR UPDATE;
	UPDATE source_health h SET
		state = w.state, cause = w.cause, since = coalesce(w.since, h.since),
		affected = w.affected, checked = w.checked,
		assignee_id = CASE WHEN w.state IN ('ok', '') THEN NULL ELSE h.assignee_id END,
		snoozed_until = CASE WHEN w.state IN ('ok', '') THEN NULL ELSE h.snoozed_until END,
		work_version = h.work_version + CASE
			WHEN w.state IN ('ok', '') AND (h.assignee_id IS NOT NULL OR h.snoozed_until IS NOT NULL) THEN 1
			ELSE 0
		END
	FROM (
		SELECT i.source_id, coalesce(worst.health, '') AS state, coalesce(worst.health_cause, '') AS cause,
			worst.health_since AS since,
			count(t.endpoint_id)
				FILTER (WHERE t.health = worst.health AND t.health_cause = worst.health_cause) AS affected,
			count(t.endpoint_id) AS checked
		FROM unnest(ids) i(source_id)
		LEFT JOIN LATERAL (
			SELECT t.health, t.health_cause, t.health_since
			FROM endpoints e
			JOIN endpoint_states t ON t.endpoint_id = e.id AND t.enabled
			WHERE e.source_id = i.source_id
			ORDER BY health_severity(t.health) DESC, t.health_since NULLS LAST
			LIMIT 1
		) worst ON true
		LEFT JOIN endpoints e ON e.source_id = i.source_id
		LEFT JOIN endpoint_states t ON t.endpoint_id = e.id AND t.enabled
		GROUP BY 1, 2, 3, 4
	) w
	WHERE h.source_id = w.source_id
		AND (h.state, h.cause, h.affected, h.checked)
			IS DISTINCT FROM (w.state, w.cause, w.affected::int, w.checked::int);
END $$;
-- +goose StatementEnd
