CREATE TABLE alert_notifications (
	id uuid NOT NULL,
	rule_id uuid,
	rule_name text NOT NULL,
	message jsonb NOT NULL,
	created_at timestamptz NOT NULL,
	file bytea,
	CONSTRAINT alert_notifications_pkey PRIMARY KEY (id),
	CONSTRAINT alert_notifications_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES alert_rules(id) ON DELETE SET NULL
);

CREATE INDEX alert_notifications_by_rule ON alert_notifications (rule_id);

CREATE INDEX alert_notifications_by_time ON alert_notifications (created_at);
