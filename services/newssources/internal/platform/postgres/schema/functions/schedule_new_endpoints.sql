CREATE FUNCTION schedule_new_endpoints() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO endpoint_states (endpoint_id, enabled)
	SELECT e.id, is_checked(e.intent, e.live, s.lifecycle, s.rights)
	FROM new_rows e
	JOIN sources s ON s.id = e.source_id
	ON CONFLICT (endpoint_id) DO NOTHING;
	RETURN NULL;
END $$;
