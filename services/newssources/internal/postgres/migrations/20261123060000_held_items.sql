-- +goose Up
-- The items of an endpoint that are held back because they have known links but new identities, until a member decides (ADR 34). An endpoint
-- without held items has no row.
CREATE TABLE "endpoint_held_items" (
	"endpoint_id" uuid NOT NULL PRIMARY KEY REFERENCES "endpoints" ("id") ON DELETE CASCADE,
	"version" uuid NOT NULL,            -- changes with the items
	"since" timestamptz NOT NULL,       -- when the first check found such items
	"url" text NOT NULL,                -- the settings of the endpoint on which the identities depend
	"identity_policy" text NOT NULL,
	"document_items" integer NOT NULL,  -- of the document that changed the items last
	"held" integer NOT NULL,            -- the number of items
	"items" json NOT NULL
);

-- +goose Down
DROP TABLE "endpoint_held_items";
