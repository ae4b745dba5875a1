CREATE FUNCTION source_health_of_changed_endpoints()
RETURNS trigger LANGUAGE plpgsql SET enable_seqscan TO 'off' AS $$
DECLARE
	ids uuid[];
	newer uuid[];
BEGIN
	SELECT
		array_agg(DISTINCT e.source_id)
			FILTER (WHERE (o.enabled, o.health, o.health_cause) IS DISTINCT FROM (n.enabled, n.health, n.health_cause)),
		array_agg(DISTINCT e.source_id) FILTER (WHERE n.last_new_item_at IS DISTINCT FROM o.last_new_item_at)
	INTO ids, newer
	FROM old_rows o
	JOIN new_rows n USING (endpoint_id)
	JOIN endpoints e ON e.id = n.endpoint_id
	WHERE (o.enabled, o.health, o.health_cause, o.last_new_item_at)
		IS DISTINCT FROM (n.enabled, n.health, n.health_cause, n.last_new_item_at);
	IF newer IS NOT NULL THEN
		PERFORM
		FROM source_health
		WHERE source_id = ANY(ids || newer)
		ORDER BY source_id
		FOR UPDATE;
		UPDATE source_health h SET last_new_item_at = n.at
		FROM (
			SELECT e.source_id, max(n.last_new_item_at) AS at
			FROM new_rows n
			JOIN endpoints e ON e.id = n.endpoint_id
			WHERE e.source_id = ANY(newer)
			GROUP BY 1
		) n
		WHERE h.source_id = n.source_id AND (h.last_new_item_at IS NULL OR h.last_new_item_at < n.at);
	END IF;
	IF ids IS NOT NULL THEN
		PERFORM refresh_source_health(ids);
	END IF;
	RETURN NULL;
END $$;
