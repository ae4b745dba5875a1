-- +goose Up
-- The widths in pixels of the columns of the list whose width was changed, by the name of the column;
-- null for the default widths.
ALTER TABLE saved_views ADD COLUMN column_widths jsonb;

-- +goose Down
ALTER TABLE saved_views DROP COLUMN column_widths;
