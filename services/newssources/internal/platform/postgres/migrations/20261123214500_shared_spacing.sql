-- +goose Up
-- What all processes share about requests to sites (ADR 38): when the next request to a registrable
-- domain may start, also if no endpoint of the domain is in the register, and the worker that holds the
-- lease of a domain.
ALTER TABLE check_hosts ADD COLUMN next_request_at timestamptz NOT NULL DEFAULT '-infinity';
ALTER TABLE check_hosts ADD COLUMN lease_worker uuid;

-- The robots.txt of each site, so that all processes decide alike until it expires.
CREATE TABLE robots_files (
	site text COLLATE "C" PRIMARY KEY, -- scheme, host and port
	expires_at timestamptz NOT NULL,
	outcome text NOT NULL, -- of fetching it; see package fetch
	waits boolean NOT NULL, -- the site failed to serve it, so nothing is fetched from the site until it expires
	truncated boolean NOT NULL,
	body bytea NOT NULL
);

-- +goose Down
DROP TABLE robots_files;
ALTER TABLE check_hosts DROP COLUMN lease_worker;
ALTER TABLE check_hosts DROP COLUMN next_request_at;
