-- +goose Up
-- Outages of the checker's own network (ADR 20). The running workers, so that one of them can tell whether others work.
CREATE TABLE "check_workers" (
	"id" uuid NOT NULL PRIMARY KEY,
	"name" text NOT NULL,
	"seen_at" timestamptz NOT NULL,
	"offline_since" timestamptz NULL -- null: its network works
);

-- The canary addresses that have answered. One that never did says nothing about the network.
CREATE TABLE "check_canaries" (
	"address" text NOT NULL PRIMARY KEY,
	"answered_at" timestamptz NOT NULL
);

CREATE TABLE "incidents" (
	"id" uuid NOT NULL PRIMARY KEY,
	"scope" text NOT NULL,     -- service: no worker reaches the sites; worker: one worker does not
	"worker_id" uuid NULL,     -- the worker of an incident with the scope worker
	"worker" text NOT NULL,    -- its name
	"failure" text NOT NULL,   -- of the checks
	"checks" bigint NOT NULL,  -- the last checks before the incident, how many of them failed alike, and of how many domains
	"failed" bigint NOT NULL,
	"domains" bigint NOT NULL,
	"started_at" timestamptz NOT NULL,
	"ended_at" timestamptz NULL
);
CREATE UNIQUE INDEX "incidents_open" ON "incidents" ("scope", "worker_id") NULLS NOT DISTINCT WHERE "ended_at" IS NULL;
CREATE INDEX "incidents_by_start" ON "incidents" ("started_at");

-- +goose Down
DROP TABLE "incidents";
DROP TABLE "check_canaries";
DROP TABLE "check_workers";
