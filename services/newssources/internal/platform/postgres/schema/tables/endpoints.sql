CREATE TABLE endpoints (
	id uuid NOT NULL,
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
	live boolean NOT NULL DEFAULT true,
	source_id uuid NOT NULL,
	charset varchar NOT NULL DEFAULT '',
	default_zone varchar NOT NULL DEFAULT '',
	identity_policy varchar NOT NULL DEFAULT 'auto',
	recipe jsonb,
	"position" bigint,
	schedule jsonb,
	CONSTRAINT endpoints_pkey PRIMARY KEY (id),
	CONSTRAINT endpoints_sources_endpoints FOREIGN KEY (source_id) REFERENCES sources(id) ON DELETE CASCADE
);

CREATE INDEX endpoints_by_intent ON endpoints (intent, id)
	WHERE (intent <> 'active');

CREATE INDEX endpoints_by_kind ON endpoints (kind, id);

CREATE INDEX endpoints_by_source ON endpoints (source_id, id);

CREATE INDEX endpoints_by_updated ON endpoints (updated_at, id);

CREATE INDEX endpoints_by_url ON endpoints (url_key text_pattern_ops);

CREATE UNIQUE INDEX endpoints_url_live ON endpoints (url_key)
	WHERE live;

-- Processes of the previous version delete endpoints, which followers of the changes would miss.
CREATE TRIGGER note_deletes
	AFTER DELETE ON endpoints
	REFERENCING OLD TABLE AS changed_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION note_sources_of_endpoints();

-- Processes of the previous version add endpoints, which followers of the changes would miss.
CREATE TRIGGER note_inserts
	AFTER INSERT ON endpoints
	REFERENCING NEW TABLE AS changed_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION note_sources_of_endpoints();

-- Processes of the previous version change endpoints, which followers of the changes would miss.
CREATE TRIGGER note_updates
	AFTER UPDATE ON endpoints
	REFERENCING OLD TABLE AS old_rows NEW TABLE AS changed_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION note_sources_of_endpoints();

-- Requests and repairs change a schedule while a worker checks the endpoint: it must not keep the old plan.
CREATE TRIGGER plan_updates
	AFTER UPDATE OF schedule ON endpoints
	FOR EACH ROW
	WHEN (old.schedule IS DISTINCT FROM new.schedule
		AND NOT (old.intent IS DISTINCT FROM new.intent
		OR old.live IS DISTINCT FROM new.live
		OR old.url IS DISTINCT FROM new.url
		OR old.kind IS DISTINCT FROM new.kind
		OR old.charset IS DISTINCT FROM new.charset
		OR old.default_zone IS DISTINCT FROM new.default_zone
		OR old.identity_policy IS DISTINCT FROM new.identity_policy
		OR old.recipe IS DISTINCT FROM new.recipe))
	EXECUTE FUNCTION plan_changed_endpoint();

-- Requests, imports and repairs add endpoints, which workers of several versions check.
CREATE TRIGGER schedule_inserts
	AFTER INSERT ON endpoints
	REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION schedule_new_endpoints();

-- Requests and repairs change an endpoint while a worker checks it: the result of that check is dropped.
CREATE TRIGGER schedule_updates
	AFTER UPDATE OF intent, live, url, kind, charset, default_zone, identity_policy, recipe ON endpoints
	FOR EACH ROW
	WHEN (old.intent IS DISTINCT FROM new.intent
		OR old.live IS DISTINCT FROM new.live
		OR old.url IS DISTINCT FROM new.url
		OR old.kind IS DISTINCT FROM new.kind
		OR old.charset IS DISTINCT FROM new.charset
		OR old.default_zone IS DISTINCT FROM new.default_zone
		OR old.identity_policy IS DISTINCT FROM new.identity_policy
		OR old.recipe IS DISTINCT FROM new.recipe)
	EXECUTE FUNCTION schedule_changed_endpoint();

-- A request deletes an endpoint while workers record checks of other endpoints of the source.
CREATE TRIGGER source_health_deletes
	AFTER DELETE ON endpoints
	REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT
	EXECUTE FUNCTION source_health_of_deleted_endpoints();
