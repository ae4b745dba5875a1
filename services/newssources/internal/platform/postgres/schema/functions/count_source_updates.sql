CREATE FUNCTION count_source_updates() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop TO 'off' AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, s.lifecycle, f.value, sum(f.n * s.sign)
	FROM (
		SELECT v.*
		FROM old_rows o
		JOIN new_rows n USING (id)
		CROSS JOIN LATERAL (VALUES
			(-1, o.lifecycle, o.country, o.languages, o.endpoint_kinds, o.media_type, o.scope, o.tier, o.paywall,
				o.rights, o.owner, o.endpoint_count, o.tag_ids, o.region,
				ARRAY[o.use_link, o.use_snippet, o.use_full_text, o.use_machine_learning, o.rights_review]),
			(1, n.lifecycle, n.country, n.languages, n.endpoint_kinds, n.media_type, n.scope, n.tier, n.paywall,
				n.rights, n.owner, n.endpoint_count, n.tag_ids, n.region,
				ARRAY[n.use_link, n.use_snippet, n.use_full_text, n.use_machine_learning, n.rights_review])
		) v(sign, lifecycle, country, languages, endpoint_kinds, media_type, scope, tier, paywall, rights,
			owner, endpoint_count, tag_ids, region, uses)
		WHERE (o.lifecycle, o.country, o.languages, o.endpoint_kinds, o.media_type, o.scope, o.tier, o.paywall,
				o.rights, o.owner, o.endpoint_count, o.tag_ids, o.region,
				ARRAY[o.use_link, o.use_snippet, o.use_full_text, o.use_machine_learning, o.rights_review])
			IS DISTINCT FROM (n.lifecycle, n.country, n.languages, n.endpoint_kinds, n.media_type, n.scope, n.tier,
				n.paywall, n.rights, n.owner, n.endpoint_count, n.tag_ids, n.region,
				ARRAY[n.use_link, n.use_snippet, n.use_full_text, n.use_machine_learning, n.rights_review])
	) s
	CROSS JOIN LATERAL source_facets(s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall,
		s.rights, s.owner, s.endpoint_count, s.tag_ids, s.region, s.uses) f
	GROUP BY 1, 2, 3
	HAVING sum(f.n * s.sign) <> 0;
	RETURN NULL;
END $$;
