-- +goose Up
-- robots_url is the address of the robots.txt that the place "robots" is about. A visit of a homepage now stores
-- what its robots.txt declares in this place, too, so that readings of the same robots.txt can be recognized.
ALTER TABLE endpoint_rights ADD COLUMN robots_url text NOT NULL DEFAULT '';
ALTER TABLE source_rights ADD COLUMN robots_url text NOT NULL DEFAULT '';

INSERT INTO source_rights (source_id, place, signals, robots_url, is_new)
SELECT r.source_id, 'robots', jsonb_agg(v), min(v->>'address'), false
FROM source_rights r, jsonb_array_elements(r.signals) v
WHERE r.place = 'homepage' AND v->>'address' LIKE '%/robots.txt'
GROUP BY r.source_id;

UPDATE source_rights r
SET signals = (
	SELECT coalesce(jsonb_agg(v), '[]')
	FROM jsonb_array_elements(r.signals) v
	WHERE v->>'address' NOT LIKE '%/robots.txt')
WHERE r.place = 'homepage' AND r.signals::text LIKE '%/robots.txt"%';

-- The hourly job derives the search texts that do not begin with a space again: those of sources with an
-- internationalized domain as an alias now have its Unicode form, too. The previous version can use both.
UPDATE sources SET search_text = ltrim(search_text)
WHERE aliases <> '[]' AND aliases::text LIKE '%xn--%';

-- +goose Down
UPDATE source_rights h
SET signals = h.signals || r.signals
FROM source_rights r
WHERE h.source_id = r.source_id AND h.place = 'homepage' AND r.place = 'robots';
DELETE FROM source_rights WHERE place = 'robots';
ALTER TABLE source_rights DROP COLUMN robots_url;
ALTER TABLE endpoint_rights DROP COLUMN robots_url;
