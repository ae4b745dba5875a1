CREATE FUNCTION schedule_changed_credentials() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE endpoint_states SET revision = revision + 1, domain = NULL, next_check_at = now(), next_reasons = NULL
	WHERE endpoint_id = coalesce(NEW.endpoint_id, OLD.endpoint_id);
	RETURN NULL;
END $$;
