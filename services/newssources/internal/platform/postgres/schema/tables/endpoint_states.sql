CREATE TABLE endpoint_states (
	endpoint_id uuid NOT NULL,
	enabled boolean NOT NULL,
	revision bigint NOT NULL DEFAULT 1,
	domain text COLLATE "C",
	next_check_at timestamptz NOT NULL DEFAULT now(),
	next_reasons json,
	requested boolean NOT NULL DEFAULT false,
	interval_seconds double precision NOT NULL DEFAULT 0,
	checks bigint NOT NULL DEFAULT 0,
	health text NOT NULL DEFAULT 'new',
	health_cause text NOT NULL DEFAULT '',
	health_since timestamptz,
	failures double precision NOT NULL DEFAULT 0,
	failed_checks bigint NOT NULL DEFAULT 0,
	failing_since timestamptz,
	last_cause text NOT NULL DEFAULT '',
	cause_since timestamptz,
	cause_checks bigint NOT NULL DEFAULT 0,
	suspect_replies bigint NOT NULL DEFAULT 0,
	last_attempt_at timestamptz,
	last_success_at timestamptz,
	last_new_item_at timestamptz,
	last_detail text NOT NULL DEFAULT '',
	etag text NOT NULL DEFAULT '',
	last_modified text NOT NULL DEFAULT '',
	body_hash text NOT NULL DEFAULT '',
	full_check_at timestamptz,
	wrong_validators bigint NOT NULL DEFAULT 0,
	effective_url text NOT NULL DEFAULT '',
	items_total bigint NOT NULL DEFAULT 0,
	advice json,
	gap_p50_seconds double precision NOT NULL DEFAULT 0,
	gap_p95_seconds double precision NOT NULL DEFAULT 0,
	requested_by uuid,
	observations json,
	CONSTRAINT endpoint_states_pkey PRIMARY KEY (endpoint_id),
	CONSTRAINT endpoint_states_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES endpoints(id) ON DELETE CASCADE
)
WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0.05, autovacuum_analyze_scale_factor=0.1);

CREATE INDEX endpoint_states_by_check ON endpoint_states (next_check_at, endpoint_id)
	WHERE enabled;

CREATE INDEX endpoint_states_due ON endpoint_states (domain, next_check_at)
	WHERE enabled;

CREATE INDEX endpoint_states_unplaced ON endpoint_states (endpoint_id)
	WHERE (enabled AND (domain IS NULL));

-- Requests and jobs turn checks on and off while another process requests the hub.
CREATE TRIGGER review_subscriptions
	AFTER UPDATE OF enabled ON endpoint_states
	FOR EACH ROW
	WHEN (old.enabled IS DISTINCT FROM new.enabled)
	EXECUTE FUNCTION review_subscription();

-- Two transactions add endpoints to one source, each of which does not see the other endpoint.
CREATE TRIGGER source_health_inserts
	AFTER INSERT ON endpoint_states
	REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION source_health_of_new_endpoints();

-- Two workers record checks of endpoints of one source, while requests turn checks on and off.
CREATE TRIGGER source_health_updates
	AFTER UPDATE ON endpoint_states
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION source_health_of_changed_endpoints();
