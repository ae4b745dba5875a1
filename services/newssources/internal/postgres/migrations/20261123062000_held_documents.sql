-- +goose Up
-- The number of documents that changed the held items of an endpoint: 1 if the site has changed the identities once.
ALTER TABLE "endpoint_held_items" ADD COLUMN "documents" integer NOT NULL DEFAULT 1;

-- +goose Down
ALTER TABLE "endpoint_held_items" DROP COLUMN "documents";
