-- +goose Up
-- The tables of the checker (ADR 17). They are not in the schema of ent: the checker reads and writes them in batches, and ent
-- does not support partitions.

-- The run-time state of each endpoint, in a table of its own, so that a check never changes the version of an endpoint.
CREATE TABLE "endpoint_states" (
	"endpoint_id" uuid NOT NULL PRIMARY KEY REFERENCES "endpoints" ("id") ON DELETE CASCADE,
	"enabled" boolean NOT NULL,             -- the endpoint and its source are active
	"revision" bigint NOT NULL DEFAULT 1,   -- of the settings; the result of a check with older settings is dropped
	"domain" text NULL COLLATE "C",         -- the registrable domain; null until a worker has assigned it
	"next_check_at" timestamptz NOT NULL DEFAULT now(),
	"next_reasons" json NULL,
	"requested" boolean NOT NULL DEFAULT false, -- a person asked for the next check
	"interval_seconds" double precision NOT NULL DEFAULT 0,
	"checks" bigint NOT NULL DEFAULT 0,
	"health" text NOT NULL DEFAULT 'new',
	"health_cause" text NOT NULL DEFAULT '',
	"health_since" timestamptz NULL,
	"failures" double precision NOT NULL DEFAULT 0,
	"failed_checks" bigint NOT NULL DEFAULT 0,
	"failing_since" timestamptz NULL,
	"last_cause" text NOT NULL DEFAULT '',
	"cause_since" timestamptz NULL,
	"cause_checks" bigint NOT NULL DEFAULT 0,
	"suspect_replies" bigint NOT NULL DEFAULT 0,
	"last_attempt_at" timestamptz NULL,
	"last_success_at" timestamptz NULL,
	"last_new_item_at" timestamptz NULL,
	"last_detail" text NOT NULL DEFAULT '', -- of the last failure, for people
	"etag" text NOT NULL DEFAULT '',
	"last_modified" text NOT NULL DEFAULT '',
	"body_hash" text NOT NULL DEFAULT '',
	"full_check_at" timestamptz NULL,       -- the last response with a body
	"wrong_validators" bigint NOT NULL DEFAULT 0,
	"effective_url" text NOT NULL DEFAULT '',
	"items_total" bigint NOT NULL DEFAULT 0,
	"advice" json NULL,                     -- of the last document that was read; see package schedule
	"gap_p50_seconds" double precision NOT NULL DEFAULT 0,
	"gap_p95_seconds" double precision NOT NULL DEFAULT 0
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.1);
CREATE INDEX "endpoint_states_due" ON "endpoint_states" ("domain", "next_check_at") WHERE "enabled";
CREATE INDEX "endpoint_states_unplaced" ON "endpoint_states" ("endpoint_id") WHERE "enabled" AND "domain" IS NULL;

-- The queue: one row per registrable domain that has enabled endpoints. A worker claims a domain, not an endpoint, so that a
-- domain is never requested twice at once and a domain with many due endpoints does not delay others.
CREATE TABLE "check_hosts" (
	"domain" text NOT NULL PRIMARY KEY COLLATE "C",
	"ready_at" timestamptz NULL,  -- when its next endpoint is due and the domain is free; null: nothing to do
	"free_at" timestamptz NOT NULL DEFAULT '-infinity', -- end of the lease, of the pause between requests, or of a hold
	"lease" uuid NULL             -- of the running check
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.1);
CREATE INDEX "check_hosts_ready" ON "check_hosts" ("ready_at");

-- The items that an endpoint had recently: fingerprints of their identities and links, the newest first, and the gaps between
-- them. One row is read and written per changed document, instead of one index entry per item.
CREATE TABLE "endpoint_known_items" (
	"endpoint_id" uuid NOT NULL PRIMARY KEY REFERENCES "endpoints" ("id") ON DELETE CASCADE,
	"revision" bigint NOT NULL,
	"fingerprints" bytea NOT NULL,
	"gaps" bytea NOT NULL,
	"newest_at" timestamptz NULL
) WITH (fillfactor = 80);
ALTER TABLE "endpoint_known_items" ALTER "fingerprints" SET STORAGE EXTERNAL, ALTER "gaps" SET STORAGE EXTERNAL;

-- One row per check, in monthly partitions, kept for 90 days. There is no foreign key: the rows outlive deleted endpoints.
CREATE TABLE "attempts" (
	"endpoint_id" uuid NOT NULL,
	"started_at" timestamptz NOT NULL,
	"requested" boolean NOT NULL,
	"outcome" text NOT NULL,
	"cause" text NOT NULL,
	"detail" text NOT NULL,
	"health" text NOT NULL,
	"status" integer NOT NULL,
	"duration_ms" integer NOT NULL,
	"phases_ms" integer[] NOT NULL, -- queue, dns, connect, tls, first byte, body
	"redirects" json NULL,
	"wire_bytes" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"content_type" text NOT NULL,
	"items" integer NOT NULL,
	"items_new" integer NOT NULL,
	PRIMARY KEY ("endpoint_id", "started_at")
) PARTITION BY RANGE ("started_at");

-- The items that checks saw for the first time, in monthly partitions, kept for 30 days.
CREATE TABLE "items" (
	"endpoint_id" uuid NOT NULL,
	"first_seen_at" timestamptz NOT NULL,
	"identity" bytea NOT NULL, -- see package feed
	"title" text NOT NULL,
	"url" text NOT NULL,
	"published_at" timestamptz NULL,
	PRIMARY KEY ("endpoint_id", "first_seen_at", "identity")
) PARTITION BY RANGE ("first_seen_at");

-- ensure_check_partitions makes the monthly partitions from the given time to three months later, and drops those that
-- ended before the retention. ATTACH takes a lock that does not block inserts.
-- +goose StatementBegin
CREATE FUNCTION ensure_check_partitions(at timestamptz, attempts_days int, items_days int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	parent text; month timestamptz; name text; kept interval; old record;
BEGIN
	FOREACH parent IN ARRAY ARRAY['attempts', 'items'] LOOP
		FOR i IN 0..3 LOOP
			month := date_trunc('month', at, 'UTC') + make_interval(months => i);
			name := parent || to_char(month AT TIME ZONE 'UTC', '_YYYY_MM');
			IF to_regclass(name) IS NULL THEN
				EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', name, parent);
				EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, name, month, month + interval '1 month');
			END IF;
		END LOOP;
		kept := make_interval(days => CASE parent WHEN 'attempts' THEN attempts_days ELSE items_days END);
		FOR old IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = parent::regclass
			AND to_timestamp(right(c.relname, 7), 'YYYY_MM') + interval '1 month' + interval '1 day' < at - kept LOOP
			EXECUTE format('DROP TABLE %I', old.relname);
		END LOOP;
	END LOOP;
END $$;

-- The triggers keep endpoint_states in step with endpoints and sources, in the transaction of each change and for every
-- version of the service.
CREATE FUNCTION is_checked(endpoint_intent text, endpoint_live boolean, source_lifecycle text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT endpoint_intent = 'active' AND endpoint_live AND source_lifecycle = 'active'
$$;

CREATE FUNCTION schedule_new_endpoints() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO endpoint_states (endpoint_id, enabled)
	SELECT e.id, is_checked(e.intent, e.live, s.lifecycle) FROM new_rows e JOIN sources s ON s.id = e.source_id
	ON CONFLICT (endpoint_id) DO NOTHING;
	RETURN NULL;
END $$;

-- A change of the settings makes the endpoint due, and a change of the address starts its health anew.
CREATE FUNCTION schedule_changed_endpoint() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE endpoint_states SET
		enabled = is_checked(NEW.intent, NEW.live, (SELECT lifecycle FROM sources WHERE id = NEW.source_id)),
		revision = revision + 1, domain = NULL, next_check_at = now(), next_reasons = NULL, etag = '', last_modified = '', body_hash = ''
	WHERE endpoint_id = NEW.id;
	IF NEW.url IS DISTINCT FROM OLD.url THEN
		UPDATE endpoint_states SET health = 'new', health_cause = '', health_since = now(), failures = 0, failed_checks = 0, failing_since = NULL,
			last_cause = '', cause_since = NULL, cause_checks = 0, suspect_replies = 0, last_detail = '', effective_url = '', wrong_validators = 0
		WHERE endpoint_id = NEW.id;
	END IF;
	RETURN NULL;
END $$;

CREATE FUNCTION schedule_changed_credentials() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE endpoint_states SET revision = revision + 1, domain = NULL, next_check_at = now(), next_reasons = NULL
	WHERE endpoint_id = coalesce(NEW.endpoint_id, OLD.endpoint_id);
	RETURN NULL;
END $$;

CREATE FUNCTION schedule_changed_source() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE endpoint_states t SET enabled = is_checked(e.intent, e.live, NEW.lifecycle), revision = t.revision + 1, domain = NULL,
		next_check_at = now(), next_reasons = NULL
	FROM endpoints e WHERE e.source_id = NEW.id AND t.endpoint_id = e.id;
	RETURN NULL;
END $$;
-- +goose StatementEnd

SELECT ensure_check_partitions(now(), 90, 30);

CREATE TRIGGER "schedule_inserts" AFTER INSERT ON "endpoints" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION schedule_new_endpoints();
CREATE TRIGGER "schedule_updates" AFTER UPDATE OF "intent", "live", "url", "kind", "charset", "default_zone", "identity_policy", "recipe" ON "endpoints" FOR EACH ROW
	WHEN ((OLD.intent, OLD.live, OLD.url, OLD.kind, OLD.charset, OLD.default_zone, OLD.identity_policy, OLD.recipe) IS DISTINCT FROM
		(NEW.intent, NEW.live, NEW.url, NEW.kind, NEW.charset, NEW.default_zone, NEW.identity_policy, NEW.recipe)) EXECUTE FUNCTION schedule_changed_endpoint();
CREATE TRIGGER "schedule_changes" AFTER INSERT OR UPDATE OR DELETE ON "endpoint_credentials" FOR EACH ROW EXECUTE FUNCTION schedule_changed_credentials();
CREATE TRIGGER "schedule_updates" AFTER UPDATE OF "lifecycle" ON "sources" FOR EACH ROW
	WHEN (OLD.lifecycle IS DISTINCT FROM NEW.lifecycle) EXECUTE FUNCTION schedule_changed_source();

-- +goose Down
DROP TRIGGER "schedule_updates" ON "sources";
DROP TRIGGER "schedule_changes" ON "endpoint_credentials";
DROP TRIGGER "schedule_updates" ON "endpoints";
DROP TRIGGER "schedule_inserts" ON "endpoints";
DROP FUNCTION schedule_changed_source, schedule_changed_credentials, schedule_changed_endpoint, schedule_new_endpoints, is_checked, ensure_check_partitions;
DROP TABLE "items";
DROP TABLE "attempts";
DROP TABLE "endpoint_known_items";
DROP TABLE "check_hosts";
DROP TABLE "endpoint_states";
