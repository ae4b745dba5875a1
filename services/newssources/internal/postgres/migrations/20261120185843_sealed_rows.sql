-- +goose Up
-- create index "import_rows_sealed" to table: "import_rows"
CREATE INDEX "import_rows_sealed" ON "import_rows" ("import_id") WHERE (sealed IS NOT NULL);

-- +goose Down
-- reverse: create index "import_rows_sealed" to table: "import_rows"
DROP INDEX "import_rows_sealed";
