CREATE FUNCTION count_source_deletes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, s.lifecycle, f.value, -sum(f.n)
	FROM old_rows s
	CROSS JOIN LATERAL source_facets(s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall,
		s.rights, s.owner, s.endpoint_count, s.tag_ids, s.region,
		ARRAY[s.use_link, s.use_snippet, s.use_full_text, s.use_machine_learning, s.rights_review]) f
	GROUP BY 1, 2, 3
	HAVING sum(f.n) <> 0;
	RETURN NULL;
END $$;
