CREATE FUNCTION schedule_changed_endpoint() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE endpoint_states SET
		enabled = (SELECT is_checked(NEW.intent, NEW.live, lifecycle, rights) FROM sources WHERE id = NEW.source_id),
		revision = revision + 1, domain = NULL, next_check_at = now(), next_reasons = NULL,
		etag = '', last_modified = '', body_hash = ''
	WHERE endpoint_id = NEW.id;
	IF NEW.url IS DISTINCT FROM OLD.url THEN
		UPDATE endpoint_states SET
			health = 'new', health_cause = '', health_since = now(),
			failures = 0, failed_checks = 0, failing_since = NULL,
			last_cause = '', cause_since = NULL, cause_checks = 0, suspect_replies = 0, last_detail = '',
			effective_url = '', wrong_validators = 0
		WHERE endpoint_id = NEW.id;
	END IF;
	RETURN NULL;
END $$;
