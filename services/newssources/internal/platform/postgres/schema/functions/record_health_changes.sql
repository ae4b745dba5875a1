CREATE FUNCTION record_health_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_health_changes (at, source_id, state, cause)
	SELECT now(), n.source_id, n.state, n.cause
	FROM old_rows o
	JOIN new_rows n USING (source_id)
	WHERE (o.state, o.cause) IS DISTINCT FROM (n.state, n.cause)
	ON CONFLICT (at, source_id) DO UPDATE SET state = excluded.state, cause = excluded.cause;
	RETURN NULL;
END $$;
