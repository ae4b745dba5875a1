-- +goose Up
-- The hourly job derives the search texts that do not begin with a space again: those of sources with an
-- internationalized domain as an alias now have its Unicode form, too.
UPDATE sources SET search_text = ltrim(search_text)
WHERE aliases <> '[]' AND aliases::text LIKE '%xn--%';

-- +goose Down
-- The previous version searches the texts of both.
SELECT 1;
