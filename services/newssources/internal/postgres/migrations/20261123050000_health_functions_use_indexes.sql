-- +goose Up
-- A session keeps the plans of a function from its first calls. If the tables were new and had no statistics then, the plan was a sequential
-- scan of the endpoints for each row of a batch, and the session used it long after the tables had grown.
ALTER FUNCTION source_health_of_changed_endpoints() SET enable_seqscan = off;
ALTER FUNCTION refresh_source_health(uuid[]) SET enable_seqscan = off;

-- +goose Down
ALTER FUNCTION refresh_source_health(uuid[]) RESET enable_seqscan;
ALTER FUNCTION source_health_of_changed_endpoints() RESET enable_seqscan;
