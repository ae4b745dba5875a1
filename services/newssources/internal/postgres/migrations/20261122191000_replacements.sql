-- +goose Up
-- When the site of a broken endpoint is searched for another feed again.
CREATE TABLE "endpoint_searches" (
	"endpoint_id" uuid NOT NULL PRIMARY KEY REFERENCES "endpoints" ("id") ON DELETE CASCADE,
	"searches" integer NOT NULL,
	"next_at" timestamptz NOT NULL
);

-- +goose Down
DROP TABLE "endpoint_searches";
