CREATE FUNCTION record_health_changes() RETURNS trigger LANGUAGE plpgsql AS $$
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
