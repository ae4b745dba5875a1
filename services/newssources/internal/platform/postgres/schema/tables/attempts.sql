CREATE TABLE attempts (
	endpoint_id uuid NOT NULL,
	started_at timestamptz NOT NULL,
	requested boolean NOT NULL,
	outcome text NOT NULL,
	cause text NOT NULL,
	detail text NOT NULL,
	health text NOT NULL,
	status integer NOT NULL,
	duration_ms integer NOT NULL,
	phases_ms integer[] NOT NULL,
	redirects json,
	wire_bytes bigint NOT NULL,
	bytes bigint NOT NULL,
	content_type text NOT NULL,
	items integer NOT NULL,
	items_new integer NOT NULL,
	requested_by uuid,
	token_id uuid,
	CONSTRAINT attempts_pkey PRIMARY KEY (endpoint_id, started_at)
)
PARTITION BY RANGE (started_at);

CREATE TABLE attempts_default PARTITION OF attempts DEFAULT;
