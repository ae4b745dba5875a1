CREATE FUNCTION order_register_commit()
RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(7243107);
	UPDATE register_commits
	SET seq = nextval('register_commits_id_seq'), at = clock_timestamp()
	WHERE id = new.id;
	RETURN NULL;
END $$;
