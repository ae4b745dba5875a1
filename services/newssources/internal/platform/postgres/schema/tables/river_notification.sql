CREATE TABLE river_notification (
	id bigint NOT NULL DEFAULT nextval('river_notification_id_seq'::regclass),
	created_at timestamptz NOT NULL DEFAULT now(),
	payload text NOT NULL,
	topic text NOT NULL,
	CONSTRAINT river_notification_pkey PRIMARY KEY (id),
	CONSTRAINT topic_length CHECK (((length(topic) > 0) AND (length(topic) < 128)))
);

CREATE INDEX river_notification_created_at_idx ON river_notification (created_at);

CREATE INDEX river_notification_topic_id_idx ON river_notification (topic, id);
