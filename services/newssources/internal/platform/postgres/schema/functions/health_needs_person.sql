CREATE FUNCTION health_needs_person(state text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT state IN ('quiet', 'suspect', 'blocked', 'failing', 'gone')
$$;
