-- +goose NO TRANSACTION
-- +goose Up
-- A list of tag ids on each source, as for languages and kinds: facets read it instead of searching source_tags for each match
-- (ADR 14). Triggers keep it equal to source_tags. Existing sources are filled in batches, so that no row is locked for long.
ALTER TABLE "sources" ADD COLUMN IF NOT EXISTS "tag_ids" jsonb NOT NULL DEFAULT '[]';

-- +goose StatementBegin
-- set_source_tag_ids sets the lists of sources. The rows are locked before source_tags is read, so that two transactions that
-- tag one source do not miss each other's tags.
CREATE OR REPLACE FUNCTION set_source_tag_ids(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM sources WHERE id = ANY(ids) ORDER BY id FOR UPDATE;
	UPDATE sources s SET tag_ids = t.list
	FROM (SELECT i.id, coalesce((SELECT jsonb_agg(st.tag_id ORDER BY st.tag_id) FROM source_tags st WHERE st.source_id = i.id), '[]') AS list FROM unnest(ids) i(id)) t
	WHERE s.id = t.id AND s.tag_ids <> t.list;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION set_tag_ids_of_new_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_source_tag_ids(ARRAY(SELECT DISTINCT source_id FROM new_rows));
	RETURN NULL;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION set_tag_ids_of_removed_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_source_tag_ids(ARRAY(SELECT DISTINCT source_id FROM old_rows));
	RETURN NULL;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION set_tag_ids_of_changed_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_source_tag_ids(ARRAY(SELECT source_id FROM old_rows UNION SELECT source_id FROM new_rows));
	RETURN NULL;
END $$;
-- +goose StatementEnd

CREATE OR REPLACE TRIGGER "tag_ids_inserts" AFTER INSERT ON "source_tags" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION set_tag_ids_of_new_tags();
CREATE OR REPLACE TRIGGER "tag_ids_updates" AFTER UPDATE ON "source_tags" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION set_tag_ids_of_changed_tags();
CREATE OR REPLACE TRIGGER "tag_ids_deletes" AFTER DELETE ON "source_tags" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION set_tag_ids_of_removed_tags();

-- +goose StatementBegin
DO $$
DECLARE
	batch uuid[];
	last uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
	LOOP
		batch := ARRAY(SELECT DISTINCT source_id FROM source_tags WHERE source_id > last ORDER BY 1 LIMIT 500);
		EXIT WHEN cardinality(batch) = 0;
		PERFORM set_source_tag_ids(batch);
		COMMIT;
		last := batch[cardinality(batch)];
	END LOOP;
END $$;
-- +goose StatementEnd

-- +goose Down
DROP TRIGGER "tag_ids_deletes" ON "source_tags";
DROP TRIGGER "tag_ids_updates" ON "source_tags";
DROP TRIGGER "tag_ids_inserts" ON "source_tags";
DROP FUNCTION set_tag_ids_of_changed_tags, set_tag_ids_of_removed_tags, set_tag_ids_of_new_tags, set_source_tag_ids;
ALTER TABLE "sources" DROP COLUMN "tag_ids";
