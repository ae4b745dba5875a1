CREATE FUNCTION is_checked(
	endpoint_intent text,
	endpoint_live boolean,
	source_lifecycle text,
	source_rights text
) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT endpoint_intent = 'active' AND endpoint_live AND source_lifecycle = 'active' AND source_rights <> 'forbidden'
$$;
