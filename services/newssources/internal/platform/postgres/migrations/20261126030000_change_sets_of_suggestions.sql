-- +goose Up
-- The change set that made the change of an accepted suggestion (ADR 56). The index selects the suggestions of a change
-- set that is undone; it is empty when it is built.
ALTER TABLE suggestions ADD COLUMN change_set_id uuid;

CREATE INDEX suggestions_by_change_set ON suggestions (change_set_id)
	WHERE change_set_id IS NOT NULL;

-- +goose Down
ALTER TABLE suggestions DROP COLUMN change_set_id;
