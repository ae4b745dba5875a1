-- +goose Up
-- The permanent redirects of each endpoint, as its checks see them (ADR 21). A row exists only while the endpoint redirects.
CREATE TABLE "endpoint_redirects" (
	"endpoint_id" uuid NOT NULL PRIMARY KEY REFERENCES "endpoints" ("id") ON DELETE CASCADE,
	"url" text NOT NULL,              -- the address that redirects; the row counts only while the endpoint has it
	"target" text NOT NULL,
	"status" integer NOT NULL,        -- of the first redirect: 301 or 308
	"sightings" bigint NOT NULL,      -- checks that followed the redirect and read the document of the target
	"first_seen_at" timestamptz NOT NULL,
	"last_seen_at" timestamptz NOT NULL,
	"items" integer NOT NULL,         -- of the document of the first sighting, and those that the endpoint had before
	"known" integer NOT NULL,
	"always" boolean NOT NULL,        -- the endpoint had no items before the first sighting
	"reviewed" boolean NOT NULL DEFAULT false -- a suggestion was made, or the items do not match
) WITH (fillfactor = 80);
CREATE INDEX "endpoint_redirects_to_review" ON "endpoint_redirects" ("first_seen_at") WHERE NOT "reviewed";

-- Suggested changes of sources and endpoints, derived from what the checks observe.
CREATE TABLE "suggestions" (
	"id" uuid NOT NULL PRIMARY KEY,
	"kind" text NOT NULL,             -- moved, duplicate, replaced, settings, archive
	"state" text NOT NULL,            -- open, accepted (by a person), applied (by the service), dismissed, obsolete
	"source_id" uuid NOT NULL REFERENCES "sources" ("id") ON DELETE CASCADE,
	"endpoint_id" uuid NULL REFERENCES "endpoints" ("id") ON DELETE CASCADE, -- null: about the source
	"subject" text NOT NULL,          -- what is suggested: an address, or the id of an endpoint
	"evidence" jsonb NOT NULL,
	"undo" jsonb NULL,                -- what an undo restores
	"by_person" boolean NOT NULL DEFAULT false, -- only a person may accept it: it is not safe, or a person has undone it
	"created_at" timestamptz NOT NULL DEFAULT now(),
	"decided_at" timestamptz NULL,
	"decided_by" uuid NULL,
	"decided_by_name" text NOT NULL DEFAULT ''
);
-- At most one open suggestion of a kind, and none that was decided before.
CREATE UNIQUE INDEX "suggestions_subject" ON "suggestions" ("source_id", "endpoint_id", "kind", "subject") NULLS NOT DISTINCT WHERE "state" <> 'obsolete';
CREATE INDEX "suggestions_by_state" ON "suggestions" ("state", "id");
CREATE INDEX "suggestions_by_source" ON "suggestions" ("source_id", "id");
CREATE INDEX "suggestions_by_endpoint" ON "suggestions" ("endpoint_id");

-- The smallest hashes of the recent items of each endpoint: endpoints with the same items have some of them in common.
CREATE TABLE "endpoint_sketches" (
	"endpoint_id" uuid NOT NULL PRIMARY KEY REFERENCES "endpoints" ("id") ON DELETE CASCADE,
	"hashes" bigint[] NOT NULL
);
CREATE INDEX "endpoint_sketches_by_hash" ON "endpoint_sketches" USING gin ("hashes");

-- The endpoint up to which sketches were made in this round.
CREATE TABLE "sketch_cursor" ("endpoint_id" uuid NOT NULL);
INSERT INTO "sketch_cursor" VALUES ('00000000-0000-0000-0000-000000000000');

-- +goose Down
DROP TABLE "sketch_cursor";
DROP TABLE "endpoint_sketches";
DROP TABLE "suggestions";
DROP TABLE "endpoint_redirects";
