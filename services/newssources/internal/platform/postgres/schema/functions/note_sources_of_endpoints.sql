CREATE FUNCTION note_sources_of_endpoints()
RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
DECLARE
	current_id bigint;
BEGIN
	IF EXISTS (SELECT FROM changed_rows) THEN
		current_id := register_commit_id();
		INSERT INTO register_changes (commit_id, source_id)
		SELECT DISTINCT current_id, source_id
		FROM changed_rows
		ON CONFLICT DO NOTHING;
		IF tg_op = 'UPDATE' THEN -- an endpoint may get another source
			INSERT INTO register_changes (commit_id, source_id)
			SELECT DISTINCT current_id, source_id
			FROM old_rows
			ON CONFLICT DO NOTHING;
		END IF;
	END IF;
	RETURN NULL;
END $$;
