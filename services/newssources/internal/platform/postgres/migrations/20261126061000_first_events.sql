-- +goose Up
-- The list of all changes has one entry per change set: its first event (ADR 53).
ALTER TABLE change_sets ADD COLUMN first_event_id uuid;

UPDATE change_sets c SET first_event_id = f.id
FROM (
	SELECT DISTINCT ON (change_set_id) change_set_id, id
	FROM audit_events
	WHERE change_set_id IS NOT NULL
	ORDER BY change_set_id, id
) f
WHERE c.id = f.change_set_id;

CREATE INDEX change_sets_by_first_event ON change_sets (first_event_id)
	WHERE first_event_id IS NOT NULL;

-- +goose Down
ALTER TABLE change_sets DROP COLUMN first_event_id;
