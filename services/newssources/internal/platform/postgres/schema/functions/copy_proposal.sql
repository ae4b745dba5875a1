CREATE FUNCTION copy_proposal(proposal_id uuid) RETURNS void LANGUAGE sql AS $$
	INSERT INTO suggestions (
		id, kind, state, source_id, field, subject, evidence, png, by_person, created_at, decided_at, decided_by,
		decided_by_name)
	SELECT p.id, 'field', p.state, p.source_id, p.field,
		p.field || '=' || encode(sha256(convert_to(p.value, 'UTF8')), 'hex'),
		jsonb_strip_nulls(jsonb_build_object('before', nullif(p.before, ''), 'after', p.value, 'origin', p.origin)),
		p.png, true, p.created_at, p.decided_at, p.decided_by_id,
		coalesce((SELECT coalesce(nullif(m.name, ''), m.email) FROM members m WHERE m.id = p.decided_by_id), '')
	FROM proposals p
	WHERE p.id = proposal_id
	ON CONFLICT DO NOTHING
$$;
