-- +goose Up
-- The homepages of all active sources are visited every 30 days, because what sites declare about the use
-- of their content changes. The first visits are spread over this time.
UPDATE visits
SET due_at = now() + random() * interval '30 days'
WHERE due_at IS NULL AND outcome = 'ok';
INSERT INTO visits (id, source_id, domain, due_at, created_at)
SELECT gen_random_uuid(), s.id, s.canonical_domain, now() + random() * interval '30 days', now()
FROM sources s
WHERE s.lifecycle = 'active'
	AND s.rights <> 'forbidden'
	AND NOT EXISTS (SELECT FROM visits v WHERE v.source_id = s.id);

-- +goose Down
SELECT 1;
