CREATE FUNCTION count_health_deletes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, 'active', f.value, -count(*)
	FROM old_rows h, health_facets(h.state, h.cause, h.assignee_id, h.snoozed_until IS NOT NULL) f
	GROUP BY 1, 3;
	RETURN NULL;
END $$;
