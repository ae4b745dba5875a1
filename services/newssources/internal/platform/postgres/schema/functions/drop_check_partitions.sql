CREATE FUNCTION drop_check_partitions(attempts_days integer, items_days integer)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER
	SET lock_timeout TO '2s'
	SET "TimeZone" TO 'UTC'
	SET search_path TO 'public', 'pg_temp' AS $$
DECLARE
	parent text;
	kept interval;
	old text;
BEGIN
	IF attempts_days < 30 OR items_days < 14 THEN
		RAISE 'attempts must be kept for at least 30 days and items for at least 14 days'
			USING ERRCODE = 'invalid_parameter_value';
	END IF;
	PERFORM pg_advisory_xact_lock(7243104);
	FOREACH parent IN ARRAY ARRAY['attempts', 'items'] LOOP
		kept := make_interval(days => CASE parent WHEN 'attempts' THEN attempts_days ELSE items_days END);
		FOR old IN
			SELECT c.relname
			FROM pg_inherits i
			JOIN pg_class c ON c.oid = i.inhrelid
			WHERE i.inhparent = parent::regclass
				AND c.relname ~ '_\d{4}_\d\d$'
				AND to_timestamp(right(c.relname, 7), 'YYYY_MM') + interval '1 month' + interval '1 day' < now() - kept
		LOOP
			EXECUTE format('DROP TABLE %I', old);
		END LOOP;
	END LOOP;
END $$;
