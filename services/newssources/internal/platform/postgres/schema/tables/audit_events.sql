CREATE TABLE audit_events (
	id uuid NOT NULL,
	at timestamptz NOT NULL,
	actor_id uuid,
	actor_email varchar NOT NULL,
	actor_name varchar NOT NULL,
	actor_role varchar NOT NULL,
	action varchar NOT NULL,
	target_type varchar NOT NULL,
	target_id uuid NOT NULL,
	target_name varchar NOT NULL,
	source_id uuid NOT NULL,
	version bigint NOT NULL DEFAULT 0,
	changes jsonb NOT NULL,
	request_id varchar NOT NULL DEFAULT '',
	import_id uuid,
	actor_token_id uuid,
	actor_token_name varchar NOT NULL DEFAULT '',
	change_set_id uuid,
	CONSTRAINT audit_events_pkey PRIMARY KEY (id)
);

CREATE INDEX audit_events_by_action ON audit_events (action, id);

CREATE INDEX audit_events_by_actor ON audit_events (actor_id, id);

CREATE INDEX audit_events_by_source ON audit_events (source_id, id);

CREATE INDEX audit_events_by_target ON audit_events (target_id, version);

CREATE INDEX audit_events_single ON audit_events (id)
	WHERE (change_set_id IS NULL);
