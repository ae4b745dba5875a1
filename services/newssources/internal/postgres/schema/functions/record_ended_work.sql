CREATE FUNCTION record_ended_work(ids uuid[], assignees uuid[], ends timestamptz[])
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO audit_events (
		id, at, actor_email, actor_name, actor_role, action, target_type, target_id, target_name, source_id, changes)
	SELECT
		encode(set_bit(set_bit(
			overlay(uuid_send(gen_random_uuid()) PLACING
				substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
				FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid,
		clock_timestamp(), '', '', '', 'work.ended', 'source', s.id, s.name, s.id,
		CASE
			WHEN w.assignee IS NULL THEN '[]'::jsonb
			ELSE jsonb_build_array(
				jsonb_build_object('field', 'assignee', 'before', coalesce(nullif(m.name, ''), m.email, '')))
		END || CASE
			WHEN w.until IS NULL THEN '[]'::jsonb
			ELSE jsonb_build_array(jsonb_build_object('field', 'snoozed_until', 'before', w.until))
		END
	FROM unnest(ids, assignees, ends) w(id, assignee, until)
	JOIN sources s ON s.id = w.id
	LEFT JOIN members m ON m.id = w.assignee;
END $$;
