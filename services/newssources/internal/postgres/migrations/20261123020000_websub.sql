-- +goose Up
-- Subscriptions at the WebSub hubs that feeds name (ADR 30). The table is not in the schema of ent: the checker writes it in
-- batches. A row is inserted when a check first finds a hub, even if the service has no callback address.
CREATE TABLE "websub_subscriptions" (
	"id" uuid NOT NULL PRIMARY KEY DEFAULT gen_random_uuid(), -- in the callback address; random, so that it cannot be guessed
	"endpoint_id" uuid NOT NULL REFERENCES "endpoints" ("id") ON DELETE CASCADE,
	"hub" text NOT NULL,
	"hub_host" text NOT NULL COLLATE "C",    -- the requests to one host are bounded
	"topic" text NOT NULL,
	"named" boolean NOT NULL DEFAULT true,   -- whether the feed still names the hub; at most one such row per endpoint
	"created_at" timestamptz NOT NULL DEFAULT now(),
	"state" text NOT NULL DEFAULT 'found',
	"since" timestamptz NOT NULL DEFAULT now(), -- of the state
	"detail" text NOT NULL DEFAULT '',       -- of a failure or denial, for people
	"sealed" bytea NULL,                     -- the secret of the signatures
	"lease_until" timestamptz NULL,          -- null: the hub has not confirmed the subscription
	"delivered_at" timestamptz NULL,         -- the last delivery with a valid signature
	"missed" integer NOT NULL DEFAULT 0,     -- deliveries that must arrive before the subscription is trusted again
	"failures" integer NOT NULL DEFAULT 0,   -- consecutive failed requests to the hub
	"due_at" timestamptz NULL DEFAULT now()  -- the next request to the hub; null: none
);
CREATE INDEX "websub_subscriptions_endpoint" ON "websub_subscriptions" ("endpoint_id");
CREATE UNIQUE INDEX "websub_subscriptions_named" ON "websub_subscriptions" ("endpoint_id") WHERE "named";
CREATE INDEX "websub_subscriptions_due" ON "websub_subscriptions" ("hub_host", "due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "websub_subscriptions_state" ON "websub_subscriptions" ("state");

-- When the checks of an endpoint are turned on or off, its subscriptions become due: the job then begins or ends them. Recording a check does not
-- update "enabled" and therefore does not run the trigger.
-- +goose StatementBegin
CREATE FUNCTION review_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE websub_subscriptions SET due_at = now() WHERE endpoint_id = NEW.endpoint_id;
	RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER "review_subscriptions" AFTER UPDATE OF "enabled" ON "endpoint_states" FOR EACH ROW
	WHEN (OLD.enabled IS DISTINCT FROM NEW.enabled) EXECUTE FUNCTION review_subscription();

-- +goose Down
DROP TRIGGER "review_subscriptions" ON "endpoint_states";
DROP FUNCTION review_subscription;
DROP TABLE "websub_subscriptions";
