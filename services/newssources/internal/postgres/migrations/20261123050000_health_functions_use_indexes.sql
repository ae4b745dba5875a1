-- +goose Up
-- The plans of a function are made at its first call in a session and are kept. While a register is new and has no statistics, the plan
-- was a sequential scan of the endpoints for each row of a batch, also long after the register had grown.
ALTER FUNCTION source_health_of_changed_endpoints() SET enable_seqscan = off;
ALTER FUNCTION refresh_source_health(uuid[]) SET enable_seqscan = off;

-- +goose Down
ALTER FUNCTION refresh_source_health(uuid[]) RESET enable_seqscan;
ALTER FUNCTION source_health_of_changed_endpoints() RESET enable_seqscan;
