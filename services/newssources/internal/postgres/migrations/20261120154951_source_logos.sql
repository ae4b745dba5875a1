-- +goose Up
-- modify "sources" table
ALTER TABLE "sources" ADD COLUMN "logo" character varying NOT NULL DEFAULT '';
-- create "source_logos" table
CREATE TABLE "source_logos" ("id" uuid NOT NULL, "png" bytea NOT NULL, "version" character varying NOT NULL, "updated_at" timestamptz NOT NULL, "source_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "source_logos_sources_picture" FOREIGN KEY ("source_id") REFERENCES "sources" ("id") ON UPDATE NO ACTION ON DELETE CASCADE);
-- create index "source_logos_source_id_key" to table: "source_logos"
CREATE UNIQUE INDEX "source_logos_source_id_key" ON "source_logos" ("source_id");

-- +goose Down
-- reverse: create index "source_logos_source_id_key" to table: "source_logos"
DROP INDEX "source_logos_source_id_key";
-- reverse: create "source_logos" table
DROP TABLE "source_logos";
-- reverse: modify "sources" table
ALTER TABLE "sources" DROP COLUMN "logo";
