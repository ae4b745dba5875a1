-- +goose Up
-- modify "import_rows" table
ALTER TABLE "import_rows" ADD COLUMN "outlet_path" character varying NOT NULL DEFAULT '';
-- modify "imports" table
ALTER TABLE "imports" ADD COLUMN "notes" text NOT NULL DEFAULT '', ADD COLUMN "incomplete" boolean NOT NULL DEFAULT false, ADD COLUMN "undone_at" timestamptz NULL;

-- +goose Down
-- reverse: modify "imports" table
ALTER TABLE "imports" DROP COLUMN "undone_at", DROP COLUMN "incomplete", DROP COLUMN "notes";
-- reverse: modify "import_rows" table
ALTER TABLE "import_rows" DROP COLUMN "outlet_path";
