CREATE FUNCTION count_health_updates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, 'active', f.value, sum(f.n)
	FROM old_rows o
	JOIN new_rows n USING (source_id), LATERAL (
		SELECT facet, value, -1 AS n
		FROM health_facets(o.state, o.cause, o.assignee_id, o.snoozed_until IS NOT NULL)
		UNION ALL
		SELECT facet, value, 1
		FROM health_facets(n.state, n.cause, n.assignee_id, n.snoozed_until IS NOT NULL)
	) f
	WHERE (o.state, o.cause, o.assignee_id, o.snoozed_until IS NULL)
		IS DISTINCT FROM (n.state, n.cause, n.assignee_id, n.snoozed_until IS NULL)
	GROUP BY 1, 3
	HAVING sum(f.n) <> 0;
	RETURN NULL;
END $$;
