-- +goose Up
-- Alerts (ADR 22). The tables are not in the schema of ent, as those of the checker: the evaluation reads and writes them in batches.
CREATE TABLE "alert_rules" (
	"id" uuid NOT NULL PRIMARY KEY,
	"version" integer NOT NULL DEFAULT 1,
	"name" text NOT NULL,
	"enabled" boolean NOT NULL,
	"settings" jsonb NOT NULL,                       -- notify.Settings
	"condition_version" integer NOT NULL DEFAULT 1,  -- of the condition in the settings
	"next_digest_at" timestamptz NULL,
	"evaluated_at" timestamptz NULL,
	"error" text NOT NULL DEFAULT '',                -- of the last evaluation, for people
	"created_at" timestamptz NOT NULL DEFAULT now(),
	"created_by_id" uuid NULL,
	"updated_at" timestamptz NOT NULL DEFAULT now(),
	"updated_by_id" uuid NULL
);

-- One row per occurrence: a source (or, without a source, the whole view of the rule) that meets the condition of a rule.
CREATE TABLE "alerts" (
	"id" uuid NOT NULL PRIMARY KEY,
	"rule_id" uuid NOT NULL REFERENCES "alert_rules" ("id") ON DELETE CASCADE,
	"source_id" uuid NULL REFERENCES "sources" ("id") ON DELETE CASCADE,
	"condition_version" integer NOT NULL,
	"state" text NOT NULL,
	"cause" text NOT NULL,
	"affected" integer NOT NULL, -- endpoints of the source, or sources of the view
	"total" integer NOT NULL,
	"since" timestamptz NOT NULL,
	"fired_at" timestamptz NULL,     -- the condition was met for long enough
	"notified_at" timestamptz NULL,  -- the first notification
	"reminded_at" timestamptz NULL,  -- the last notification
	"recovered_at" timestamptz NULL,
	"ended_at" timestamptz NULL,     -- nothing more is sent
	"thread_id" uuid NULL            -- the first notification
);
CREATE UNIQUE INDEX "alerts_open" ON "alerts" ("rule_id", "source_id") NULLS NOT DISTINCT WHERE "ended_at" IS NULL;
CREATE INDEX "alerts_by_source" ON "alerts" ("source_id");
CREATE INDEX "alerts_ended" ON "alerts" ("ended_at") WHERE "ended_at" IS NOT NULL;

CREATE TABLE "alert_webhooks" (
	"id" uuid NOT NULL PRIMARY KEY,
	"version" integer NOT NULL DEFAULT 1,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"sealed" bytea NOT NULL,             -- the secret; see package seal
	"sealed_previous" bytea NULL,        -- the secret before the last rotation
	"previous_until" timestamptz NULL,   -- until then, messages are also signed with it
	"hint" text NOT NULL,                -- the end of the secret
	"created_at" timestamptz NOT NULL DEFAULT now(),
	"created_by_id" uuid NULL,
	"updated_at" timestamptz NOT NULL DEFAULT now()
);

-- What is sent: one message with one delivery per destination. The rows outlive their rule.
CREATE TABLE "alert_notifications" (
	"id" uuid NOT NULL PRIMARY KEY,
	"rule_id" uuid NULL REFERENCES "alert_rules" ("id") ON DELETE SET NULL,
	"rule_name" text NOT NULL,
	"message" jsonb NOT NULL, -- notify.Message
	"created_at" timestamptz NOT NULL
);
CREATE INDEX "alert_notifications_by_rule" ON "alert_notifications" ("rule_id");
CREATE INDEX "alert_notifications_by_time" ON "alert_notifications" ("created_at");

CREATE TABLE "alert_deliveries" (
	"id" uuid NOT NULL PRIMARY KEY,
	"notification_id" uuid NOT NULL REFERENCES "alert_notifications" ("id") ON DELETE CASCADE,
	"channel" text NOT NULL,           -- email, webhook
	"address" text NOT NULL,           -- an e-mail address or a URL
	"webhook_id" uuid NULL REFERENCES "alert_webhooks" ("id") ON DELETE SET NULL,
	"state" text NOT NULL,             -- pending, sent, failed
	"attempts" integer NOT NULL DEFAULT 0,
	"status" integer NOT NULL DEFAULT 0, -- of the last response (HTTP or SMTP); 0 without a response
	"error" text NOT NULL DEFAULT '',    -- of the last attempt, for people
	"next_attempt_at" timestamptz NULL,
	"created_at" timestamptz NOT NULL,
	"finished_at" timestamptz NULL,
	"resend_of" uuid NULL,
	"resent_by_id" uuid NULL
);
CREATE INDEX "alert_deliveries_by_notification" ON "alert_deliveries" ("notification_id", "id");

-- When the health of sources changed: the preview of a rule counts how often it would have fired.
CREATE TABLE "source_health_changes" (
	"at" timestamptz NOT NULL,
	"source_id" uuid NOT NULL REFERENCES "sources" ("id") ON DELETE CASCADE,
	"state" text NOT NULL,
	"cause" text NOT NULL,
	PRIMARY KEY ("at", "source_id")
);
CREATE INDEX "source_health_changes_by_source" ON "source_health_changes" ("source_id");

-- +goose StatementBegin
CREATE FUNCTION record_health_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_health_changes (at, source_id, state, cause)
	SELECT now(), n.source_id, n.state, n.cause FROM old_rows o JOIN new_rows n USING (source_id) WHERE (o.state, o.cause) IS DISTINCT FROM (n.state, n.cause)
	ON CONFLICT (at, source_id) DO UPDATE SET state = excluded.state, cause = excluded.cause;
	RETURN NULL;
END $$;
-- +goose StatementEnd

CREATE TRIGGER "record_changes" AFTER UPDATE ON "source_health" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_health_changes();
-- The states at the start of the recording.
INSERT INTO "source_health_changes" SELECT now(), "source_id", "state", "cause" FROM "source_health" WHERE "state" <> '';

-- +goose Down
DROP TRIGGER "record_changes" ON "source_health";
DROP FUNCTION record_health_changes;
DROP TABLE "source_health_changes";
DROP TABLE "alert_deliveries";
DROP TABLE "alert_notifications";
DROP TABLE "alert_webhooks";
DROP TABLE "alerts";
DROP TABLE "alert_rules";
