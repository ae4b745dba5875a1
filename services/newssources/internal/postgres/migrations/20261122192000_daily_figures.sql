-- +goose Up
-- Daily figures (ADR 23), written by a periodic job and kept for 400 days. A day is one of UTC.

-- The items of each source by their date of publication, or by the day on which a check found them.
CREATE TABLE "source_days" (
	"source_id" uuid NOT NULL REFERENCES "sources" ("id") ON DELETE CASCADE,
	"day" date NOT NULL,
	"items" integer NOT NULL,
	PRIMARY KEY ("source_id", "day")
) WITH (fillfactor = 80);
CREATE INDEX "source_days_by_day" ON "source_days" USING brin ("day");

-- The same of all sources.
CREATE TABLE "register_days" (
	"day" date NOT NULL PRIMARY KEY,
	"items" bigint NOT NULL DEFAULT 0,
	"states" json NULL -- sources by health, at the end of the day
);

-- What the overview shows and cannot be read quickly from other tables, one row. items_until is the time up to which items are
-- counted in the tables above.
CREATE TABLE "overview_figures" (
	"id" boolean NOT NULL PRIMARY KEY DEFAULT true CHECK ("id"),
	"items_until" timestamptz NOT NULL,
	"figures" json NULL,
	"computed_at" timestamptz NULL
);
INSERT INTO overview_figures (items_until) SELECT coalesce(min(first_seen_at), now()) FROM items;

-- +goose Down
DROP TABLE "overview_figures";
DROP TABLE "register_days";
DROP TABLE "source_days";
