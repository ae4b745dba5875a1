-- +goose Up
-- The transactions that changed sources, for the change feed (ADR 62). seq is the position in the order of their
-- commits; it is NULL until the commit. at is the time of the commit.
CREATE TABLE register_commits (
	id bigserial NOT NULL,
	seq bigint,
	at timestamptz NOT NULL DEFAULT clock_timestamp(),
	CONSTRAINT register_commits_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX register_commits_by_seq ON register_commits (seq);

-- The sources that a transaction changed, with their endpoints and tags, also deleted ones.
CREATE TABLE register_changes (
	commit_id bigint NOT NULL,
	source_id uuid NOT NULL,
	CONSTRAINT register_changes_pkey PRIMARY KEY (commit_id, source_id)
);

-- The functions run as the owner, because processes of the previous version have no rights on the new tables until the
-- end of the migration.

-- Returns the row of register_commits of the current transaction, which the first change makes.
-- +goose StatementBegin
CREATE FUNCTION register_commit_id() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
	SET search_path TO 'public', 'pg_temp' AS $$
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
-- +goose StatementEnd

-- Gives a transaction its position at its end. The lock is held until the commit is visible, so positions have the order
-- of commits, and a reader that sees a position sees all lower ones.
-- +goose StatementBegin
CREATE FUNCTION order_register_commit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
	SET search_path TO 'public', 'pg_temp' AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(7243107);
	UPDATE register_commits
	SET seq = nextval('register_commits_id_seq'), at = clock_timestamp()
	WHERE id = new.id;
	RETURN NULL;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION note_changed_sources() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
	SET search_path TO 'public', 'pg_temp' AS $$
DECLARE
	current_id bigint;
BEGIN
	IF EXISTS (SELECT FROM changed_rows) THEN
		current_id := register_commit_id();
		INSERT INTO register_changes (commit_id, source_id)
		SELECT current_id, id
		FROM changed_rows
		ON CONFLICT DO NOTHING;
	END IF;
	RETURN NULL;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION note_sources_of_endpoints() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
	SET search_path TO 'public', 'pg_temp' AS $$
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
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION note_sources_of_tags() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
	SET search_path TO 'public', 'pg_temp' AS $$
DECLARE
	sources uuid[] := ARRAY(
		SELECT DISTINCT st.source_id
		FROM source_tags st
		JOIN changed_rows t ON t.id = st.tag_id
	);
BEGIN
	IF cardinality(sources) > 0 THEN
		INSERT INTO register_changes (commit_id, source_id)
		SELECT register_commit_id(), unnest(sources)
		ON CONFLICT DO NOTHING;
	END IF;
	RETURN NULL;
END $$;
-- +goose StatementEnd

-- Ends the validity of all cursors, so that all followers start again.
-- +goose StatementBegin
CREATE FUNCTION restart_change_feed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
	SET search_path TO 'public', 'pg_temp' AS $$
BEGIN
	DELETE FROM register_changes;
	DELETE FROM register_commits;
	PERFORM set_config('newsources.register_commit', '', true);
	PERFORM register_commit_id();
	RETURN NULL;
END $$;
-- +goose StatementEnd

-- The beginning of the feed: the cursor of a snapshot of the sources before the first change.
INSERT INTO register_commits (seq)
VALUES (nextval('register_commits_id_seq'));

CREATE CONSTRAINT TRIGGER order_commits
	AFTER INSERT ON register_commits
	DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW
	EXECUTE FUNCTION order_register_commit();
COMMENT ON TRIGGER order_commits ON register_commits IS
	'Requests, imports and jobs of several processes and versions commit changes at the same time.';

CREATE TRIGGER note_inserts
	AFTER INSERT ON sources
	REFERENCING NEW TABLE AS changed_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION note_changed_sources();
COMMENT ON TRIGGER note_inserts ON sources IS
	'Processes of the previous version create sources, which followers of the changes would miss.';

CREATE TRIGGER note_updates
	AFTER UPDATE ON sources
	REFERENCING NEW TABLE AS changed_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION note_changed_sources();
COMMENT ON TRIGGER note_updates ON sources IS
	'Processes of the previous version change sources, which followers of the changes would miss.';

CREATE TRIGGER note_deletes
	AFTER DELETE ON sources
	REFERENCING OLD TABLE AS changed_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION note_changed_sources();
COMMENT ON TRIGGER note_deletes ON sources IS
	'Processes of the previous version delete sources, which followers of the changes would miss.';

CREATE TRIGGER note_truncate
	AFTER TRUNCATE ON sources
	FOR EACH STATEMENT
	EXECUTE FUNCTION restart_change_feed();
COMMENT ON TRIGGER note_truncate ON sources IS
	'An administrator empties the table by hand while programs follow the changes.';

CREATE TRIGGER note_inserts
	AFTER INSERT ON endpoints
	REFERENCING NEW TABLE AS changed_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION note_sources_of_endpoints();
COMMENT ON TRIGGER note_inserts ON endpoints IS
	'Processes of the previous version add endpoints, which followers of the changes would miss.';

CREATE TRIGGER note_updates
	AFTER UPDATE ON endpoints
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS changed_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION note_sources_of_endpoints();
COMMENT ON TRIGGER note_updates ON endpoints IS
	'Processes of the previous version change endpoints, which followers of the changes would miss.';

CREATE TRIGGER note_deletes
	AFTER DELETE ON endpoints
	REFERENCING OLD TABLE AS changed_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION note_sources_of_endpoints();
COMMENT ON TRIGGER note_deletes ON endpoints IS
	'Processes of the previous version delete endpoints, which followers of the changes would miss.';

CREATE TRIGGER note_updates
	AFTER UPDATE ON tags
	REFERENCING NEW TABLE AS changed_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION note_sources_of_tags();
COMMENT ON TRIGGER note_updates ON tags IS
	'Processes of the previous version rename tags, which followers of the changes would miss.';

-- +goose Down
DROP TRIGGER note_updates ON tags;
DROP TRIGGER note_deletes ON endpoints;
DROP TRIGGER note_updates ON endpoints;
DROP TRIGGER note_inserts ON endpoints;
DROP TRIGGER note_truncate ON sources;
DROP TRIGGER note_deletes ON sources;
DROP TRIGGER note_updates ON sources;
DROP TRIGGER note_inserts ON sources;
DROP TABLE register_changes;
DROP TABLE register_commits;
DROP FUNCTION restart_change_feed;
DROP FUNCTION note_sources_of_tags;
DROP FUNCTION note_sources_of_endpoints;
DROP FUNCTION note_changed_sources;
DROP FUNCTION order_register_commit;
DROP FUNCTION register_commit_id;
