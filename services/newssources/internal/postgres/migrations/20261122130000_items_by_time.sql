-- +goose Up
-- Programs read the items of all endpoints in the order in which checks found them.
CREATE INDEX "items_by_time" ON "items" ("first_seen_at", "endpoint_id", "identity");

-- +goose Down
DROP INDEX "items_by_time";
