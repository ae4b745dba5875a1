-- +goose Up
-- The sources of a view are sent to the destinations of a subscription on a schedule.
CREATE TABLE view_subscriptions (
	id uuid NOT NULL,
	version integer NOT NULL DEFAULT 1,
	view_id uuid NOT NULL,
	owner_id uuid NOT NULL,
	settings jsonb NOT NULL,
	paused boolean NOT NULL,
	next_at timestamptz NOT NULL,
	checked_at timestamptz,
	failure text NOT NULL DEFAULT '',
	notification_id uuid,
	content bytea,
	created_at timestamptz NOT NULL DEFAULT now(),
	updated_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT view_subscriptions_pkey PRIMARY KEY (id),
	CONSTRAINT view_subscriptions_view_id_fkey FOREIGN KEY (view_id) REFERENCES saved_views(id) ON DELETE CASCADE,
	CONSTRAINT view_subscriptions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES members(id) ON DELETE CASCADE,
	CONSTRAINT view_subscriptions_notification_id_fkey FOREIGN KEY (notification_id)
		REFERENCES alert_notifications(id) ON DELETE SET NULL
);
COMMENT ON COLUMN view_subscriptions.content IS
	'The sources of the last message: the id and the first 8 bytes of the hash of each.';
CREATE INDEX view_subscriptions_by_view ON view_subscriptions (view_id, id);
CREATE INDEX view_subscriptions_by_owner ON view_subscriptions (owner_id);
CREATE INDEX view_subscriptions_by_notification ON view_subscriptions (notification_id);
CREATE INDEX view_subscriptions_due ON view_subscriptions (next_at) WHERE NOT paused;
-- The attached file of a message. It is deleted a day after the message was created, when no attempt can
-- follow.
ALTER TABLE alert_notifications ADD COLUMN file bytea;

-- +goose Down
ALTER TABLE alert_notifications DROP COLUMN file;
DROP TABLE view_subscriptions;
