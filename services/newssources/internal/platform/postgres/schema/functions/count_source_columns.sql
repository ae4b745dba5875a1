CREATE FUNCTION count_source_columns()
RETURNS TABLE(facet text, lifecycle text, value text, n bigint) LANGUAGE sql STABLE AS $$
	SELECT f.facet, c.lifecycle, f.value,
		sum(CASE f.facet WHEN 'endpoints' THEN c.endpoints * f.n ELSE c.n * f.n END)::bigint
	FROM (
		SELECT s.lifecycle, s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall,
			s.rights, s.owner, s.tag_ids, s.region,
			ARRAY[s.use_link, s.use_snippet, s.use_full_text, s.use_machine_learning, s.rights_review] AS uses,
			count(*) AS n, sum(s.endpoint_count) AS endpoints
		FROM sources s
		GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
	) c
	CROSS JOIN LATERAL source_facets(c.country, c.languages, c.endpoint_kinds, c.media_type, c.scope, c.tier, c.paywall,
		c.rights, c.owner, 1, c.tag_ids, c.region, c.uses) f
	GROUP BY 1, 2, 3
$$;
