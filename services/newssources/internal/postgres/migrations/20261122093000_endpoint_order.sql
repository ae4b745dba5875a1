-- +goose Up
-- modify "endpoints" table
ALTER TABLE "endpoints" ADD COLUMN "position" bigint NULL;

-- Archived sources count their endpoints too.
UPDATE "sources" s SET "endpoint_count" = e.n, "endpoint_kinds" = e.kinds FROM (
	SELECT "source_id", count(*) AS n, jsonb_agg(DISTINCT "kind"::text ORDER BY "kind"::text) AS kinds
	FROM "endpoints" WHERE "intent" <> 'retired' GROUP BY 1
) e WHERE s."lifecycle" = 'archived' AND e."source_id" = s."id";

-- +goose Down
UPDATE "sources" SET "endpoint_count" = 0, "endpoint_kinds" = '[]' WHERE "lifecycle" = 'archived';
ALTER TABLE "endpoints" DROP COLUMN "position";
