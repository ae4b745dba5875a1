-- +goose NO TRANSACTION
-- +goose Up
-- There are many more suggestions of the kind field than of the others, so that both have indexes of their
-- own: the open ones for fields, in the list, by field and by source, and the others by state. CONCURRENTLY
-- does not block writes while an index is built. It waits for running transactions, so it needs a longer lock
-- time-out. Indexes that an interrupted run left unfinished are dropped first.
SET lock_timeout = '10min';
DROP INDEX IF EXISTS suggestions_open_fields;
CREATE INDEX CONCURRENTLY suggestions_open_fields ON suggestions (id) WHERE kind = 'field' AND state = 'open';
DROP INDEX IF EXISTS suggestions_open_by_field;
CREATE INDEX CONCURRENTLY suggestions_open_by_field ON suggestions (field, id)
	WHERE kind = 'field' AND state = 'open';
DROP INDEX IF EXISTS suggestions_open_field_of_source;
CREATE UNIQUE INDEX CONCURRENTLY suggestions_open_field_of_source ON suggestions (source_id, field)
	WHERE kind = 'field' AND state = 'open';
DROP INDEX IF EXISTS suggestions_without_fields;
CREATE INDEX CONCURRENTLY suggestions_without_fields ON suggestions (state, id) WHERE kind <> 'field';
SET lock_timeout = '2s';

-- Open proposals are copied first, then the newest decision about a value: an index allows one suggestion of
-- a value. The trigger of proposals has copied what was written since the migration before.
SELECT count(copy_proposal(p.id))
FROM (SELECT id FROM proposals ORDER BY state <> 'open', state <> 'dismissed', id DESC) p;

-- +goose Down
DROP INDEX suggestions_without_fields;
DROP INDEX suggestions_open_field_of_source;
DROP INDEX suggestions_open_by_field;
DROP INDEX suggestions_open_fields;
