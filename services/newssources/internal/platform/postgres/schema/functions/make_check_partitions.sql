CREATE FUNCTION make_check_partitions()
RETURNS void LANGUAGE plpgsql SECURITY DEFINER
	SET lock_timeout TO '2s'
	SET "TimeZone" TO 'UTC'
	SET search_path TO 'public', 'pg_temp' AS $$
DECLARE
	parent text;
	key text;
	month timestamptz;
	name text;
	last timestamptz := date_trunc('month', now()) + interval '6 months';
BEGIN
	PERFORM pg_advisory_xact_lock(7243104); -- other workers and versions
	FOREACH parent IN ARRAY ARRAY['attempts', 'items'] LOOP
		key := CASE parent WHEN 'attempts' THEN 'started_at' ELSE 'first_seen_at' END;
		FOR month IN EXECUTE format('
				SELECT generate_series(date_trunc(''month'', now()), $1, ''1 month'')
				UNION
				SELECT date_trunc(''month'', %1$I)
				FROM %2$I
				WHERE %1$I < $1
				ORDER BY 1', key, parent || '_default')
			USING last
		LOOP
			name := parent || to_char(month, '_YYYY_MM');
			CONTINUE WHEN to_regclass(quote_ident(name)) IS NOT NULL;
			EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', name, parent);
			EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent || '_default');
			EXECUTE format('
					WITH moved AS (
						DELETE FROM %1$I
						WHERE %2$I >= $1 AND %2$I < $2
						RETURNING *
					)
					INSERT INTO %3$I
					SELECT *
					FROM moved', parent || '_default', key, name)
				USING month, month + interval '1 month';
			EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
				parent, name, month, month + interval '1 month');
		END LOOP;
	END LOOP;
END $$;
