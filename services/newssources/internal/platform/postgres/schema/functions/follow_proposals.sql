CREATE FUNCTION follow_proposals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM copy_proposal(new.id);
	ELSIF TG_OP = 'UPDATE' THEN
		UPDATE suggestions
		SET state = new.state, png = new.png, decided_at = new.decided_at, decided_by = new.decided_by_id,
			decided_by_name = coalesce(
				(SELECT coalesce(nullif(m.name, ''), m.email) FROM members m WHERE m.id = new.decided_by_id), '')
		WHERE id = new.id AND state = 'open';
	ELSE
		DELETE FROM suggestions WHERE id = old.id AND state = 'open';
	END IF;
	RETURN NULL;
END $$;
