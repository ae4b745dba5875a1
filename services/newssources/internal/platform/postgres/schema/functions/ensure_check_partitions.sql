CREATE FUNCTION ensure_check_partitions(at timestamptz, attempts_days integer, items_days integer)
RETURNS void LANGUAGE sql AS $$
	SELECT make_check_partitions();
	SELECT drop_check_partitions(attempts_days, items_days);
$$;
