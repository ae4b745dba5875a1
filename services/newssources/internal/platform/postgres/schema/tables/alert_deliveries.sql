CREATE TABLE alert_deliveries (
	id uuid NOT NULL,
	notification_id uuid NOT NULL,
	channel text NOT NULL,
	address text NOT NULL,
	webhook_id uuid,
	state text NOT NULL,
	attempts integer NOT NULL DEFAULT 0,
	status integer NOT NULL DEFAULT 0,
	error text NOT NULL DEFAULT '',
	next_attempt_at timestamptz,
	created_at timestamptz NOT NULL,
	finished_at timestamptz,
	resend_of uuid,
	resent_by_id uuid,
	claimed_until timestamptz,
	CONSTRAINT alert_deliveries_pkey PRIMARY KEY (id),
	CONSTRAINT alert_deliveries_notification_id_fkey FOREIGN KEY (notification_id)
		REFERENCES alert_notifications(id) ON DELETE CASCADE,
	CONSTRAINT alert_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id)
		REFERENCES alert_webhooks(id) ON DELETE SET NULL
);

CREATE INDEX alert_deliveries_by_notification ON alert_deliveries (notification_id, id);
