-- +goose Up
-- create "job_pauses" table
CREATE TABLE "job_pauses" ("id" uuid NOT NULL, "kind" character varying NOT NULL, "paused_at" timestamptz NOT NULL, "paused_by_id" uuid NULL, PRIMARY KEY ("id"), CONSTRAINT "job_pauses_members_paused_by" FOREIGN KEY ("paused_by_id") REFERENCES "members" ("id") ON UPDATE NO ACTION ON DELETE SET NULL);
-- create index "job_pauses_kind_key" to table: "job_pauses"
CREATE UNIQUE INDEX "job_pauses_kind_key" ON "job_pauses" ("kind");
-- modify "sources" table
ALTER TABLE "sources" ADD COLUMN "name_derived" boolean NOT NULL DEFAULT false, ADD COLUMN "homepage_derived" boolean NOT NULL DEFAULT false;
-- create "proposals" table
CREATE TABLE "proposals" ("id" uuid NOT NULL, "field" character varying NOT NULL, "before" text NOT NULL DEFAULT '', "value" text NOT NULL, "origin" character varying NOT NULL, "png" bytea NULL, "state" character varying NOT NULL DEFAULT 'open', "created_at" timestamptz NOT NULL, "decided_at" timestamptz NULL, "decided_by_id" uuid NULL, "source_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "proposals_members_decided_by" FOREIGN KEY ("decided_by_id") REFERENCES "members" ("id") ON UPDATE NO ACTION ON DELETE SET NULL, CONSTRAINT "proposals_sources_proposals" FOREIGN KEY ("source_id") REFERENCES "sources" ("id") ON UPDATE NO ACTION ON DELETE CASCADE);
-- create index "proposals_by_source" to table: "proposals"
CREATE INDEX "proposals_by_source" ON "proposals" ("source_id", "field", "state");
-- create index "proposals_open" to table: "proposals"
CREATE INDEX "proposals_open" ON "proposals" ("id") WHERE ((state)::text = 'open'::text);
-- create index "proposals_open_by_field" to table: "proposals"
CREATE INDEX "proposals_open_by_field" ON "proposals" ("field", "id") WHERE ((state)::text = 'open'::text);
-- create index "proposals_open_by_source" to table: "proposals"
CREATE UNIQUE INDEX "proposals_open_by_source" ON "proposals" ("source_id", "field") WHERE ((state)::text = 'open'::text);
-- create "visits" table
CREATE TABLE "visits" ("id" uuid NOT NULL, "domain" character varying NOT NULL DEFAULT '', "due_at" timestamptz NULL, "started_at" timestamptz NULL, "finished_at" timestamptz NULL, "attempts" bigint NOT NULL DEFAULT 0, "outcome" character varying NOT NULL DEFAULT '', "detail" text NOT NULL DEFAULT '', "homepage" text NOT NULL DEFAULT '', "url" text NOT NULL DEFAULT '', "created_at" timestamptz NOT NULL, "source_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "visits_sources_visit" FOREIGN KEY ("source_id") REFERENCES "sources" ("id") ON UPDATE NO ACTION ON DELETE CASCADE);
-- create index "visits_by_domain" to table: "visits"
CREATE INDEX "visits_by_domain" ON "visits" ("domain", "started_at");
-- create index "visits_due" to table: "visits"
CREATE INDEX "visits_due" ON "visits" ("due_at") WHERE (due_at IS NOT NULL);
-- create index "visits_failed" to table: "visits"
CREATE INDEX "visits_failed" ON "visits" ("id") WHERE (((outcome)::text <> ''::text) AND ((outcome)::text <> 'ok'::text));
-- create index "visits_source_id_key" to table: "visits"
CREATE UNIQUE INDEX "visits_source_id_key" ON "visits" ("source_id");

-- +goose Down
-- reverse: create index "visits_source_id_key" to table: "visits"
DROP INDEX "visits_source_id_key";
-- reverse: create index "visits_failed" to table: "visits"
DROP INDEX "visits_failed";
-- reverse: create index "visits_due" to table: "visits"
DROP INDEX "visits_due";
-- reverse: create index "visits_by_domain" to table: "visits"
DROP INDEX "visits_by_domain";
-- reverse: create "visits" table
DROP TABLE "visits";
-- reverse: create index "proposals_open_by_source" to table: "proposals"
DROP INDEX "proposals_open_by_source";
-- reverse: create index "proposals_open_by_field" to table: "proposals"
DROP INDEX "proposals_open_by_field";
-- reverse: create index "proposals_open" to table: "proposals"
DROP INDEX "proposals_open";
-- reverse: create index "proposals_by_source" to table: "proposals"
DROP INDEX "proposals_by_source";
-- reverse: create "proposals" table
DROP TABLE "proposals";
-- reverse: modify "sources" table
ALTER TABLE "sources" DROP COLUMN "homepage_derived", DROP COLUMN "name_derived";
-- reverse: create index "job_pauses_kind_key" to table: "job_pauses"
DROP INDEX "job_pauses_kind_key";
-- reverse: create "job_pauses" table
DROP TABLE "job_pauses";
