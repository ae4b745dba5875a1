-- +goose Up
-- Endpoints of sources whose rights are "forbidden" are not checked (ADR 66). Every request of a worker and every claim of
-- a program reads endpoint_states.enabled, so that this function decides for all of them.
DROP FUNCTION is_checked(text, boolean, text);

-- +goose StatementBegin
CREATE FUNCTION is_checked(endpoint_intent text, endpoint_live boolean, source_lifecycle text, source_rights text)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT endpoint_intent = 'active' AND endpoint_live AND source_lifecycle = 'active' AND source_rights <> 'forbidden'
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION schedule_new_endpoints() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO endpoint_states (endpoint_id, enabled)
	SELECT e.id, is_checked(e.intent, e.live, s.lifecycle, s.rights)
	FROM new_rows e
	JOIN sources s ON s.id = e.source_id
	ON CONFLICT (endpoint_id) DO NOTHING;
	RETURN NULL;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION schedule_changed_source() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE endpoint_states t SET
		enabled = is_checked(e.intent, e.live, NEW.lifecycle, NEW.rights),
		revision = t.revision + 1, domain = NULL, next_check_at = now(), next_reasons = NULL
	FROM endpoints e
	WHERE e.source_id = NEW.id AND t.endpoint_id = e.id;
	RETURN NULL;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION schedule_changed_endpoint() RETURNS trigger LANGUAGE plpgsql AS $$
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
-- +goose StatementEnd

DROP TRIGGER schedule_updates ON sources;
CREATE TRIGGER schedule_updates AFTER UPDATE OF lifecycle, rights ON sources FOR EACH ROW
	WHEN (OLD.lifecycle IS DISTINCT FROM NEW.lifecycle OR (OLD.rights = 'forbidden') <> (NEW.rights = 'forbidden'))
	EXECUTE FUNCTION schedule_changed_source();
COMMENT ON TRIGGER schedule_updates ON sources IS
	'Requests, imports and jobs change the lifecycle and the rights of a source while workers check its endpoints.';

UPDATE endpoint_states t SET enabled = false, revision = t.revision + 1, domain = NULL
FROM endpoints e
JOIN sources s ON s.id = e.source_id
WHERE t.endpoint_id = e.id AND t.enabled AND s.rights = 'forbidden';

-- +goose Down
DROP TRIGGER schedule_updates ON sources;
CREATE TRIGGER schedule_updates AFTER UPDATE OF lifecycle ON sources FOR EACH ROW
	WHEN (OLD.lifecycle IS DISTINCT FROM NEW.lifecycle) EXECUTE FUNCTION schedule_changed_source();
COMMENT ON TRIGGER schedule_updates ON sources IS
	'Requests, imports and jobs change the lifecycle of a source while workers check its endpoints.';

DROP FUNCTION is_checked(text, boolean, text, text);

-- +goose StatementBegin
CREATE FUNCTION is_checked(endpoint_intent text, endpoint_live boolean, source_lifecycle text)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT endpoint_intent = 'active' AND endpoint_live AND source_lifecycle = 'active'
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION schedule_new_endpoints() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO endpoint_states (endpoint_id, enabled)
	SELECT e.id, is_checked(e.intent, e.live, s.lifecycle)
	FROM new_rows e
	JOIN sources s ON s.id = e.source_id
	ON CONFLICT (endpoint_id) DO NOTHING;
	RETURN NULL;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION schedule_changed_source() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE endpoint_states t SET
		enabled = is_checked(e.intent, e.live, NEW.lifecycle),
		revision = t.revision + 1, domain = NULL, next_check_at = now(), next_reasons = NULL
	FROM endpoints e
	WHERE e.source_id = NEW.id AND t.endpoint_id = e.id;
	RETURN NULL;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION schedule_changed_endpoint() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE endpoint_states SET
		enabled = is_checked(NEW.intent, NEW.live, (SELECT lifecycle FROM sources WHERE id = NEW.source_id)),
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
-- +goose StatementEnd

UPDATE endpoint_states t SET enabled = true, revision = t.revision + 1, domain = NULL, next_check_at = now()
FROM endpoints e
JOIN sources s ON s.id = e.source_id
WHERE t.endpoint_id = e.id AND is_checked(e.intent, e.live, s.lifecycle) AND s.rights = 'forbidden';
