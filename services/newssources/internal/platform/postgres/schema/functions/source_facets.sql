CREATE FUNCTION source_facets(
	country text,
	languages jsonb,
	kinds jsonb,
	media_type text,
	scope text,
	tier bigint,
	paywall text,
	rights text,
	owner text,
	endpoints bigint
) RETURNS TABLE(facet text, value text, n bigint) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT 'lifecycle', '', 1::bigint
	UNION ALL
	SELECT 'country', country, 1
	UNION ALL
	SELECT 'media_type', media_type, 1
	UNION ALL
	SELECT 'scope', scope, 1
	UNION ALL
	SELECT 'tier', coalesce(tier::text, ''), 1
	UNION ALL
	SELECT 'paywall', paywall, 1
	UNION ALL
	SELECT 'rights', rights, 1
	UNION ALL
	SELECT 'owner', owner, 1
	UNION ALL
	SELECT 'endpoints', '', endpoints
	UNION ALL
	SELECT 'language', v, 1
	FROM jsonb_array_elements_text(CASE WHEN languages = '[]' THEN '[""]' ELSE languages END) v
	UNION ALL
	SELECT 'kind', v, 1
	FROM jsonb_array_elements_text(CASE WHEN kinds = '[]' THEN '[""]' ELSE kinds END) v
$$;

CREATE FUNCTION source_facets(
	country text,
	languages jsonb,
	kinds jsonb,
	media_type text,
	scope text,
	tier bigint,
	paywall text,
	rights text,
	owner text,
	endpoints bigint,
	tags jsonb
) RETURNS TABLE(facet text, value text, n bigint) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT facet, value, n
	FROM source_facets(country, languages, kinds, media_type, scope, tier, paywall, rights, owner, endpoints)
	UNION ALL
	SELECT 'tag', v, 1
	FROM jsonb_array_elements_text(CASE WHEN tags = '[]' THEN '[""]' ELSE tags END) v
$$;

CREATE FUNCTION source_facets(
	country text,
	languages jsonb,
	kinds jsonb,
	media_type text,
	scope text,
	tier bigint,
	paywall text,
	rights text,
	owner text,
	endpoints bigint,
	tags jsonb,
	region text
) RETURNS TABLE(facet text, value text, n bigint) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT facet, value, n
	FROM source_facets(country, languages, kinds, media_type, scope, tier, paywall, rights, owner, endpoints, tags)
	UNION ALL
	SELECT 'region', region, 1
$$;

CREATE FUNCTION source_facets(
	country text,
	languages jsonb,
	kinds jsonb,
	media_type text,
	scope text,
	tier bigint,
	paywall text,
	rights text,
	owner text,
	endpoints bigint,
	tags jsonb,
	region text,
	uses varchar[]
) RETURNS TABLE(facet text, value text, n bigint) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT facet, value, n
	FROM source_facets(country, languages, kinds, media_type, scope, tier, paywall, rights, owner, endpoints, tags, region)
	UNION ALL
	SELECT 'use_link', uses[1], 1
	UNION ALL
	SELECT 'use_snippet', uses[2], 1
	UNION ALL
	SELECT 'use_full_text', uses[3], 1
	UNION ALL
	SELECT 'use_machine_learning', uses[4], 1
	UNION ALL
	SELECT 'rights_review', uses[5], 1
$$;
