CREATE FUNCTION plan_changed_endpoint() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE endpoint_states SET
		revision = revision + 1, domain = NULL, next_check_at = now(),
		next_reasons = CASE WHEN checks > 0 THEN '[{"code": "settings", "text": "the schedule was changed"}]'::json END
	WHERE endpoint_id = NEW.id;
	RETURN NULL;
END $$;
