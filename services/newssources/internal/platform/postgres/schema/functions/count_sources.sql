CREATE FUNCTION count_sources()
RETURNS TABLE(facet text, lifecycle text, value text, n bigint) LANGUAGE sql STABLE AS $$
	SELECT facet, lifecycle, value, n
	FROM count_source_columns()
	UNION ALL
	SELECT f.facet, 'active', f.value, count(*)
	FROM source_health h, health_facets(h.state, h.cause, h.assignee_id, h.snoozed_until IS NOT NULL) f
	GROUP BY 1, 3
$$;
