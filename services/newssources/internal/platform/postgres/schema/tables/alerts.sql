CREATE TABLE alerts (
	id uuid NOT NULL,
	rule_id uuid NOT NULL,
	source_id uuid,
	condition_version integer NOT NULL,
	state text NOT NULL,
	cause text NOT NULL,
	affected integer NOT NULL,
	total integer NOT NULL,
	since timestamptz NOT NULL,
	fired_at timestamptz,
	notified_at timestamptz,
	reminded_at timestamptz,
	recovered_at timestamptz,
	ended_at timestamptz,
	thread_id uuid,
	CONSTRAINT alerts_pkey PRIMARY KEY (id),
	CONSTRAINT alerts_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES alert_rules(id) ON DELETE CASCADE,
	CONSTRAINT alerts_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources(id) ON DELETE CASCADE
);

CREATE INDEX alerts_by_rule ON alerts (rule_id, id)
	WHERE (fired_at IS NOT NULL);

CREATE INDEX alerts_by_source ON alerts (source_id);

CREATE INDEX alerts_ended ON alerts (ended_at)
	WHERE (ended_at IS NOT NULL);

CREATE UNIQUE INDEX alerts_open ON alerts (rule_id, source_id) NULLS NOT DISTINCT
	WHERE (ended_at IS NULL);
