-- +goose Up
-- The schema of commit a0c7f8f, before which no version was released. A database of that commit has
-- this version already; an older one is refused (ADR 48). The present schema, with all later
-- migrations, is in the folder schema.

-- Substring search of names and addresses uses trigrams. The extension is trusted: the owner of the
-- database can create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Members, and what they changed.

-- People who have signed in, with their role. email_key is the e-mail address in ASCII lower case
-- (identity.FoldEmail).
CREATE TABLE members (
	id uuid PRIMARY KEY,
	uid varchar NOT NULL,
	email varchar NOT NULL,
	name varchar NOT NULL DEFAULT '',
	role varchar NOT NULL,
	disabled_at timestamptz,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	last_seen_at timestamptz,
	email_key varchar COLLATE "C" NOT NULL DEFAULT '',
	removed_at timestamptz,
	version bigint NOT NULL DEFAULT 1
);
CREATE INDEX members_by_email ON members (email_key, id);
CREATE UNIQUE INDEX members_uid_key ON members (uid);

-- E-mail addresses and domains that may sign in, with the role that they get at the first sign-in
-- (ADR 15).
CREATE TABLE invitations (
	id uuid PRIMARY KEY,
	kind varchar NOT NULL,
	value varchar COLLATE "C" NOT NULL,
	role varchar NOT NULL,
	created_at timestamptz NOT NULL,
	created_by_id uuid
);
CREATE UNIQUE INDEX invitations_value_key ON invitations (value);

-- Tokens with which programs use the API on behalf of a member (ADR 15). Only a hash of a token is
-- stored.
CREATE TABLE api_tokens (
	id uuid PRIMARY KEY,
	name varchar NOT NULL,
	scopes jsonb NOT NULL,
	hash bytea NOT NULL,
	hint varchar NOT NULL, -- the end of the token
	created_at timestamptz NOT NULL,
	expires_at timestamptz NOT NULL,
	last_used_at timestamptz,
	revoked_at timestamptz,
	owner_id uuid NOT NULL CONSTRAINT api_tokens_members_owner REFERENCES members
);
CREATE INDEX api_tokens_by_owner ON api_tokens (owner_id, id);
CREATE UNIQUE INDEX api_tokens_hash_key ON api_tokens (hash);

-- The history: who changed what. Rows are only added, and outlive the objects that they describe.
CREATE TABLE audit_events (
	id uuid PRIMARY KEY,
	at timestamptz NOT NULL,
	actor_id uuid, -- null: the service
	actor_email varchar NOT NULL,
	actor_name varchar NOT NULL,
	actor_role varchar NOT NULL,
	action varchar NOT NULL,
	target_type varchar NOT NULL,
	target_id uuid NOT NULL,
	target_name varchar NOT NULL,
	source_id uuid NOT NULL,
	version bigint NOT NULL DEFAULT 0,
	changes jsonb NOT NULL, -- a list of {field, before, after}
	request_id varchar NOT NULL DEFAULT '',
	import_id uuid,
	actor_token_id uuid,
	actor_token_name varchar NOT NULL DEFAULT ''
);
CREATE INDEX audit_events_by_action ON audit_events (action, id);
CREATE INDEX audit_events_by_actor ON audit_events (actor_id, id);
CREATE INDEX audit_events_by_source ON audit_events (source_id, id);
CREATE INDEX audit_events_by_target ON audit_events (target_id, version);

-- Responses to requests with an Idempotency-Key (ADR 16).
CREATE TABLE idempotency_keys (
	member_id uuid NOT NULL CONSTRAINT idempotency_keys_members_member REFERENCES members ON DELETE CASCADE,
	key_hash bytea NOT NULL,
	attempt uuid NOT NULL,
	locked_until timestamptz NOT NULL,
	expires_at timestamptz NOT NULL,
	fingerprint bytea,
	status smallint, -- null while the first request runs
	header jsonb,
	body bytea,
	object_id uuid, -- of the object that the request creates, also when it is repeated
	PRIMARY KEY (member_id, key_hash)
);
CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);

-- The kinds of background work that an administrator has paused.
CREATE TABLE job_pauses (
	id uuid PRIMARY KEY,
	kind varchar NOT NULL,
	paused_at timestamptz NOT NULL,
	paused_by_id uuid CONSTRAINT job_pauses_members_paused_by REFERENCES members ON DELETE SET NULL,
	reason text NOT NULL DEFAULT '' -- for all members
);
CREATE UNIQUE INDEX job_pauses_kind_key ON job_pauses (kind);

-- The register.

-- News outlets. The values that lists sort, search and filter by are in this table.
CREATE TABLE sources (
	id uuid PRIMARY KEY,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	version bigint NOT NULL DEFAULT 1,
	name varchar NOT NULL,
	name_key varchar COLLATE "C" NOT NULL,
	search_text varchar NOT NULL,
	endpoint_count bigint NOT NULL DEFAULT 0, -- that are not retired
	endpoint_kinds jsonb NOT NULL,
	homepage_url varchar NOT NULL,
	canonical_domain varchar NOT NULL,
	path_prefix varchar NOT NULL DEFAULT '',
	lifecycle varchar NOT NULL DEFAULT 'active',
	archived_from varchar NOT NULL DEFAULT '',
	archived_at timestamptz,
	paused_until timestamptz,
	pause_reason varchar NOT NULL DEFAULT '',
	media_type varchar NOT NULL DEFAULT '',
	country varchar NOT NULL DEFAULT '',
	region varchar NOT NULL DEFAULT '',
	languages jsonb NOT NULL,
	scope varchar NOT NULL DEFAULT '',
	tier bigint,
	paywall varchar NOT NULL DEFAULT 'unknown',
	rights varchar NOT NULL DEFAULT 'unknown',
	rights_note text NOT NULL DEFAULT '',
	owner varchar NOT NULL DEFAULT '',
	notes text NOT NULL DEFAULT '',
	created_by_id uuid CONSTRAINT sources_members_created_by REFERENCES members ON DELETE SET NULL,
	updated_by_id uuid CONSTRAINT sources_members_updated_by REFERENCES members ON DELETE SET NULL,
	logo varchar NOT NULL DEFAULT '',
	name_derived boolean NOT NULL DEFAULT false,
	homepage_derived boolean NOT NULL DEFAULT false,
	tag_ids jsonb NOT NULL DEFAULT '[]' -- the same as in source_tags, for facets (ADR 14)
);
CREATE INDEX sources_by_country ON sources (country);
CREATE INDEX sources_by_created ON sources (created_at, id);
CREATE INDEX sources_by_language ON sources USING gin (languages);
CREATE INDEX sources_by_lifecycle ON sources (lifecycle);
CREATE INDEX sources_by_media_type ON sources (media_type) WHERE media_type <> '';
CREATE INDEX sources_by_name ON sources (name_key, id);
CREATE INDEX sources_by_owner ON sources (owner) WHERE owner <> '';
CREATE INDEX sources_by_paywall ON sources (paywall) WHERE paywall <> 'unknown';
CREATE INDEX sources_by_rights ON sources (rights) WHERE rights <> 'unknown';
CREATE INDEX sources_by_scope ON sources (scope) WHERE scope <> '';
CREATE INDEX sources_by_tier ON sources (tier) WHERE tier IS NOT NULL;
CREATE INDEX sources_by_updated ON sources (updated_at, id);
CREATE INDEX sources_facets ON sources (lifecycle, country, languages, endpoint_kinds);
CREATE INDEX sources_paused_until ON sources (paused_until) WHERE lifecycle = 'paused' AND paused_until IS NOT NULL;
CREATE INDEX sources_search ON sources USING gin (search_text gin_trgm_ops);
CREATE INDEX sources_similar ON sources USING gin (name_key gin_trgm_ops);
CREATE UNIQUE INDEX sources_outlet_live ON sources (canonical_domain, path_prefix) WHERE lifecycle <> 'archived';

-- The logo of a source, as a PNG.
CREATE TABLE source_logos (
	id uuid PRIMARY KEY,
	png bytea NOT NULL,
	version varchar NOT NULL,
	updated_at timestamptz NOT NULL,
	source_id uuid NOT NULL CONSTRAINT source_logos_sources_picture REFERENCES sources ON DELETE CASCADE
);
CREATE UNIQUE INDEX source_logos_source_id_key ON source_logos (source_id);

-- Free labels of sources.
CREATE TABLE tags (
	id uuid PRIMARY KEY,
	name varchar NOT NULL,
	name_key varchar COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX tags_name_key_key ON tags (name_key);

-- The tags of each source.
CREATE TABLE source_tags (
	source_id uuid NOT NULL CONSTRAINT source_tags_sources_source REFERENCES sources ON DELETE CASCADE,
	tag_id uuid NOT NULL CONSTRAINT source_tags_tags_tag REFERENCES tags ON DELETE CASCADE,
	PRIMARY KEY (source_id, tag_id)
);
CREATE INDEX source_tags_by_tag ON source_tags (tag_id, source_id);

-- The addresses of sources that are fetched: feeds, sitemaps and page lists.
CREATE TABLE endpoints (
	id uuid PRIMARY KEY,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	version bigint NOT NULL DEFAULT 1,
	kind varchar NOT NULL,
	url_entered varchar NOT NULL,
	url varchar NOT NULL,
	url_key varchar NOT NULL,
	name varchar NOT NULL DEFAULT '',
	section varchar NOT NULL DEFAULT '',
	language varchar NOT NULL DEFAULT '',
	intent varchar NOT NULL DEFAULT 'active',
	live boolean NOT NULL DEFAULT true, -- not retired, and the source is not archived
	source_id uuid NOT NULL CONSTRAINT endpoints_sources_endpoints REFERENCES sources ON DELETE CASCADE,
	charset varchar NOT NULL DEFAULT '',
	default_zone varchar NOT NULL DEFAULT '',
	identity_policy varchar NOT NULL DEFAULT 'auto',
	recipe jsonb, -- CSS selectors of a page list
	"position" bigint, -- in the order of the publisher
	schedule jsonb
);
CREATE INDEX endpoints_by_intent ON endpoints (intent, id) WHERE intent <> 'active';
CREATE INDEX endpoints_by_kind ON endpoints (kind, id);
CREATE INDEX endpoints_by_source ON endpoints (source_id, id);
CREATE INDEX endpoints_by_updated ON endpoints (updated_at, id);
CREATE INDEX endpoints_by_url ON endpoints (url_key text_pattern_ops);
CREATE UNIQUE INDEX endpoints_url_live ON endpoints (url_key) WHERE live;

-- The user name and password of an endpoint, encrypted (ADR 7).
CREATE TABLE endpoint_credentials (
	id uuid PRIMARY KEY,
	sealed bytea NOT NULL,
	updated_at timestamptz NOT NULL,
	endpoint_id uuid NOT NULL
		CONSTRAINT endpoint_credentials_endpoints_credentials REFERENCES endpoints ON DELETE CASCADE
);
CREATE UNIQUE INDEX endpoint_credentials_endpoint_id_key ON endpoint_credentials (endpoint_id);

-- Counts of sources by facet value and lifecycle, maintained in the transaction of each change (ADR
-- 14). A count is the sum of n over both tables: changes append to source_count_deltas, so that
-- concurrent transactions never wait for one another, and a job moves the deltas to source_counts.
-- The value '' counts sources without a value; tags are counted by id.
CREATE TABLE source_counts (
	facet text NOT NULL,
	lifecycle text NOT NULL,
	value text COLLATE "C" NOT NULL,
	n bigint NOT NULL,
	PRIMARY KEY (facet, lifecycle, value)
);

CREATE TABLE source_count_deltas (
	facet text NOT NULL,
	lifecycle text NOT NULL,
	value text COLLATE "C" NOT NULL,
	n bigint NOT NULL
);

-- Imports.

-- Uploaded lists.
CREATE TABLE imports (
	id uuid PRIMARY KEY,
	filename varchar NOT NULL,
	state varchar NOT NULL DEFAULT 'queued',
	error varchar NOT NULL DEFAULT '',
	total bigint NOT NULL DEFAULT 0,
	created_at timestamptz NOT NULL,
	finished_at timestamptz,
	request_id varchar NOT NULL DEFAULT '',
	created_by_id uuid CONSTRAINT imports_members_created_by REFERENCES members ON DELETE SET NULL,
	notes text NOT NULL DEFAULT '',
	incomplete boolean NOT NULL DEFAULT false,
	undone_at timestamptz
);

-- The rows of uploaded lists, with the result of each.
CREATE TABLE import_rows (
	id uuid PRIMARY KEY,
	number bigint NOT NULL,
	line bigint NOT NULL,
	title text NOT NULL,
	url text NOT NULL,
	html_url text NOT NULL DEFAULT '',
	kind varchar NOT NULL DEFAULT 'rss',
	language varchar NOT NULL DEFAULT '',
	tags jsonb NOT NULL,
	recovered boolean NOT NULL DEFAULT false,
	recovery varchar NOT NULL DEFAULT '',
	outlet_name varchar NOT NULL DEFAULT '',
	result varchar NOT NULL DEFAULT 'pending',
	reason varchar NOT NULL DEFAULT '',
	source_id uuid,
	endpoint_id uuid,
	import_id uuid NOT NULL CONSTRAINT import_rows_imports_rows REFERENCES imports ON DELETE CASCADE,
	sealed bytea, -- the encrypted credentials, until the row is applied
	outlet_path varchar NOT NULL DEFAULT ''
);
CREATE INDEX import_rows_by_result ON import_rows (import_id, result, number);
CREATE INDEX import_rows_sealed ON import_rows (import_id) WHERE sealed IS NOT NULL;
CREATE UNIQUE INDEX import_rows_by_number ON import_rows (import_id, number);

-- Suggested values for empty and derived fields of sources (ADR 13).

-- The lookup of the homepage of a source that makes proposals.
CREATE TABLE visits (
	id uuid PRIMARY KEY,
	domain varchar NOT NULL DEFAULT '',
	due_at timestamptz, -- null: no visit is planned
	started_at timestamptz,
	finished_at timestamptz,
	attempts bigint NOT NULL DEFAULT 0,
	outcome varchar NOT NULL DEFAULT '',
	detail text NOT NULL DEFAULT '',
	homepage text NOT NULL DEFAULT '',
	url text NOT NULL DEFAULT '',
	created_at timestamptz NOT NULL,
	source_id uuid NOT NULL CONSTRAINT visits_sources_visit REFERENCES sources ON DELETE CASCADE
);
CREATE INDEX visits_by_domain ON visits (domain, started_at);
CREATE INDEX visits_due ON visits (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX visits_failed ON visits (id) WHERE outcome <> '' AND outcome <> 'ok';
CREATE UNIQUE INDEX visits_source_id_key ON visits (source_id);

-- The suggested values.
CREATE TABLE proposals (
	id uuid PRIMARY KEY,
	field varchar NOT NULL,
	before text NOT NULL DEFAULT '',
	value text NOT NULL,
	origin varchar NOT NULL,
	png bytea, -- a suggested logo
	state varchar NOT NULL DEFAULT 'open',
	created_at timestamptz NOT NULL,
	decided_at timestamptz,
	decided_by_id uuid CONSTRAINT proposals_members_decided_by REFERENCES members ON DELETE SET NULL,
	source_id uuid NOT NULL CONSTRAINT proposals_sources_proposals REFERENCES sources ON DELETE CASCADE
);
CREATE INDEX proposals_by_source ON proposals (source_id, field, state);
CREATE INDEX proposals_open ON proposals (id) WHERE state = 'open';
CREATE INDEX proposals_open_by_field ON proposals (field, id) WHERE state = 'open';
CREATE UNIQUE INDEX proposals_open_by_source ON proposals (source_id, field) WHERE state = 'open';

-- The checker (ADR 17). These tables and those below are not in the schema of ent: they are read
-- and written in batches, and ent does not support partitions.

-- The run-time state of each endpoint, in a table of its own, so that a check never changes the
-- version of an endpoint.
CREATE TABLE endpoint_states (
	endpoint_id uuid PRIMARY KEY REFERENCES endpoints ON DELETE CASCADE,
	enabled boolean NOT NULL, -- the endpoint and its source are active
	revision bigint NOT NULL DEFAULT 1, -- of the settings; the result of a check with older settings is dropped
	domain text COLLATE "C", -- the registrable domain; null until a worker has assigned it
	next_check_at timestamptz NOT NULL DEFAULT now(),
	next_reasons json,
	requested boolean NOT NULL DEFAULT false, -- a member asked for the next check
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
	last_detail text NOT NULL DEFAULT '', -- of the last failure, for people
	etag text NOT NULL DEFAULT '',
	last_modified text NOT NULL DEFAULT '',
	body_hash text NOT NULL DEFAULT '',
	full_check_at timestamptz, -- the last response with a body
	wrong_validators bigint NOT NULL DEFAULT 0,
	effective_url text NOT NULL DEFAULT '',
	items_total bigint NOT NULL DEFAULT 0,
	advice json, -- of the last document that was read; see package schedule
	gap_p50_seconds double precision NOT NULL DEFAULT 0,
	gap_p95_seconds double precision NOT NULL DEFAULT 0,
	requested_by uuid, -- who asked for the next check
	observations json -- what the checks have shown since the settings were changed; see package observation
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.1);
CREATE INDEX endpoint_states_by_check ON endpoint_states (next_check_at, endpoint_id) WHERE enabled;
CREATE INDEX endpoint_states_due ON endpoint_states (domain, next_check_at) WHERE enabled;
CREATE INDEX endpoint_states_unplaced ON endpoint_states (endpoint_id) WHERE enabled AND domain IS NULL;

-- The queue: one row for each registrable domain that has enabled endpoints. A worker claims a
-- domain, not an endpoint, so that a domain is never requested twice at once and a domain with many
-- due endpoints does not delay others.
CREATE TABLE check_hosts (
	domain text COLLATE "C" PRIMARY KEY,
	ready_at timestamptz, -- when an endpoint is due and the domain free, or the end of the lease; null: nothing to do
	free_at timestamptz NOT NULL DEFAULT '-infinity', -- end of the lease, of the pause between requests, or of a hold
	lease uuid, -- of the running check
	lease_token uuid, -- the API token that holds the lease; null for the leases of workers
	endpoint_id uuid, -- the endpoint that is due first, a hint (ADR 31)
	queued_at timestamptz, -- when the domain became ready, by which claims are ordered (ADR 35)
	held_until timestamptz -- until when the site asked to wait; null: it did not
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.1);
CREATE INDEX check_hosts_held ON check_hosts (domain) WHERE held_until IS NOT NULL;
CREATE INDEX check_hosts_queued ON check_hosts (queued_at);

-- The items that an endpoint had recently: fingerprints of their identities and links, the newest
-- first, and the gaps between them. One row is read and written for each changed document, instead
-- of one index entry for each item.
CREATE TABLE endpoint_known_items (
	endpoint_id uuid PRIMARY KEY REFERENCES endpoints ON DELETE CASCADE,
	revision bigint NOT NULL,
	fingerprints bytea NOT NULL,
	gaps bytea NOT NULL,
	newest_at timestamptz
) WITH (fillfactor = 80);
ALTER TABLE endpoint_known_items
	ALTER COLUMN fingerprints SET STORAGE EXTERNAL,
	ALTER COLUMN gaps SET STORAGE EXTERNAL;

-- Items that have known links but new identities, until a member decides (ADR 34). An endpoint
-- without held items has no row.
CREATE TABLE endpoint_held_items (
	endpoint_id uuid PRIMARY KEY REFERENCES endpoints ON DELETE CASCADE,
	version uuid NOT NULL,
	since timestamptz NOT NULL,
	url text NOT NULL,
	identity_policy text NOT NULL,
	document_items integer NOT NULL,
	held integer NOT NULL,
	items json NOT NULL,
	documents integer NOT NULL DEFAULT 1 -- that changed the held items: 1 if the site has changed the identities once
);

-- The response to the last failed check and to a recent successful one of each endpoint (ADR 23).
-- The row is overwritten, so that the table grows with the endpoints and not with the checks.
CREATE TABLE check_evidence (
	endpoint_id uuid NOT NULL REFERENCES endpoints ON DELETE CASCADE,
	kind text COLLATE "C" NOT NULL, -- failure or success
	checked_at timestamptz NOT NULL, -- started_at of the attempt
	outcome text NOT NULL,
	cause text NOT NULL,
	detail text NOT NULL,
	status integer NOT NULL, -- 0 without a response
	protocol text NOT NULL,
	remote text NOT NULL, -- the IP address of the server
	final_url text NOT NULL,
	redirects json,
	duration_ms integer NOT NULL,
	phases_ms integer[] NOT NULL, -- queue, dns, connect, tls, first byte, body
	headers json NOT NULL, -- names and values, without secrets
	headers_omitted integer NOT NULL, -- headers beyond the limits
	body_start text NOT NULL, -- the first 2 KB as text
	wire_bytes bigint NOT NULL,
	bytes bigint NOT NULL,
	PRIMARY KEY (endpoint_id, kind)
) WITH (fillfactor = 80);

-- One row for each check, in monthly partitions, kept for 90 days. The rows outlive deleted
-- endpoints.
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
	phases_ms integer[] NOT NULL, -- queue, dns, connect, tls, first byte, body
	redirects json,
	wire_bytes bigint NOT NULL,
	bytes bigint NOT NULL,
	content_type text NOT NULL,
	items integer NOT NULL,
	items_new integer NOT NULL,
	requested_by uuid, -- who asked for the check
	PRIMARY KEY (endpoint_id, started_at)
) PARTITION BY RANGE (started_at);

-- The items that checks saw for the first time, in monthly partitions, kept for 30 days. Programs
-- read the items of all endpoints in the order in which checks found them.
CREATE TABLE items (
	endpoint_id uuid NOT NULL,
	first_seen_at timestamptz NOT NULL,
	identity bytea NOT NULL, -- see package feed
	title text NOT NULL,
	url text NOT NULL,
	published_at timestamptz,
	PRIMARY KEY (endpoint_id, first_seen_at, identity)
) PARTITION BY RANGE (first_seen_at);
CREATE INDEX items_by_time ON items (first_seen_at, endpoint_id, identity);

-- The running workers, so that one of them can tell whether others work (ADR 20).
CREATE TABLE check_workers (
	id uuid PRIMARY KEY,
	name text NOT NULL,
	seen_at timestamptz NOT NULL,
	offline_since timestamptz -- null: its network works
);

-- The canary addresses that have answered. One that never did says nothing about the network.
CREATE TABLE check_canaries (
	address text PRIMARY KEY,
	answered_at timestamptz NOT NULL
);

-- Outages of the network of the service or of one worker (ADR 20).
CREATE TABLE incidents (
	id uuid PRIMARY KEY,
	scope text NOT NULL, -- service: no worker reaches the sites; worker: one worker does not
	worker_id uuid, -- the worker of an incident with the scope worker
	worker text NOT NULL, -- its name
	failure text NOT NULL, -- of the checks
	checks bigint NOT NULL, -- the last checks before the incident, how many failed alike, and of how many domains
	failed bigint NOT NULL,
	domains bigint NOT NULL,
	started_at timestamptz NOT NULL,
	ended_at timestamptz
);
CREATE INDEX incidents_by_start ON incidents (started_at);
CREATE UNIQUE INDEX incidents_open ON incidents (scope, worker_id) NULLS NOT DISTINCT WHERE ended_at IS NULL;

-- Subscriptions at the WebSub hubs that feeds name (ADR 30). A row is inserted when a check first
-- finds a hub, even if the service has no callback address.
CREATE TABLE websub_subscriptions (
	id uuid PRIMARY KEY DEFAULT gen_random_uuid(), -- in the callback address; random, so that it cannot be guessed
	endpoint_id uuid NOT NULL REFERENCES endpoints ON DELETE CASCADE,
	hub text NOT NULL,
	hub_host text COLLATE "C" NOT NULL, -- the requests to one host are bounded
	topic text NOT NULL,
	named boolean NOT NULL DEFAULT true, -- the feed still names the hub; at most one such row for an endpoint
	created_at timestamptz NOT NULL DEFAULT now(),
	state text NOT NULL DEFAULT 'found',
	since timestamptz NOT NULL DEFAULT now(), -- of the state
	detail text NOT NULL DEFAULT '', -- of a failure or denial, for people
	sealed bytea, -- the secret of the signatures
	lease_until timestamptz, -- null: the hub has not confirmed the subscription
	delivered_at timestamptz, -- the last delivery with a valid signature
	missed integer NOT NULL DEFAULT 0, -- deliveries that must arrive before the subscription is trusted again
	failures integer NOT NULL DEFAULT 0, -- consecutive failed requests to the hub
	due_at timestamptz DEFAULT now() -- the next request to the hub; null: none
);
CREATE INDEX websub_subscriptions_due ON websub_subscriptions (hub_host, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX websub_subscriptions_endpoint ON websub_subscriptions (endpoint_id);
CREATE INDEX websub_subscriptions_former ON websub_subscriptions (lease_until) WHERE NOT named;
CREATE INDEX websub_subscriptions_state ON websub_subscriptions (state);
CREATE UNIQUE INDEX websub_subscriptions_named ON websub_subscriptions (endpoint_id) WHERE named;

-- The health of sources.

-- The health of each source: that of its worst endpoint that is checked (ADR 19), in a table of its
-- own, so that a check never locks or rewrites a row of sources. Also who works on the source, and
-- until when it is hidden from the work list (ADR 29).
CREATE TABLE source_health (
	source_id uuid PRIMARY KEY REFERENCES sources ON DELETE CASCADE,
	state text NOT NULL DEFAULT '', -- '' if no endpoint is checked
	cause text NOT NULL DEFAULT '',
	since timestamptz NOT NULL DEFAULT now(),
	affected integer NOT NULL DEFAULT 0, -- endpoints with this state and cause
	checked integer NOT NULL DEFAULT 0, -- endpoints that are checked
	last_new_item_at timestamptz, -- of any endpoint
	assignee_id uuid, -- a member
	snoozed_until timestamptz, -- a job sets it to null at that time
	work_version integer NOT NULL DEFAULT 0 -- changes with each change of the work, and is never reset
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX source_health_by_assignee ON source_health (assignee_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX source_health_by_cause ON source_health (cause, state) WHERE cause <> '';
CREATE INDEX source_health_by_item ON source_health (last_new_item_at, source_id)
	WHERE state <> '' AND last_new_item_at IS NOT NULL;
CREATE INDEX source_health_by_since ON source_health (state, since, source_id);
CREATE INDEX source_health_by_snooze ON source_health (snoozed_until) WHERE snoozed_until IS NOT NULL;
CREATE INDEX source_health_without_item ON source_health (since, source_id)
	WHERE state <> '' AND last_new_item_at IS NULL;

-- When the health of sources changed: the preview of an alert rule counts how often it would have
-- fired. Kept for 90 days.
CREATE TABLE source_health_changes (
	at timestamptz NOT NULL,
	source_id uuid NOT NULL REFERENCES sources ON DELETE CASCADE,
	state text NOT NULL,
	cause text NOT NULL,
	PRIMARY KEY (at, source_id)
);
CREATE INDEX source_health_changes_by_source ON source_health_changes (source_id);

-- Suggested changes that follow from the checks (ADR 21).

-- The permanent redirects of each endpoint, as its checks see them. A row exists only while the
-- endpoint redirects.
CREATE TABLE endpoint_redirects (
	endpoint_id uuid PRIMARY KEY REFERENCES endpoints ON DELETE CASCADE,
	url text NOT NULL, -- the address that redirects; the row counts only while the endpoint has it
	target text NOT NULL,
	status integer NOT NULL, -- of the first redirect: 301 or 308
	sightings bigint NOT NULL, -- checks that followed the redirect and read the document of the target
	first_seen_at timestamptz NOT NULL,
	last_seen_at timestamptz NOT NULL,
	items integer NOT NULL, -- of the document of the first sighting
	known integer NOT NULL, -- those that the endpoint had before
	always boolean NOT NULL, -- the endpoint had no items before the first sighting
	reviewed boolean NOT NULL DEFAULT false -- a suggestion was made, or the items do not match
) WITH (fillfactor = 80);
CREATE INDEX endpoint_redirects_to_review ON endpoint_redirects (first_seen_at) WHERE NOT reviewed;

-- The suggested changes. At most one of a kind is open, and none that was decided before is made
-- again.
CREATE TABLE suggestions (
	id uuid PRIMARY KEY,
	kind text NOT NULL,
	state text NOT NULL, -- open, accepted (by a person), applied (by the service), dismissed, obsolete
	source_id uuid NOT NULL REFERENCES sources ON DELETE CASCADE,
	endpoint_id uuid REFERENCES endpoints ON DELETE CASCADE, -- null: about the source
	subject text NOT NULL, -- what is suggested: an address, or the id of an endpoint
	evidence jsonb NOT NULL,
	undo jsonb, -- what an undo restores
	by_person boolean NOT NULL DEFAULT false, -- a person must accept it: it is not safe, or was undone
	created_at timestamptz NOT NULL DEFAULT now(),
	decided_at timestamptz,
	decided_by uuid,
	decided_by_name text NOT NULL DEFAULT ''
);
CREATE INDEX suggestions_by_endpoint ON suggestions (endpoint_id);
CREATE INDEX suggestions_by_source ON suggestions (source_id, id);
CREATE INDEX suggestions_by_state ON suggestions (state, id);
CREATE INDEX suggestions_open_duplicates ON suggestions (subject) WHERE kind = 'duplicate' AND state = 'open';
CREATE UNIQUE INDEX suggestions_subject ON suggestions (source_id, endpoint_id, kind, subject) NULLS NOT DISTINCT
	WHERE state <> 'obsolete';

-- When the site of a broken endpoint is searched for another feed again.
CREATE TABLE endpoint_searches (
	endpoint_id uuid PRIMARY KEY REFERENCES endpoints ON DELETE CASCADE,
	searches integer NOT NULL,
	next_at timestamptz NOT NULL
);

-- The smallest hashes of the recent items of each endpoint: endpoints with the same items have some
-- of them in common.
CREATE TABLE endpoint_sketches (
	endpoint_id uuid PRIMARY KEY REFERENCES endpoints ON DELETE CASCADE,
	hashes bigint[] NOT NULL
);
CREATE INDEX endpoint_sketches_by_hash ON endpoint_sketches USING gin (hashes);

-- The endpoint up to which sketches were made in this round.
CREATE TABLE sketch_cursor (
	endpoint_id uuid NOT NULL
);

-- Alerts (ADR 22).

-- Conditions on the health of sources, and the destinations of their messages.
CREATE TABLE alert_rules (
	id uuid PRIMARY KEY,
	version integer NOT NULL DEFAULT 1,
	name text NOT NULL,
	enabled boolean NOT NULL,
	settings jsonb NOT NULL, -- notify.Settings
	condition_version integer NOT NULL DEFAULT 1, -- of the condition in the settings
	next_digest_at timestamptz,
	evaluated_at timestamptz,
	error text NOT NULL DEFAULT '', -- of the last evaluation, for people
	created_at timestamptz NOT NULL DEFAULT now(),
	created_by_id uuid,
	updated_at timestamptz NOT NULL DEFAULT now(),
	updated_by_id uuid
);

-- One row for each occurrence: a source (or, without a source, the whole view of the rule) that
-- meets the condition of a rule.
CREATE TABLE alerts (
	id uuid PRIMARY KEY,
	rule_id uuid NOT NULL REFERENCES alert_rules ON DELETE CASCADE,
	source_id uuid REFERENCES sources ON DELETE CASCADE,
	condition_version integer NOT NULL,
	state text NOT NULL,
	cause text NOT NULL,
	affected integer NOT NULL, -- endpoints of the source, or sources of the view
	total integer NOT NULL,
	since timestamptz NOT NULL,
	fired_at timestamptz, -- the condition was met for long enough
	notified_at timestamptz, -- the first notification
	reminded_at timestamptz, -- the last notification
	recovered_at timestamptz,
	ended_at timestamptz, -- nothing more is sent
	thread_id uuid -- the first notification
);
CREATE INDEX alerts_by_rule ON alerts (rule_id, id) WHERE fired_at IS NOT NULL;
CREATE INDEX alerts_by_source ON alerts (source_id);
CREATE INDEX alerts_ended ON alerts (ended_at) WHERE ended_at IS NOT NULL;
CREATE UNIQUE INDEX alerts_open ON alerts (rule_id, source_id) NULLS NOT DISTINCT WHERE ended_at IS NULL;

-- The receivers of webhooks.
CREATE TABLE alert_webhooks (
	id uuid PRIMARY KEY,
	version integer NOT NULL DEFAULT 1,
	name text NOT NULL,
	url text NOT NULL,
	sealed bytea NOT NULL, -- the secret; see package seal
	sealed_previous bytea, -- the secret before the last rotation
	previous_until timestamptz, -- until then, messages are also signed with it
	hint text NOT NULL, -- the end of the secret
	created_at timestamptz NOT NULL DEFAULT now(),
	created_by_id uuid,
	updated_at timestamptz NOT NULL DEFAULT now()
);

-- What is sent: one message, with one delivery for each destination. The rows outlive their rule.
CREATE TABLE alert_notifications (
	id uuid PRIMARY KEY,
	rule_id uuid REFERENCES alert_rules ON DELETE SET NULL,
	rule_name text NOT NULL,
	message jsonb NOT NULL, -- notify.Message
	created_at timestamptz NOT NULL
);
CREATE INDEX alert_notifications_by_rule ON alert_notifications (rule_id);
CREATE INDEX alert_notifications_by_time ON alert_notifications (created_at);

CREATE TABLE alert_deliveries (
	id uuid PRIMARY KEY,
	notification_id uuid NOT NULL REFERENCES alert_notifications ON DELETE CASCADE,
	channel text NOT NULL, -- email, webhook
	address text NOT NULL, -- an e-mail address or a URL
	webhook_id uuid REFERENCES alert_webhooks ON DELETE SET NULL,
	state text NOT NULL, -- pending, sent, failed
	attempts integer NOT NULL DEFAULT 0,
	status integer NOT NULL DEFAULT 0, -- of the last response (HTTP or SMTP); 0 without a response
	error text NOT NULL DEFAULT '', -- of the last attempt, for people
	next_attempt_at timestamptz,
	created_at timestamptz NOT NULL,
	finished_at timestamptz,
	resend_of uuid,
	resent_by_id uuid
);
CREATE INDEX alert_deliveries_by_notification ON alert_deliveries (notification_id, id);

-- Daily figures (ADR 23), written by a periodic job and kept for 400 days. A day is one of UTC.

-- The items of each source by their date of publication, or by the day on which a check found them.
CREATE TABLE source_days (
	source_id uuid NOT NULL REFERENCES sources ON DELETE CASCADE,
	day date NOT NULL,
	items integer NOT NULL,
	PRIMARY KEY (source_id, day)
) WITH (fillfactor = 80);
CREATE INDEX source_days_by_day ON source_days USING brin (day);

-- The same of all sources.
CREATE TABLE register_days (
	day date PRIMARY KEY,
	items bigint NOT NULL DEFAULT 0,
	states json -- sources by health, at the end of the day
);

-- One row: what the overview shows and cannot be read quickly from other tables.
CREATE TABLE overview_figures (
	id boolean PRIMARY KEY DEFAULT true CHECK (id),
	items_until timestamptz NOT NULL, -- up to which items are counted in the tables above
	figures json,
	computed_at timestamptz
);

-- The tables of the job queue, as of migrations 1 to 8 of River v0.51.0.

CREATE TYPE river_job_state AS ENUM (
	'available',
	'cancelled',
	'completed',
	'discarded',
	'pending',
	'retryable',
	'running',
	'scheduled'
);

-- +goose StatementBegin
CREATE FUNCTION river_job_state_in_bitmask(bitmask bit(8), state river_job_state)
RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE state
		WHEN 'available' THEN get_bit(bitmask, 7)
		WHEN 'cancelled' THEN get_bit(bitmask, 6)
		WHEN 'completed' THEN get_bit(bitmask, 5)
		WHEN 'discarded' THEN get_bit(bitmask, 4)
		WHEN 'pending' THEN get_bit(bitmask, 3)
		WHEN 'retryable' THEN get_bit(bitmask, 2)
		WHEN 'running' THEN get_bit(bitmask, 1)
		WHEN 'scheduled' THEN get_bit(bitmask, 0)
		ELSE 0
	END = 1;
$$;
-- +goose StatementEnd

CREATE TABLE river_job (
	id bigserial PRIMARY KEY,
	state river_job_state NOT NULL DEFAULT 'available',
	attempt smallint NOT NULL DEFAULT 0,
	max_attempts smallint NOT NULL DEFAULT 25,
	attempted_at timestamptz,
	created_at timestamptz NOT NULL DEFAULT now(),
	finalized_at timestamptz,
	scheduled_at timestamptz NOT NULL DEFAULT now(),
	priority smallint NOT NULL DEFAULT 1,
	args jsonb NOT NULL,
	attempted_by text[],
	errors jsonb[],
	kind text NOT NULL,
	metadata jsonb NOT NULL DEFAULT '{}',
	queue text NOT NULL DEFAULT 'default',
	tags varchar(255)[] NOT NULL DEFAULT '{}',
	unique_key bytea,
	unique_states bit(8),
	CONSTRAINT finalized_or_finalized_at_null CHECK (
		(finalized_at IS NULL AND state NOT IN ('cancelled', 'completed', 'discarded'))
		OR (finalized_at IS NOT NULL AND state IN ('cancelled', 'completed', 'discarded'))
	),
	CONSTRAINT kind_length CHECK (char_length(kind) > 0 AND char_length(kind) < 128),
	CONSTRAINT max_attempts_is_positive CHECK (max_attempts > 0),
	CONSTRAINT priority_in_range CHECK (priority >= 1 AND priority <= 4),
	CONSTRAINT queue_length CHECK (char_length(queue) > 0 AND char_length(queue) < 128)
);
CREATE INDEX river_job_args_index ON river_job USING gin (args);
CREATE INDEX river_job_kind ON river_job (kind);
CREATE INDEX river_job_metadata_index ON river_job USING gin (metadata);
CREATE INDEX river_job_prioritized_fetching_index ON river_job (state, queue, priority, scheduled_at, id);
CREATE INDEX river_job_state_and_finalized_at_index ON river_job (state, finalized_at) WHERE finalized_at IS NOT NULL;
CREATE UNIQUE INDEX river_job_unique_idx ON river_job (unique_key)
	WHERE unique_key IS NOT NULL AND unique_states IS NOT NULL AND river_job_state_in_bitmask(unique_states, state);

CREATE UNLOGGED TABLE river_leader (
	elected_at timestamptz NOT NULL,
	expires_at timestamptz NOT NULL,
	leader_id text NOT NULL,
	name text PRIMARY KEY DEFAULT 'default',
	CONSTRAINT leader_id_length CHECK (char_length(leader_id) > 0 AND char_length(leader_id) < 128),
	CONSTRAINT name_length CHECK (name = 'default')
);

CREATE TABLE river_migration (
	line text NOT NULL,
	version bigint NOT NULL,
	created_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT river_migration_pkey1 PRIMARY KEY (line, version),
	CONSTRAINT line_length CHECK (char_length(line) > 0 AND char_length(line) < 128),
	CONSTRAINT version_gte_1 CHECK (version >= 1)
);

CREATE TABLE river_notification (
	id bigserial PRIMARY KEY,
	created_at timestamptz NOT NULL DEFAULT now(),
	payload text NOT NULL,
	topic text NOT NULL,
	CONSTRAINT topic_length CHECK (length(topic) > 0 AND length(topic) < 128)
);
CREATE INDEX river_notification_created_at_idx ON river_notification (created_at);
CREATE INDEX river_notification_topic_id_idx ON river_notification (topic, id);

CREATE TABLE river_queue (
	name text PRIMARY KEY,
	created_at timestamptz NOT NULL DEFAULT now(),
	metadata jsonb NOT NULL DEFAULT '{}',
	paused_at timestamptz,
	updated_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- Functions and triggers. A rule is in a trigger if writers that do not know of one another must
-- keep it in the transaction of their change: requests, imports, jobs and workers, of several
-- processes and, during an upgrade, of two versions.

-- Counters (ADR 14). source_facets returns the counted values of a source. The facet 'endpoints'
-- counts its endpoints.
-- +goose StatementBegin
CREATE FUNCTION source_facets(
	country text, languages jsonb, kinds jsonb, media_type text, scope text, tier bigint, paywall text, rights text,
	owner text, endpoints bigint
) RETURNS TABLE (facet text, value text, n bigint) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT 'lifecycle', '', 1::bigint
	UNION ALL
	SELECT 'country', country, 1
	UNION ALL
	SELECT 'media_type', media_type, 1
	UNION ALL
	SELECT 'scope', scope, 1
	UNION ALL
	SELECT 'tier', coalesce(tier::text, ''), 1
	UNION ALL
	SELECT 'paywall', paywall, 1
	UNION ALL
	SELECT 'rights', rights, 1
	UNION ALL
	SELECT 'owner', owner, 1
	UNION ALL
	SELECT 'endpoints', '', endpoints
	UNION ALL
	SELECT 'language', v, 1
	FROM jsonb_array_elements_text(CASE WHEN languages = '[]' THEN '[""]' ELSE languages END) v
	UNION ALL
	SELECT 'kind', v, 1
	FROM jsonb_array_elements_text(CASE WHEN kinds = '[]' THEN '[""]' ELSE kinds END) v
$$;

CREATE FUNCTION source_facets(
	country text, languages jsonb, kinds jsonb, media_type text, scope text, tier bigint, paywall text, rights text,
	owner text, endpoints bigint, tags jsonb
) RETURNS TABLE (facet text, value text, n bigint) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT facet, value, n
	FROM source_facets(country, languages, kinds, media_type, scope, tier, paywall, rights, owner, endpoints)
	UNION ALL
	SELECT 'tag', v, 1
	FROM jsonb_array_elements_text(CASE WHEN tags = '[]' THEN '[""]' ELSE tags END) v
$$;

CREATE FUNCTION count_source_inserts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, s.lifecycle, f.value, sum(f.n)
	FROM new_rows s
	CROSS JOIN LATERAL source_facets(s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall,
		s.rights, s.owner, s.endpoint_count, s.tag_ids) f
	GROUP BY 1, 2, 3
	HAVING sum(f.n) <> 0;
	RETURN NULL;
END $$;

CREATE FUNCTION count_source_deletes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, s.lifecycle, f.value, -sum(f.n)
	FROM old_rows s
	CROSS JOIN LATERAL source_facets(s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall,
		s.rights, s.owner, s.endpoint_count, s.tag_ids) f
	GROUP BY 1, 2, 3
	HAVING sum(f.n) <> 0;
	RETURN NULL;
END $$;

-- The rows are joined by hashing: the plan of a statement that changed one row would take hours for
-- one that changes 100,000.
CREATE FUNCTION count_source_updates() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, s.lifecycle, f.value, sum(f.n * s.sign)
	FROM (
		SELECT v.*
		FROM old_rows o
		JOIN new_rows n USING (id)
		CROSS JOIN LATERAL (VALUES
			(-1, o.lifecycle, o.country, o.languages, o.endpoint_kinds, o.media_type, o.scope, o.tier, o.paywall,
				o.rights, o.owner, o.endpoint_count, o.tag_ids),
			(1, n.lifecycle, n.country, n.languages, n.endpoint_kinds, n.media_type, n.scope, n.tier, n.paywall,
				n.rights, n.owner, n.endpoint_count, n.tag_ids)
		) v(sign, lifecycle, country, languages, endpoint_kinds, media_type, scope, tier, paywall, rights,
			owner, endpoint_count, tag_ids)
		WHERE (o.lifecycle, o.country, o.languages, o.endpoint_kinds, o.media_type, o.scope, o.tier, o.paywall,
				o.rights, o.owner, o.endpoint_count, o.tag_ids)
			IS DISTINCT FROM (n.lifecycle, n.country, n.languages, n.endpoint_kinds, n.media_type, n.scope, n.tier,
				n.paywall, n.rights, n.owner, n.endpoint_count, n.tag_ids)
	) s
	CROSS JOIN LATERAL source_facets(s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall,
		s.rights, s.owner, s.endpoint_count, s.tag_ids) f
	GROUP BY 1, 2, 3
	HAVING sum(f.n * s.sign) <> 0;
	RETURN NULL;
END $$;

CREATE FUNCTION count_source_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM source_counts;
	DELETE FROM source_count_deltas;
	RETURN NULL;
END $$;
-- +goose StatementEnd

-- Requests, imports and jobs write sources at the same time. Each transaction appends its own
-- deltas, so that a count is never wrong and no transaction waits for another.
CREATE TRIGGER count_inserts AFTER INSERT ON sources
	REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_source_inserts();
CREATE TRIGGER count_updates AFTER UPDATE ON sources
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_source_updates();
CREATE TRIGGER count_deletes AFTER DELETE ON sources
	REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_source_deletes();
CREATE TRIGGER count_truncate AFTER TRUNCATE ON sources FOR EACH STATEMENT EXECUTE FUNCTION count_source_truncate();

-- health_needs_person reports whether a state usually does not end without a person; see
-- health.WorkStates.
-- +goose StatementBegin
CREATE FUNCTION health_needs_person(state text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT state IN ('quiet', 'suspect', 'blocked', 'failing', 'gone')
$$;

-- health_facets returns the counted values of a row of source_health. The facets work_open and
-- work_snoozed count the sources that need a person by cause, with the suffix _assigned if they
-- have an assignee. The facet 'assignee' counts all sources of a member and, with the value '', the
-- sources that need a person and have no assignee.
CREATE FUNCTION health_facets(state text, cause text, assignee_id uuid, is_snoozed boolean)
RETURNS TABLE (facet text, value text) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT 'health', state
	WHERE state <> ''
	UNION ALL
	SELECT CASE WHEN is_snoozed THEN 'work_snoozed' ELSE 'work_open' END
		|| CASE WHEN assignee_id IS NULL THEN '' ELSE '_assigned' END, cause
	WHERE health_needs_person(state) AND cause <> ''
	UNION ALL
	SELECT 'assignee', coalesce(assignee_id::text, '')
	WHERE assignee_id IS NOT NULL OR health_needs_person(state) AND cause <> ''
$$;

CREATE FUNCTION count_health_inserts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, 'active', f.value, count(*)
	FROM new_rows h, health_facets(h.state, h.cause, h.assignee_id, h.snoozed_until IS NOT NULL) f
	GROUP BY 1, 3;
	RETURN NULL;
END $$;

CREATE FUNCTION count_health_deletes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, 'active', f.value, -count(*)
	FROM old_rows h, health_facets(h.state, h.cause, h.assignee_id, h.snoozed_until IS NOT NULL) f
	GROUP BY 1, 3;
	RETURN NULL;
END $$;

-- Rows in which only other columns changed, such as the time of the last new item, are not counted.
CREATE FUNCTION count_health_updates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, 'active', f.value, sum(f.n)
	FROM old_rows o
	JOIN new_rows n USING (source_id), LATERAL (
		SELECT facet, value, -1 AS n
		FROM health_facets(o.state, o.cause, o.assignee_id, o.snoozed_until IS NOT NULL)
		UNION ALL
		SELECT facet, value, 1
		FROM health_facets(n.state, n.cause, n.assignee_id, n.snoozed_until IS NOT NULL)
	) f
	WHERE (o.state, o.cause, o.assignee_id, o.snoozed_until IS NULL)
		IS DISTINCT FROM (n.state, n.cause, n.assignee_id, n.snoozed_until IS NULL)
	GROUP BY 1, 3
	HAVING sum(f.n) <> 0;
	RETURN NULL;
END $$;
-- +goose StatementEnd

-- Workers change the health of sources, and members who works on them, at the same time. Only
-- active sources have endpoints that are checked.
CREATE TRIGGER count_inserts AFTER INSERT ON source_health
	REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_health_inserts();
CREATE TRIGGER count_updates AFTER UPDATE ON source_health
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_health_updates();
CREATE TRIGGER count_deletes AFTER DELETE ON source_health
	REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_health_deletes();

-- count_sources returns all counts computed from the sources, to check the counters.
-- +goose StatementBegin
CREATE FUNCTION count_source_columns()
RETURNS TABLE (facet text, lifecycle text, value text, n bigint) LANGUAGE sql STABLE AS $$
	SELECT f.facet, c.lifecycle, f.value,
		sum(CASE f.facet WHEN 'endpoints' THEN c.endpoints * f.n ELSE c.n * f.n END)::bigint
	FROM (
		SELECT s.lifecycle, s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall,
			s.rights, s.owner, s.tag_ids, count(*) AS n, sum(s.endpoint_count) AS endpoints
		FROM sources s
		GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
	) c
	CROSS JOIN LATERAL source_facets(c.country, c.languages, c.endpoint_kinds, c.media_type, c.scope, c.tier, c.paywall,
		c.rights, c.owner, 1, c.tag_ids) f
	GROUP BY 1, 2, 3
$$;

CREATE FUNCTION count_sources()
RETURNS TABLE (facet text, lifecycle text, value text, n bigint) LANGUAGE sql STABLE AS $$
	SELECT facet, lifecycle, value, n
	FROM count_source_columns()
	UNION ALL
	SELECT f.facet, 'active', f.value, count(*)
	FROM source_health h, health_facets(h.state, h.cause, h.assignee_id, h.snoozed_until IS NOT NULL) f
	GROUP BY 1, 3
$$;

-- The tags of each source as a list. set_source_tag_ids locks the sources before it reads
-- source_tags, so that two transactions that tag one source do not miss each other's tags.
CREATE FUNCTION set_source_tag_ids(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM
	FROM sources
	WHERE id = ANY(ids)
	ORDER BY id
	FOR UPDATE;
	UPDATE sources s SET tag_ids = t.list
	FROM (
		SELECT i.id, coalesce((
			SELECT jsonb_agg(st.tag_id ORDER BY st.tag_id)
			FROM source_tags st
			WHERE st.source_id = i.id
		), '[]') AS list
		FROM unnest(ids) i(id)
	) t
	WHERE s.id = t.id AND s.tag_ids <> t.list;
END $$;

CREATE FUNCTION set_tag_ids_of_new_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_source_tag_ids(ARRAY(SELECT DISTINCT source_id FROM new_rows));
	RETURN NULL;
END $$;

CREATE FUNCTION set_tag_ids_of_removed_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_source_tag_ids(ARRAY(SELECT DISTINCT source_id FROM old_rows));
	RETURN NULL;
END $$;

CREATE FUNCTION set_tag_ids_of_changed_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_source_tag_ids(ARRAY(SELECT source_id FROM old_rows UNION SELECT source_id FROM new_rows));
	RETURN NULL;
END $$;
-- +goose StatementEnd

-- Requests and imports tag the same source at the same time, and the deletion of a tag removes it
-- from all sources.
CREATE TRIGGER tag_ids_inserts AFTER INSERT ON source_tags
	REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION set_tag_ids_of_new_tags();
CREATE TRIGGER tag_ids_updates AFTER UPDATE ON source_tags
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION set_tag_ids_of_changed_tags();
CREATE TRIGGER tag_ids_deletes AFTER DELETE ON source_tags
	REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION set_tag_ids_of_removed_tags();

-- The state of the checks of each endpoint follows from its settings and from the lifecycle of its
-- source.
-- +goose StatementBegin
CREATE FUNCTION is_checked(endpoint_intent text, endpoint_live boolean, source_lifecycle text)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT endpoint_intent = 'active' AND endpoint_live AND source_lifecycle = 'active'
$$;

CREATE FUNCTION schedule_new_endpoints() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO endpoint_states (endpoint_id, enabled)
	SELECT e.id, is_checked(e.intent, e.live, s.lifecycle)
	FROM new_rows e
	JOIN sources s ON s.id = e.source_id
	ON CONFLICT (endpoint_id) DO NOTHING;
	RETURN NULL;
END $$;

-- A change of the settings makes the endpoint due, and a change of the address starts its health
-- anew.
CREATE FUNCTION schedule_changed_endpoint() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE endpoint_states SET
		enabled = is_checked(NEW.intent, NEW.live, (SELECT lifecycle FROM sources WHERE id = NEW.source_id)),
		revision = revision + 1, domain = NULL, next_check_at = now(), next_reasons = NULL,
		etag = '', last_modified = '', body_hash = ''
	WHERE endpoint_id = NEW.id;
	IF NEW.url IS DISTINCT FROM OLD.url THEN
		UPDATE endpoint_states SET
			health = 'new', health_cause = '', health_since = now(),
			failures = 0, failed_checks = 0, failing_since = NULL,
			last_cause = '', cause_since = NULL, cause_checks = 0, suspect_replies = 0, last_detail = '',
			effective_url = '', wrong_validators = 0
		WHERE endpoint_id = NEW.id;
	END IF;
	RETURN NULL;
END $$;

-- A change of the schedule alone makes the endpoint due, but its next check is only planned anew:
-- the reason tells the worker. An endpoint that was not checked before is checked, if its window is
-- open.
CREATE FUNCTION plan_changed_endpoint() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE endpoint_states SET
		revision = revision + 1, domain = NULL, next_check_at = now(),
		next_reasons = CASE WHEN checks > 0 THEN '[{"code": "settings", "text": "the schedule was changed"}]'::json END
	WHERE endpoint_id = NEW.id;
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
	UPDATE endpoint_states t SET
		enabled = is_checked(e.intent, e.live, NEW.lifecycle),
		revision = t.revision + 1, domain = NULL, next_check_at = now(), next_reasons = NULL
	FROM endpoints e
	WHERE e.source_id = NEW.id AND t.endpoint_id = e.id;
	RETURN NULL;
END $$;

CREATE FUNCTION review_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE websub_subscriptions SET due_at = now()
	WHERE endpoint_id = NEW.endpoint_id;
	RETURN NULL;
END $$;

CREATE FUNCTION set_queued_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.queued_at := NEW.ready_at;
	RETURN NEW;
END $$;
-- +goose StatementEnd

-- Requests, imports, repairs and jobs change endpoints while workers check them. The change of the
-- settings and the new revision are one transaction, so that the result of a running check with the
-- old settings is dropped.
CREATE TRIGGER schedule_inserts AFTER INSERT ON endpoints
	REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION schedule_new_endpoints();
CREATE TRIGGER schedule_updates
	AFTER UPDATE OF intent, live, url, kind, charset, default_zone, identity_policy, recipe ON endpoints FOR EACH ROW
	WHEN ((OLD.intent, OLD.live, OLD.url, OLD.kind, OLD.charset, OLD.default_zone, OLD.identity_policy, OLD.recipe)
		IS DISTINCT FROM
		(NEW.intent, NEW.live, NEW.url, NEW.kind, NEW.charset, NEW.default_zone, NEW.identity_policy, NEW.recipe))
	EXECUTE FUNCTION schedule_changed_endpoint();
CREATE TRIGGER plan_updates AFTER UPDATE OF schedule ON endpoints FOR EACH ROW
	WHEN (OLD.schedule IS DISTINCT FROM NEW.schedule AND NOT
		(OLD.intent, OLD.live, OLD.url, OLD.kind, OLD.charset, OLD.default_zone, OLD.identity_policy, OLD.recipe)
		IS DISTINCT FROM
		(NEW.intent, NEW.live, NEW.url, NEW.kind, NEW.charset, NEW.default_zone, NEW.identity_policy, NEW.recipe))
	EXECUTE FUNCTION plan_changed_endpoint();
CREATE TRIGGER schedule_changes AFTER INSERT OR UPDATE OR DELETE ON endpoint_credentials FOR EACH ROW
	EXECUTE FUNCTION schedule_changed_credentials();
CREATE TRIGGER schedule_updates AFTER UPDATE OF lifecycle ON sources FOR EACH ROW
	WHEN (OLD.lifecycle IS DISTINCT FROM NEW.lifecycle) EXECUTE FUNCTION schedule_changed_source();
-- All of the above turn checks on and off; the job that ends subscriptions then has to see it.
-- Recording a check does not update the column and therefore does not run the trigger.
CREATE TRIGGER review_subscriptions AFTER UPDATE OF enabled ON endpoint_states FOR EACH ROW
	WHEN (OLD.enabled IS DISTINCT FROM NEW.enabled) EXECUTE FUNCTION review_subscription();
-- Workers, requests and programs with API tokens set ready_at. While a domain is leased, its place
-- in the queue is kept.
CREATE TRIGGER queued_inserts BEFORE INSERT ON check_hosts FOR EACH ROW EXECUTE FUNCTION set_queued_at();
CREATE TRIGGER queued_updates BEFORE UPDATE ON check_hosts FOR EACH ROW
	WHEN (NEW.lease IS NULL AND NEW.queued_at IS DISTINCT FROM NEW.ready_at) EXECUTE FUNCTION set_queued_at();

-- The health of sources. health_severity returns the rank of a state; see health.State.Severity.
-- +goose StatementBegin
CREATE FUNCTION health_severity(state text) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE state
		WHEN 'ok' THEN 0
		WHEN 'new' THEN 1
		WHEN 'quiet' THEN 2
		WHEN 'unknown' THEN 3
		WHEN 'degraded' THEN 4
		WHEN 'suspect' THEN 5
		WHEN 'blocked' THEN 6
		WHEN 'failing' THEN 7
		WHEN 'gone' THEN 8
		ELSE -1
	END
$$;

-- refresh_source_health computes the health of sources whose rows exist, and ends the work on those
-- that work again or are no longer checked. The rows are locked before the endpoints are read, so
-- that two transactions that change endpoints of one source do not miss each other's change.
-- enable_seqscan: a session keeps the plans of a function from its first calls, when the tables may
-- have been empty.
CREATE FUNCTION refresh_source_health(ids uuid[]) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
	PERFORM
	FROM source_health
	WHERE source_id = ANY(ids)
	ORDER BY source_id
	FOR UPDATE;
	UPDATE source_health h SET
		state = w.state, cause = w.cause, since = coalesce(w.since, h.since),
		affected = w.affected, checked = w.checked,
		assignee_id = CASE WHEN w.state IN ('ok', '') THEN NULL ELSE h.assignee_id END,
		snoozed_until = CASE WHEN w.state IN ('ok', '') THEN NULL ELSE h.snoozed_until END,
		work_version = h.work_version + CASE
			WHEN w.state IN ('ok', '') AND (h.assignee_id IS NOT NULL OR h.snoozed_until IS NOT NULL) THEN 1
			ELSE 0
		END
	FROM (
		SELECT i.source_id, coalesce(worst.health, '') AS state, coalesce(worst.health_cause, '') AS cause,
			worst.health_since AS since,
			count(t.endpoint_id)
				FILTER (WHERE t.health = worst.health AND t.health_cause = worst.health_cause) AS affected,
			count(t.endpoint_id) AS checked
		FROM unnest(ids) i(source_id)
		LEFT JOIN LATERAL (
			SELECT t.health, t.health_cause, t.health_since
			FROM endpoints e
			JOIN endpoint_states t ON t.endpoint_id = e.id AND t.enabled
			WHERE e.source_id = i.source_id
			ORDER BY health_severity(t.health) DESC, t.health_since NULLS LAST
			LIMIT 1
		) worst ON true
		LEFT JOIN endpoints e ON e.source_id = i.source_id
		LEFT JOIN endpoint_states t ON t.endpoint_id = e.id AND t.enabled
		GROUP BY 1, 2, 3, 4
	) w
	WHERE h.source_id = w.source_id
		AND (h.state, h.cause, h.affected, h.checked)
			IS DISTINCT FROM (w.state, w.cause, w.affected::int, w.checked::int);
END $$;

CREATE FUNCTION source_health_of_new_sources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_health (source_id)
	SELECT id
	FROM new_rows
	ORDER BY id
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;

CREATE FUNCTION source_health_of_new_endpoints() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	ids uuid[] := ARRAY(
		SELECT DISTINCT e.source_id
		FROM new_rows n
		JOIN endpoints e ON e.id = n.endpoint_id
		ORDER BY 1
	);
BEGIN
	INSERT INTO source_health (source_id)
	SELECT unnest(ids)
	ON CONFLICT DO NOTHING;
	PERFORM refresh_source_health(ids);
	RETURN NULL;
END $$;

-- A check that changes no health and finds no new item costs one comparison. The rows are locked in
-- one order before any is written.
CREATE FUNCTION source_health_of_changed_endpoints() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
	ids uuid[];
	newer uuid[];
BEGIN
	SELECT
		array_agg(DISTINCT e.source_id)
			FILTER (WHERE (o.enabled, o.health, o.health_cause) IS DISTINCT FROM (n.enabled, n.health, n.health_cause)),
		array_agg(DISTINCT e.source_id) FILTER (WHERE n.last_new_item_at IS DISTINCT FROM o.last_new_item_at)
	INTO ids, newer
	FROM old_rows o
	JOIN new_rows n USING (endpoint_id)
	JOIN endpoints e ON e.id = n.endpoint_id
	WHERE (o.enabled, o.health, o.health_cause, o.last_new_item_at)
		IS DISTINCT FROM (n.enabled, n.health, n.health_cause, n.last_new_item_at);
	IF newer IS NOT NULL THEN
		PERFORM
		FROM source_health
		WHERE source_id = ANY(ids || newer)
		ORDER BY source_id
		FOR UPDATE;
		UPDATE source_health h SET last_new_item_at = n.at
		FROM (
			SELECT e.source_id, max(n.last_new_item_at) AS at
			FROM new_rows n
			JOIN endpoints e ON e.id = n.endpoint_id
			WHERE e.source_id = ANY(newer)
			GROUP BY 1
		) n
		WHERE h.source_id = n.source_id AND (h.last_new_item_at IS NULL OR h.last_new_item_at < n.at);
	END IF;
	IF ids IS NOT NULL THEN
		PERFORM refresh_source_health(ids);
	END IF;
	RETURN NULL;
END $$;

CREATE FUNCTION source_health_of_deleted_endpoints() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM refresh_source_health(ARRAY(SELECT DISTINCT source_id FROM old_rows));
	RETURN NULL;
END $$;

-- record_ended_work adds the end of the work on recovered sources to their history, with ids as of
-- package uuid (version 7).
CREATE FUNCTION record_ended_work(ids uuid[], assignees uuid[], ends timestamptz[])
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO audit_events (
		id, at, actor_email, actor_name, actor_role, action, target_type, target_id, target_name, source_id, changes)
	SELECT
		encode(set_bit(set_bit(
			overlay(uuid_send(gen_random_uuid()) PLACING
				substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
				FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid,
		clock_timestamp(), '', '', '', 'work.ended', 'source', s.id, s.name, s.id,
		CASE
			WHEN w.assignee IS NULL THEN '[]'::jsonb
			ELSE jsonb_build_array(
				jsonb_build_object('field', 'assignee', 'before', coalesce(nullif(m.name, ''), m.email, '')))
		END || CASE
			WHEN w.until IS NULL THEN '[]'::jsonb
			ELSE jsonb_build_array(jsonb_build_object('field', 'snoozed_until', 'before', w.until))
		END
	FROM unnest(ids, assignees, ends) w(id, assignee, until)
	JOIN sources s ON s.id = w.id
	LEFT JOIN members m ON m.id = w.assignee;
END $$;

CREATE FUNCTION record_health_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	ids uuid[];
	assignees uuid[];
	ends timestamptz[];
BEGIN
	INSERT INTO source_health_changes (at, source_id, state, cause)
	SELECT now(), n.source_id, n.state, n.cause
	FROM old_rows o
	JOIN new_rows n USING (source_id)
	WHERE (o.state, o.cause) IS DISTINCT FROM (n.state, n.cause)
	ON CONFLICT (at, source_id) DO UPDATE SET state = excluded.state, cause = excluded.cause;
	SELECT array_agg(source_id), array_agg(o.assignee_id), array_agg(o.snoozed_until)
	INTO ids, assignees, ends
	FROM old_rows o
	JOIN new_rows n USING (source_id)
	WHERE (o.assignee_id IS NOT NULL OR o.snoozed_until IS NOT NULL)
		AND n.assignee_id IS NULL
		AND n.snoozed_until IS NULL
		AND n.state IN ('ok', '')
		AND o.state <> n.state;
	IF ids IS NOT NULL THEN
		PERFORM record_ended_work(ids, assignees, ends);
	END IF;
	RETURN NULL;
END $$;
-- +goose StatementEnd

-- Two workers that check endpoints of one source, and members who change or delete them, write its
-- health at the same time.
CREATE TRIGGER source_health_inserts AFTER INSERT ON sources
	REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION source_health_of_new_sources();
CREATE TRIGGER source_health_inserts AFTER INSERT ON endpoint_states
	REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION source_health_of_new_endpoints();
CREATE TRIGGER source_health_updates AFTER UPDATE ON endpoint_states
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION source_health_of_changed_endpoints();
CREATE TRIGGER source_health_deletes AFTER DELETE ON endpoints
	REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION source_health_of_deleted_endpoints();
-- The writers above change the health; the change is recorded in their transaction.
CREATE TRIGGER record_changes AFTER UPDATE ON source_health
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_health_changes();

-- ensure_check_partitions makes the monthly partitions from the given time to three months later,
-- and drops those that ended before the retention. ATTACH takes a lock that does not block inserts.
-- +goose StatementBegin
CREATE FUNCTION ensure_check_partitions(at timestamptz, attempts_days int, items_days int)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	parent text;
	month timestamptz;
	name text;
	kept interval;
	old record;
BEGIN
	FOREACH parent IN ARRAY ARRAY['attempts', 'items'] LOOP
		FOR i IN 0..3 LOOP
			month := date_trunc('month', at, 'UTC') + make_interval(months => i);
			name := parent || to_char(month AT TIME ZONE 'UTC', '_YYYY_MM');
			IF to_regclass(name) IS NULL THEN
				EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', name, parent);
				EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
					parent, name, month, month + interval '1 month');
			END IF;
		END LOOP;
		kept := make_interval(days => CASE parent WHEN 'attempts' THEN attempts_days ELSE items_days END);
		FOR old IN
			SELECT c.relname
			FROM pg_inherits i
			JOIN pg_class c ON c.oid = i.inhrelid
			WHERE i.inhparent = parent::regclass
				AND to_timestamp(right(c.relname, 7), 'YYYY_MM') + interval '1 month' + interval '1 day' < at - kept
		LOOP
			EXECUTE format('DROP TABLE %I', old.relname);
		END LOOP;
	END LOOP;
END $$;
-- +goose StatementEnd

SELECT ensure_check_partitions(now(), 90, 30);
INSERT INTO overview_figures (items_until) VALUES (now());
INSERT INTO sketch_cursor VALUES ('00000000-0000-0000-0000-000000000000');

-- +goose Down
DROP TABLE members, invitations, api_tokens, audit_events, idempotency_keys, job_pauses, sources,
	source_logos, tags, source_tags, endpoints, endpoint_credentials, source_counts,
	source_count_deltas, imports, import_rows, visits, proposals, endpoint_states, check_hosts,
	endpoint_known_items, endpoint_held_items, check_evidence, attempts, items, check_workers,
	check_canaries, incidents, websub_subscriptions, source_health, source_health_changes,
	endpoint_redirects, suggestions, endpoint_searches, endpoint_sketches, sketch_cursor, alert_rules,
	alerts, alert_webhooks, alert_notifications, alert_deliveries, source_days, register_days,
	overview_figures, river_job, river_leader, river_migration, river_notification, river_queue;
DROP FUNCTION river_job_state_in_bitmask, count_health_deletes, count_health_inserts,
	count_health_updates, count_source_columns, count_source_deletes, count_source_inserts,
	count_source_truncate, count_source_updates, count_sources, ensure_check_partitions, health_facets,
	health_needs_person, health_severity, is_checked, plan_changed_endpoint, record_ended_work,
	record_health_changes, refresh_source_health, review_subscription, schedule_changed_credentials,
	schedule_changed_endpoint, schedule_changed_source, schedule_new_endpoints, set_queued_at,
	set_source_tag_ids, set_tag_ids_of_changed_tags, set_tag_ids_of_new_tags,
	set_tag_ids_of_removed_tags, source_health_of_changed_endpoints,
	source_health_of_deleted_endpoints, source_health_of_new_endpoints, source_health_of_new_sources;
DROP FUNCTION source_facets(text, jsonb, jsonb, text, text, bigint, text, text, text, bigint),
	source_facets(text, jsonb, jsonb, text, text, bigint, text, text, text, bigint, jsonb);
DROP TYPE river_job_state;
DROP EXTENSION IF EXISTS pg_trgm;
