CREATE FUNCTION health_facets(state text, cause text, assignee_id uuid, is_snoozed boolean)
RETURNS TABLE(facet text, value text) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT 'health', state
	WHERE state <> ''
	UNION ALL
	SELECT CASE WHEN is_snoozed THEN 'work_snoozed' ELSE 'work_open' END
		|| CASE WHEN assignee_id IS NULL THEN '' ELSE '_assigned' END, cause
	WHERE health_needs_person(state) AND cause <> ''
	UNION ALL
	SELECT 'assignee', coalesce(assignee_id::text, '')
	WHERE assignee_id IS NOT NULL OR health_needs_person(state) AND cause <> ''
$$;
