-- +goose Up
-- The API token that reported the check; null for the checks of workers.
ALTER TABLE attempts ADD COLUMN token_id uuid;

-- +goose Down
ALTER TABLE attempts DROP COLUMN token_id;
