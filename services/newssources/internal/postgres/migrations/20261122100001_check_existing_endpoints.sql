-- +goose Up
-- Endpoints that existed before the triggers. A migration of its own, so that the locks for creating the triggers are released
-- before. The first checks are spread over an hour.
INSERT INTO endpoint_states (endpoint_id, enabled, next_check_at)
SELECT e.id, is_checked(e.intent, e.live, s.lifecycle), now() + random() * interval '1 hour'
FROM endpoints e JOIN sources s ON s.id = e.source_id
ON CONFLICT (endpoint_id) DO NOTHING;

-- +goose Down
SELECT 1;
