-- +goose Up
-- modify "import_rows" table
ALTER TABLE "import_rows" ADD COLUMN "sealed" bytea NULL;
-- create "endpoint_credentials" table
CREATE TABLE "endpoint_credentials" ("id" uuid NOT NULL, "sealed" bytea NOT NULL, "updated_at" timestamptz NOT NULL, "endpoint_id" uuid NOT NULL, PRIMARY KEY ("id"), CONSTRAINT "endpoint_credentials_endpoints_credentials" FOREIGN KEY ("endpoint_id") REFERENCES "endpoints" ("id") ON UPDATE NO ACTION ON DELETE CASCADE);
-- create index "endpoint_credentials_endpoint_id_key" to table: "endpoint_credentials"
CREATE UNIQUE INDEX "endpoint_credentials_endpoint_id_key" ON "endpoint_credentials" ("endpoint_id");

-- +goose Down
-- reverse: create index "endpoint_credentials_endpoint_id_key" to table: "endpoint_credentials"
DROP INDEX "endpoint_credentials_endpoint_id_key";
-- reverse: create "endpoint_credentials" table
DROP TABLE "endpoint_credentials";
-- reverse: modify "import_rows" table
ALTER TABLE "import_rows" DROP COLUMN "sealed";
