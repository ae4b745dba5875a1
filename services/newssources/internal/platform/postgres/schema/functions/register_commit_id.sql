CREATE FUNCTION register_commit_id()
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
DECLARE
	commit_id bigint := nullif(current_setting('newsources.register_commit', true), '');
BEGIN
	IF commit_id IS NULL THEN
		INSERT INTO register_commits DEFAULT VALUES
		RETURNING id INTO commit_id;
		PERFORM set_config('newsources.register_commit', commit_id::text, true);
	END IF;
	RETURN commit_id;
END $$;
