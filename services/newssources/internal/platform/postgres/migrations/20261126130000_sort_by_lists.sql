-- +goose NO TRANSACTION
-- +goose Up
-- The list of sources can be sorted by the first language and by the number of tags. CONCURRENTLY does not
-- block writes while an index is built; it waits for running transactions, so it needs a longer lock
-- time-out.
SET lock_timeout = '10min';
DROP INDEX IF EXISTS sources_by_first_language;
CREATE INDEX CONCURRENTLY sources_by_first_language ON sources (coalesce(languages->>0, ''), id);
DROP INDEX IF EXISTS sources_by_tag_count;
CREATE INDEX CONCURRENTLY sources_by_tag_count ON sources (jsonb_array_length(tag_ids), id);
SET lock_timeout = '2s';

-- +goose Down
DROP INDEX sources_by_tag_count;
DROP INDEX sources_by_first_language;
