-- +goose Up
-- Suggestions of the kind field: values for empty and derived fields of sources. They replace the rows of
-- proposals, which the next migrations copy.
ALTER TABLE suggestions ADD COLUMN field text;
ALTER TABLE suggestions ADD COLUMN png bytea;
COMMENT ON COLUMN suggestions.field IS 'of the kind field: the field of the source';
COMMENT ON COLUMN suggestions.png IS 'the logo of an open suggestion; see package picture';

-- Copies a row of proposals, in which processes of the previous version write, unless it exists. The hash is
-- that of fieldSubject in package suggestion.
-- +goose StatementBegin
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
-- +goose StatementEnd
CREATE TRIGGER follow AFTER INSERT OR DELETE OR UPDATE OF state ON proposals
	FOR EACH ROW EXECUTE FUNCTION follow_proposals();
COMMENT ON TRIGGER follow ON proposals IS
	'Processes of the previous version write proposals, while those of this version read suggestions.';

-- +goose Down
DROP TRIGGER follow ON proposals;
DROP FUNCTION follow_proposals;
DROP FUNCTION copy_proposal;
DELETE FROM suggestions WHERE kind = 'field';
ALTER TABLE suggestions DROP COLUMN png;
ALTER TABLE suggestions DROP COLUMN field;
