-- +goose Up
-- Who asked for the next check, and for a check that was made.
ALTER TABLE "endpoint_states" ADD COLUMN "requested_by" uuid NULL;
ALTER TABLE "attempts" ADD COLUMN "requested_by" uuid NULL;
-- create index "sources_paused_until" to table: "sources"
CREATE INDEX "sources_paused_until" ON "sources" ("paused_until") WHERE (((lifecycle)::text = 'paused'::text) AND (paused_until IS NOT NULL));

-- +goose Down
DROP INDEX "sources_paused_until";
ALTER TABLE "attempts" DROP COLUMN "requested_by";
ALTER TABLE "endpoint_states" DROP COLUMN "requested_by";
