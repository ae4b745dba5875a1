CREATE FUNCTION refresh_source_health(ids uuid[]) RETURNS void LANGUAGE plpgsql SET enable_seqscan TO 'off' AS $$
BEGIN
	PERFORM
	FROM source_health
	WHERE source_id = ANY(ids)
	ORDER BY source_id
	FOR UPDATE;
	UPDATE source_health h SET
		state = w.state, cause = w.cause, since = coalesce(w.since, h.since),
		affected = w.affected, checked = w.checked
	FROM (
		SELECT i.source_id, coalesce(worst.health, '') AS state, coalesce(worst.health_cause, '') AS cause,
			worst.health_since AS since,
			count(t.endpoint_id)
				FILTER (WHERE t.health = worst.health AND t.health_cause = worst.health_cause) AS affected,
			count(t.endpoint_id) AS checked
		FROM unnest(ids) i(source_id)
		LEFT JOIN LATERAL (
			SELECT t.health, t.health_cause, t.health_since
			FROM endpoints e
			JOIN endpoint_states t ON t.endpoint_id = e.id AND t.enabled
			WHERE e.source_id = i.source_id
			ORDER BY health_severity(t.health) DESC, t.health_since NULLS LAST
			LIMIT 1
		) worst ON true
		LEFT JOIN endpoints e ON e.source_id = i.source_id
		LEFT JOIN endpoint_states t ON t.endpoint_id = e.id AND t.enabled
		GROUP BY 1, 2, 3, 4
	) w
	WHERE h.source_id = w.source_id
		AND (h.state, h.cause, h.affected, h.checked)
			IS DISTINCT FROM (w.state, w.cause, w.affected::int, w.checked::int);
END $$;
