-- +goose Up
-- Marks names and homepages that earlier imports derived and that were not edited since. It has its own transaction, so
-- that the table is not locked.
UPDATE "sources" s SET
	"name_derived" = s."name" = s."canonical_domain" || s."path_prefix" AND NOT coalesce(e."changed" @> '[{"field": "name"}]', false),
	"homepage_derived" = s."homepage_url" IN ('https://' || s."canonical_domain" || s."path_prefix", 'https://' || s."canonical_domain" || s."path_prefix" || '/')
		AND NOT coalesce(e."changed" @> '[{"field": "homepage_url"}]', false)
FROM "audit_events" c
CROSS JOIN LATERAL (
	SELECT jsonb_agg(d.x) AS "changed" FROM "audit_events" u, jsonb_array_elements(u."changes") d(x)
	WHERE u."source_id" = c."target_id" AND u."target_id" = c."target_id" AND u."action" = 'source.updated'
) e
WHERE s."id" = c."target_id" AND c."action" = 'source.created' AND c."import_id" IS NOT NULL AND (
	s."name" = s."canonical_domain" || s."path_prefix"
	OR s."homepage_url" IN ('https://' || s."canonical_domain" || s."path_prefix", 'https://' || s."canonical_domain" || s."path_prefix" || '/')
);

-- +goose Down
SELECT 1;
