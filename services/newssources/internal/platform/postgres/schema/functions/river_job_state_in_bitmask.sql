CREATE FUNCTION river_job_state_in_bitmask(bitmask bit, state river_job_state)
RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE state
		WHEN 'available' THEN get_bit(bitmask, 7)
		WHEN 'cancelled' THEN get_bit(bitmask, 6)
		WHEN 'completed' THEN get_bit(bitmask, 5)
		WHEN 'discarded' THEN get_bit(bitmask, 4)
		WHEN 'pending' THEN get_bit(bitmask, 3)
		WHEN 'retryable' THEN get_bit(bitmask, 2)
		WHEN 'running' THEN get_bit(bitmask, 1)
		WHEN 'scheduled' THEN get_bit(bitmask, 0)
		ELSE 0
	END = 1;
$$;
