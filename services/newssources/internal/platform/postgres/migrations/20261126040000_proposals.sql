-- +goose Up
-- A proposed change set waits for the decision of another member (ADR 57). answer is the reason of the decision, and
-- answer_seen is false until the author has seen it.
ALTER TABLE change_sets
	ADD COLUMN proposed_at timestamptz,
	ADD COLUMN decided_at timestamptz,
	ADD COLUMN decided_by_id uuid,
	ADD COLUMN answer text NOT NULL DEFAULT '',
	ADD COLUMN answer_seen boolean NOT NULL DEFAULT true,
	ADD CONSTRAINT change_sets_decided_by_id_fkey FOREIGN KEY (decided_by_id) REFERENCES members(id) ON DELETE SET NULL;

CREATE INDEX change_sets_proposed ON change_sets (id)
	WHERE state = 'proposed';

CREATE INDEX change_sets_answered ON change_sets (created_by_id)
	WHERE NOT answer_seen;

-- +goose Down
DROP INDEX change_sets_proposed;

ALTER TABLE change_sets
	DROP COLUMN proposed_at,
	DROP COLUMN decided_at,
	DROP COLUMN decided_by_id,
	DROP COLUMN answer,
	DROP COLUMN answer_seen;
