CREATE TABLE source_health (
	source_id uuid NOT NULL,
	state text NOT NULL DEFAULT '',
	cause text NOT NULL DEFAULT '',
	since timestamptz NOT NULL DEFAULT now(),
	affected integer NOT NULL DEFAULT 0,
	checked integer NOT NULL DEFAULT 0,
	last_new_item_at timestamptz,
	assignee_id uuid,
	snoozed_until timestamptz,
	work_version integer NOT NULL DEFAULT 0,
	recent_items integer NOT NULL DEFAULT 0,
	CONSTRAINT source_health_pkey PRIMARY KEY (source_id),
	CONSTRAINT source_health_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources(id) ON DELETE CASCADE
)
WITH (fillfactor=80, autovacuum_vacuum_scale_factor=0.05);

CREATE INDEX source_health_by_assignee ON source_health (assignee_id)
	WHERE (assignee_id IS NOT NULL);

CREATE INDEX source_health_by_cause ON source_health (cause, state)
	WHERE (cause <> '');

CREATE INDEX source_health_by_item ON source_health (last_new_item_at, source_id)
	WHERE ((state <> '') AND (last_new_item_at IS NOT NULL));

CREATE INDEX source_health_by_recent_items ON source_health (recent_items, source_id)
	WHERE (state <> '');

CREATE INDEX source_health_by_since ON source_health (state, since, source_id);

CREATE INDEX source_health_by_snooze ON source_health (snoozed_until)
	WHERE (snoozed_until IS NOT NULL);

CREATE INDEX source_health_unchecked_by_recent_items ON source_health (recent_items, source_id)
	WHERE (state = '');

CREATE INDEX source_health_without_item ON source_health (since, source_id)
	WHERE ((state <> '') AND (last_new_item_at IS NULL));

-- Requests delete sources while workers record the health of others.
CREATE TRIGGER count_deletes
	AFTER DELETE ON source_health
	REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION count_health_deletes();

-- Requests and imports create sources at the same time.
CREATE TRIGGER count_inserts
	AFTER INSERT ON source_health
	REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION count_health_inserts();

-- Workers change the health of sources, and members and jobs the work on them, at the same time.
CREATE TRIGGER count_updates
	AFTER UPDATE ON source_health
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION count_health_updates();

-- Workers, requests and jobs of several versions change the health of sources.
CREATE TRIGGER record_changes
	AFTER UPDATE ON source_health
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION record_health_changes();
