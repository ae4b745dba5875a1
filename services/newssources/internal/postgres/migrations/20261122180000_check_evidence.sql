-- +goose Up
-- The response to the last failed check and to a recent successful one of each endpoint (ADR 23). The row is overwritten, so
-- that the table grows with the endpoints and not with the checks.
CREATE TABLE "check_evidence" (
	"endpoint_id" uuid NOT NULL REFERENCES "endpoints" ("id") ON DELETE CASCADE,
	"kind" text NOT NULL COLLATE "C",    -- failure or success
	"checked_at" timestamptz NOT NULL,   -- started_at of the attempt
	"outcome" text NOT NULL,
	"cause" text NOT NULL,
	"detail" text NOT NULL,
	"status" integer NOT NULL,           -- 0 without a response
	"protocol" text NOT NULL,
	"remote" text NOT NULL,              -- the IP address of the server
	"final_url" text NOT NULL,
	"redirects" json NULL,
	"duration_ms" integer NOT NULL,
	"phases_ms" integer[] NOT NULL,      -- queue, dns, connect, tls, first byte, body
	"headers" json NOT NULL,             -- names and values, without secrets
	"headers_omitted" integer NOT NULL,  -- headers beyond the limits
	"body_start" text NOT NULL,          -- the first 2 KB as text
	"wire_bytes" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	PRIMARY KEY ("endpoint_id", "kind")
) WITH (fillfactor = 80);

-- +goose Down
DROP TABLE "check_evidence";
