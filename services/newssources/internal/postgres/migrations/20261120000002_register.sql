-- +goose Up
-- create "audit_events" table
CREATE TABLE "audit_events" ("id" uuid NOT NULL, "at" timestamptz NOT NULL, "actor_id" uuid NULL, "actor_email" character varying NOT NULL, "actor_name" character varying NOT NULL, "actor_role" character varying NOT NULL, "action" character varying NOT NULL, "target_type" character varying NOT NULL, "target_id" uuid NOT NULL, "target_name" character varying NOT NULL, "source_id" uuid NOT NULL, "version" bigint NOT NULL DEFAULT 0, "changes" jsonb NOT NULL, "request_id" character varying NOT NULL DEFAULT '', "import_id" uuid NULL, PRIMARY KEY ("id"));
-- create index "audit_events_by_source" to table: "audit_events"
CREATE INDEX "audit_events_by_source" ON "audit_events" ("source_id", "id");
-- create index "audit_events_by_target" to table: "audit_events"
CREATE INDEX "audit_events_by_target" ON "audit_events" ("target_id", "version");
-- create "members" table
CREATE TABLE "members" ("id" uuid NOT NULL, "uid" character varying NOT NULL, "email" character varying NOT NULL, "name" character varying NOT NULL DEFAULT '', "role" character varying NOT NULL, "disabled_at" timestamptz NULL, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "last_seen_at" timestamptz NULL, PRIMARY KEY ("id"));
-- create index "members_uid_key" to table: "members"
CREATE UNIQUE INDEX "members_uid_key" ON "members" ("uid");
-- create "sources" table
CREATE TABLE "sources" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "version" bigint NOT NULL DEFAULT 1, "name" character varying NOT NULL, "name_key" character varying NOT NULL COLLATE "C", "search_text" character varying NOT NULL, "endpoint_count" bigint NOT NULL DEFAULT 0, "endpoint_kinds" jsonb NOT NULL, "homepage_url" character varying NOT NULL, "canonical_domain" character varying NOT NULL, "path_prefix" character varying NOT NULL DEFAULT '', "lifecycle" character varying NOT NULL DEFAULT 'active', "archived_from" character varying NOT NULL DEFAULT '', "archived_at" timestamptz NULL, "paused_until" timestamptz NULL, "pause_reason" character varying NOT NULL DEFAULT '', "media_type" character varying NOT NULL DEFAULT '', "country" character varying NOT NULL DEFAULT '', "region" character varying NOT NULL DEFAULT '', "languages" jsonb NOT NULL, "scope" character varying NOT NULL DEFAULT '', "tier" bigint NULL, "paywall" character varying NOT NULL DEFAULT 'unknown', "rights" character varying NOT NULL DEFAULT 'unknown', "rights_note" text NOT NULL DEFAULT '', "owner" character varying NOT NULL DEFAULT '', "notes" text NOT NULL DEFAULT '', "created_by_id" uuid NULL, "updated_by_id" uuid NULL, PRIMARY KEY ("id"), CONSTRAINT "sources_members_created_by" FOREIGN KEY ("created_by_id") REFERENCES "members" ("id") ON UPDATE NO ACTION ON DELETE SET NULL, CONSTRAINT "sources_members_updated_by" FOREIGN KEY ("updated_by_id") REFERENCES "members" ("id") ON UPDATE NO ACTION ON DELETE SET NULL);
-- create index "sources_by_country" to table: "sources"
CREATE INDEX "sources_by_country" ON "sources" ("country");
-- create index "sources_by_created" to table: "sources"
CREATE INDEX "sources_by_created" ON "sources" ("created_at", "id");
-- create index "sources_by_language" to table: "sources"
CREATE INDEX "sources_by_language" ON "sources" USING gin ("languages");
-- create index "sources_by_lifecycle" to table: "sources"
CREATE INDEX "sources_by_lifecycle" ON "sources" ("lifecycle");
-- create index "sources_by_name" to table: "sources"
CREATE INDEX "sources_by_name" ON "sources" ("name_key", "id");
-- create index "sources_by_updated" to table: "sources"
CREATE INDEX "sources_by_updated" ON "sources" ("updated_at", "id");
-- create index "sources_facets" to table: "sources"
CREATE INDEX "sources_facets" ON "sources" ("lifecycle", "country", "languages", "endpoint_kinds");
-- create index "sources_outlet_live" to table: "sources"
CREATE UNIQUE INDEX "sources_outlet_live" ON "sources" ("canonical_domain", "path_prefix") WHERE ((lifecycle)::text <> 'archived'::text);
-- create index "sources_search" to table: "sources"
CREATE INDEX "sources_search" ON "sources" USING gin ("search_text" gin_trgm_ops);
-- create "endpoints" table
CREATE TABLE "endpoints" ("id" uuid NOT NULL, "created_at" timestamptz NOT NULL, "updated_at" timestamptz NOT NULL, "version" bigint NOT NULL DEFAULT 1, "kind" character varying NOT NULL, "url_entered" character varying NOT NULL, "url" character varying NOT NULL, "url_key" character varying NOT NULL, "name" character varying NOT NULL DEFAULT '', "section" character varying NOT NULL DEFAULT '', "language" character varying NOT NULL DEFAULT '', "intent" character varying NOT NULL DEFAULT 'active', "live" boolean NOT NULL DEFAULT true, "source_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "endpoints_sources_endpoints" FOREIGN KEY ("source_id") REFERENCES "sources" ("id") ON UPDATE NO ACTION ON DELETE CASCADE);
-- create index "endpoints_by_source" to table: "endpoints"
CREATE INDEX "endpoints_by_source" ON "endpoints" ("source_id", "id");
-- create index "endpoints_url_live" to table: "endpoints"
CREATE UNIQUE INDEX "endpoints_url_live" ON "endpoints" ("url_key") WHERE live;
-- create "imports" table
CREATE TABLE "imports" ("id" uuid NOT NULL, "filename" character varying NOT NULL, "state" character varying NOT NULL DEFAULT 'queued', "error" character varying NOT NULL DEFAULT '', "total" bigint NOT NULL DEFAULT 0, "created_at" timestamptz NOT NULL, "finished_at" timestamptz NULL, "request_id" character varying NOT NULL DEFAULT '', "created_by_id" uuid NULL, PRIMARY KEY ("id"), CONSTRAINT "imports_members_created_by" FOREIGN KEY ("created_by_id") REFERENCES "members" ("id") ON UPDATE NO ACTION ON DELETE SET NULL);
-- create "import_rows" table
CREATE TABLE "import_rows" ("id" uuid NOT NULL, "number" bigint NOT NULL, "line" bigint NOT NULL, "title" text NOT NULL, "url" text NOT NULL, "html_url" text NOT NULL DEFAULT '', "kind" character varying NOT NULL DEFAULT 'rss', "language" character varying NOT NULL DEFAULT '', "tags" jsonb NOT NULL, "recovered" boolean NOT NULL DEFAULT false, "recovery" character varying NOT NULL DEFAULT '', "outlet_name" character varying NOT NULL DEFAULT '', "result" character varying NOT NULL DEFAULT 'pending', "reason" character varying NOT NULL DEFAULT '', "source_id" uuid NULL, "endpoint_id" uuid NULL, "import_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "import_rows_imports_rows" FOREIGN KEY ("import_id") REFERENCES "imports" ("id") ON UPDATE NO ACTION ON DELETE CASCADE);
-- create index "import_rows_by_number" to table: "import_rows"
CREATE UNIQUE INDEX "import_rows_by_number" ON "import_rows" ("import_id", "number");
-- create index "import_rows_by_result" to table: "import_rows"
CREATE INDEX "import_rows_by_result" ON "import_rows" ("import_id", "result", "number");
-- create "tags" table
CREATE TABLE "tags" ("id" uuid NOT NULL, "name" character varying NOT NULL, "name_key" character varying NOT NULL COLLATE "C", PRIMARY KEY ("id"));
-- create index "tags_name_key_key" to table: "tags"
CREATE UNIQUE INDEX "tags_name_key_key" ON "tags" ("name_key");
-- create "source_tags" table
CREATE TABLE "source_tags" ("source_id" uuid NOT NULL, "tag_id" uuid NOT NULL, PRIMARY KEY ("source_id", "tag_id"), CONSTRAINT "source_tags_sources_source" FOREIGN KEY ("source_id") REFERENCES "sources" ("id") ON UPDATE NO ACTION ON DELETE CASCADE, CONSTRAINT "source_tags_tags_tag" FOREIGN KEY ("tag_id") REFERENCES "tags" ("id") ON UPDATE NO ACTION ON DELETE CASCADE);
-- create index "source_tags_by_tag" to table: "source_tags"
CREATE INDEX "source_tags_by_tag" ON "source_tags" ("tag_id", "source_id");

-- +goose Down
-- reverse: create index "source_tags_by_tag" to table: "source_tags"
DROP INDEX "source_tags_by_tag";
-- reverse: create "source_tags" table
DROP TABLE "source_tags";
-- reverse: create index "tags_name_key_key" to table: "tags"
DROP INDEX "tags_name_key_key";
-- reverse: create "tags" table
DROP TABLE "tags";
-- reverse: create index "import_rows_by_result" to table: "import_rows"
DROP INDEX "import_rows_by_result";
-- reverse: create index "import_rows_by_number" to table: "import_rows"
DROP INDEX "import_rows_by_number";
-- reverse: create "import_rows" table
DROP TABLE "import_rows";
-- reverse: create "imports" table
DROP TABLE "imports";
-- reverse: create index "endpoints_url_live" to table: "endpoints"
DROP INDEX "endpoints_url_live";
-- reverse: create index "endpoints_by_source" to table: "endpoints"
DROP INDEX "endpoints_by_source";
-- reverse: create "endpoints" table
DROP TABLE "endpoints";
-- reverse: create index "sources_search" to table: "sources"
DROP INDEX "sources_search";
-- reverse: create index "sources_outlet_live" to table: "sources"
DROP INDEX "sources_outlet_live";
-- reverse: create index "sources_facets" to table: "sources"
DROP INDEX "sources_facets";
-- reverse: create index "sources_by_updated" to table: "sources"
DROP INDEX "sources_by_updated";
-- reverse: create index "sources_by_name" to table: "sources"
DROP INDEX "sources_by_name";
-- reverse: create index "sources_by_lifecycle" to table: "sources"
DROP INDEX "sources_by_lifecycle";
-- reverse: create index "sources_by_language" to table: "sources"
DROP INDEX "sources_by_language";
-- reverse: create index "sources_by_created" to table: "sources"
DROP INDEX "sources_by_created";
-- reverse: create index "sources_by_country" to table: "sources"
DROP INDEX "sources_by_country";
-- reverse: create "sources" table
DROP TABLE "sources";
-- reverse: create index "members_uid_key" to table: "members"
DROP INDEX "members_uid_key";
-- reverse: create "members" table
DROP TABLE "members";
-- reverse: create index "audit_events_by_target" to table: "audit_events"
DROP INDEX "audit_events_by_target";
-- reverse: create index "audit_events_by_source" to table: "audit_events"
DROP INDEX "audit_events_by_source";
-- reverse: create "audit_events" table
DROP TABLE "audit_events";
