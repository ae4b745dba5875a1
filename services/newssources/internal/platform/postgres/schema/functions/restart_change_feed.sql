CREATE FUNCTION restart_change_feed()
RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
BEGIN
	DELETE FROM register_changes;
	DELETE FROM register_commits;
	PERFORM set_config('newsources.register_commit', '', true);
	PERFORM register_commit_id();
	RETURN NULL;
END $$;
