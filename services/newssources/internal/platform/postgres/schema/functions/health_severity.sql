CREATE FUNCTION health_severity(state text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE state
		WHEN 'ok' THEN 0
		WHEN 'new' THEN 1
		WHEN 'quiet' THEN 2
		WHEN 'unknown' THEN 3
		WHEN 'degraded' THEN 4
		WHEN 'suspect' THEN 5
		WHEN 'blocked' THEN 6
		WHEN 'failing' THEN 7
		WHEN 'gone' THEN 8
		ELSE -1
	END
$$;
