-- +goose Up
-- The role of the service may have no right to create and drop tables (MIGRATE_DATABASE_URL). The two
-- functions run with the rights of their owner and do nothing else (ADR 42).

-- Rows of a month without a partition are stored here, until make_check_partitions moves them.
CREATE TABLE attempts_default PARTITION OF attempts DEFAULT;
CREATE TABLE items_default PARTITION OF items DEFAULT;

-- make_check_partitions makes the monthly partitions from the current month to six months later, and
-- those of the rows in the default partitions. Rows can be inserted into the other partitions meanwhile.
-- +goose StatementBegin
CREATE FUNCTION make_check_partitions() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
	SET lock_timeout = '2s' SET timezone = 'UTC' AS $$
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

-- drop_check_partitions drops the partitions that ended before the retention. The role of the service
-- must not be able to delete recent data, so the retention has a minimum.
CREATE FUNCTION drop_check_partitions(attempts_days int, items_days int) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
	SET lock_timeout = '2s' SET timezone = 'UTC' AS $$
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

-- Workers of the previous version call this function.
CREATE OR REPLACE FUNCTION ensure_check_partitions(at timestamptz, attempts_days int, items_days int)
RETURNS void LANGUAGE sql AS $$
	SELECT make_check_partitions();
	SELECT drop_check_partitions(attempts_days, items_days);
$$;

-- Tables and functions are looked up in the schema of the service only, whatever the search path of the
-- caller.
DO $$ BEGIN
	EXECUTE format('ALTER FUNCTION make_check_partitions() SET search_path = %I, pg_temp', current_schema());
	EXECUTE format('ALTER FUNCTION drop_check_partitions(int, int) SET search_path = %I, pg_temp', current_schema());
END $$;
-- +goose StatementEnd
REVOKE EXECUTE ON FUNCTION make_check_partitions(), drop_check_partitions(int, int) FROM PUBLIC;

SELECT make_check_partitions();

-- +goose Down
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION ensure_check_partitions(at timestamptz, attempts_days int, items_days int)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	parent text;
	month timestamptz;
	name text;
	kept interval;
	old record;
BEGIN
	FOREACH parent IN ARRAY ARRAY['attempts', 'items'] LOOP
		FOR i IN 0..3 LOOP
			month := date_trunc('month', at, 'UTC') + make_interval(months => i);
			name := parent || to_char(month AT TIME ZONE 'UTC', '_YYYY_MM');
			IF to_regclass(name) IS NULL THEN
				EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', name, parent);
				EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
					parent, name, month, month + interval '1 month');
			END IF;
		END LOOP;
		kept := make_interval(days => CASE parent WHEN 'attempts' THEN attempts_days ELSE items_days END);
		FOR old IN
			SELECT c.relname
			FROM pg_inherits i
			JOIN pg_class c ON c.oid = i.inhrelid
			WHERE i.inhparent = parent::regclass
				AND to_timestamp(right(c.relname, 7), 'YYYY_MM') + interval '1 month' + interval '1 day' < at - kept
		LOOP
			EXECUTE format('DROP TABLE %I', old.relname);
		END LOOP;
	END LOOP;
END $$;

DO $$
DECLARE
	later text;
BEGIN
	FOR later IN
		SELECT c.relname
		FROM pg_inherits i
		JOIN pg_class c ON c.oid = i.inhrelid
		WHERE i.inhparent IN ('attempts'::regclass, 'items'::regclass)
			AND c.relname ~ '_\d{4}_\d\d$'
			AND to_timestamp(right(c.relname, 7), 'YYYY_MM') > now() + interval '3 months'
	LOOP
		EXECUTE format('DROP TABLE %I', later);
	END LOOP;
END $$;
-- +goose StatementEnd
DROP FUNCTION drop_check_partitions, make_check_partitions;
DROP TABLE items_default;
DROP TABLE attempts_default;
