CREATE FUNCTION schedule_changed_source() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE endpoint_states t SET
		enabled = is_checked(e.intent, e.live, NEW.lifecycle, NEW.rights),
		revision = t.revision + 1, domain = NULL, next_check_at = now(), next_reasons = NULL
	FROM endpoints e
	WHERE e.source_id = NEW.id AND t.endpoint_id = e.id;
	RETURN NULL;
END $$;
