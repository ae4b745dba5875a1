-- +goose Up
-- How the items of a source may be used (RIGHTS.md): the state of each use, what its site declares, and
-- the contract with its publisher. The counters have the sources of each state. The lock keeps changes
-- of sources out until they are counted. It is in a block, because the check of the schema runs the
-- statements without a transaction.
-- +goose StatementBegin
DO $$ BEGIN
	LOCK TABLE sources IN SHARE ROW EXCLUSIVE MODE;
END $$;
-- +goose StatementEnd
ALTER TABLE sources
	ADD COLUMN use_link varchar NOT NULL DEFAULT 'unknown',
	ADD COLUMN use_snippet varchar NOT NULL DEFAULT 'unknown',
	ADD COLUMN use_full_text varchar NOT NULL DEFAULT 'unknown',
	ADD COLUMN use_machine_learning varchar NOT NULL DEFAULT 'unknown',
	ADD COLUMN rights_review varchar NOT NULL DEFAULT '',
	ADD COLUMN rights_review_since timestamptz;
CREATE INDEX sources_by_use_link ON sources (use_link) WHERE use_link <> 'unknown';
CREATE INDEX sources_by_use_snippet ON sources (use_snippet) WHERE use_snippet <> 'unknown';
CREATE INDEX sources_by_use_full_text ON sources (use_full_text) WHERE use_full_text <> 'unknown';
CREATE INDEX sources_by_use_machine_learning ON sources (use_machine_learning) WHERE use_machine_learning <> 'unknown';
CREATE INDEX sources_by_rights_review ON sources (rights_review) WHERE rights_review <> '';

-- What an endpoint declared when it was last checked: its robots.txt, the header of its response, and its document.
CREATE TABLE endpoint_rights (
	endpoint_id uuid NOT NULL REFERENCES endpoints ON DELETE CASCADE,
	place text NOT NULL,
	signals jsonb NOT NULL,
	changed_at timestamptz NOT NULL DEFAULT now(),
	is_new boolean NOT NULL DEFAULT true,
	reviewed boolean NOT NULL DEFAULT false,
	PRIMARY KEY (endpoint_id, place)
);
CREATE INDEX endpoint_rights_changed ON endpoint_rights (changed_at) WHERE NOT reviewed;

-- What the homepage and the files at well-known addresses of a source declared at the last visit.
CREATE TABLE source_rights (
	source_id uuid NOT NULL REFERENCES sources ON DELETE CASCADE,
	place text NOT NULL,
	signals jsonb NOT NULL,
	changed_at timestamptz NOT NULL DEFAULT now(),
	is_new boolean NOT NULL DEFAULT true,
	reviewed boolean NOT NULL DEFAULT false,
	PRIMARY KEY (source_id, place)
);
CREATE INDEX source_rights_changed ON source_rights (changed_at) WHERE NOT reviewed;

-- The history of what the site of a source declares. A signal is in force until ended_at.
CREATE TABLE rights_signals (
	id uuid PRIMARY KEY,
	source_id uuid NOT NULL REFERENCES sources ON DELETE CASCADE,
	kind text NOT NULL,
	value text NOT NULL,
	address text NOT NULL,
	hash bytea NOT NULL,
	found_at timestamptz NOT NULL,
	missing_since timestamptz,
	ended_at timestamptz
);
CREATE UNIQUE INDEX rights_signals_in_force ON rights_signals (source_id, hash) WHERE ended_at IS NULL;
CREATE INDEX rights_signals_by_source ON rights_signals (source_id, found_at);
CREATE INDEX rights_signals_missing ON rights_signals (missing_since)
	WHERE missing_since IS NOT NULL AND ended_at IS NULL;

-- The contract with the publisher of a source. noticed is the last notice about its end.
CREATE TABLE rights_contracts (
	source_id uuid PRIMARY KEY REFERENCES sources ON DELETE CASCADE,
	version integer NOT NULL DEFAULT 1,
	party text NOT NULL,
	document text NOT NULL,
	valid_until date,
	uses jsonb NOT NULL,
	reason text NOT NULL,
	noticed text NOT NULL DEFAULT '',
	updated_at timestamptz NOT NULL DEFAULT now(),
	updated_by_id uuid,
	updated_by_name text NOT NULL DEFAULT ''
);
CREATE INDEX rights_contracts_ending ON rights_contracts (valid_until) WHERE valid_until IS NOT NULL;

-- +goose StatementBegin
CREATE FUNCTION source_facets(
	country text, languages jsonb, kinds jsonb, media_type text, scope text, tier bigint, paywall text, rights text,
	owner text, endpoints bigint, tags jsonb, region text, uses varchar[]
) RETURNS TABLE (facet text, value text, n bigint) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT facet, value, n
	FROM source_facets(country, languages, kinds, media_type, scope, tier, paywall, rights, owner, endpoints, tags, region)
	UNION ALL
	SELECT 'use_link', uses[1], 1
	UNION ALL
	SELECT 'use_snippet', uses[2], 1
	UNION ALL
	SELECT 'use_full_text', uses[3], 1
	UNION ALL
	SELECT 'use_machine_learning', uses[4], 1
	UNION ALL
	SELECT 'rights_review', uses[5], 1
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION count_source_inserts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, s.lifecycle, f.value, sum(f.n)
	FROM new_rows s
	CROSS JOIN LATERAL source_facets(s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall,
		s.rights, s.owner, s.endpoint_count, s.tag_ids, s.region,
		ARRAY[s.use_link, s.use_snippet, s.use_full_text, s.use_machine_learning, s.rights_review]) f
	GROUP BY 1, 2, 3
	HAVING sum(f.n) <> 0;
	RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_source_deletes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, s.lifecycle, f.value, -sum(f.n)
	FROM old_rows s
	CROSS JOIN LATERAL source_facets(s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall,
		s.rights, s.owner, s.endpoint_count, s.tag_ids, s.region,
		ARRAY[s.use_link, s.use_snippet, s.use_full_text, s.use_machine_learning, s.rights_review]) f
	GROUP BY 1, 2, 3
	HAVING sum(f.n) <> 0;
	RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_source_updates() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, s.lifecycle, f.value, sum(f.n * s.sign)
	FROM (
		SELECT v.*
		FROM old_rows o
		JOIN new_rows n USING (id)
		CROSS JOIN LATERAL (VALUES
			(-1, o.lifecycle, o.country, o.languages, o.endpoint_kinds, o.media_type, o.scope, o.tier, o.paywall,
				o.rights, o.owner, o.endpoint_count, o.tag_ids, o.region,
				ARRAY[o.use_link, o.use_snippet, o.use_full_text, o.use_machine_learning, o.rights_review]),
			(1, n.lifecycle, n.country, n.languages, n.endpoint_kinds, n.media_type, n.scope, n.tier, n.paywall,
				n.rights, n.owner, n.endpoint_count, n.tag_ids, n.region,
				ARRAY[n.use_link, n.use_snippet, n.use_full_text, n.use_machine_learning, n.rights_review])
		) v(sign, lifecycle, country, languages, endpoint_kinds, media_type, scope, tier, paywall, rights,
			owner, endpoint_count, tag_ids, region, uses)
		WHERE (o.lifecycle, o.country, o.languages, o.endpoint_kinds, o.media_type, o.scope, o.tier, o.paywall,
				o.rights, o.owner, o.endpoint_count, o.tag_ids, o.region,
				ARRAY[o.use_link, o.use_snippet, o.use_full_text, o.use_machine_learning, o.rights_review])
			IS DISTINCT FROM (n.lifecycle, n.country, n.languages, n.endpoint_kinds, n.media_type, n.scope, n.tier,
				n.paywall, n.rights, n.owner, n.endpoint_count, n.tag_ids, n.region,
				ARRAY[n.use_link, n.use_snippet, n.use_full_text, n.use_machine_learning, n.rights_review])
	) s
	CROSS JOIN LATERAL source_facets(s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall,
		s.rights, s.owner, s.endpoint_count, s.tag_ids, s.region, s.uses) f
	GROUP BY 1, 2, 3
	HAVING sum(f.n * s.sign) <> 0;
	RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_source_columns()
RETURNS TABLE (facet text, lifecycle text, value text, n bigint) LANGUAGE sql STABLE AS $$
	SELECT f.facet, c.lifecycle, f.value,
		sum(CASE f.facet WHEN 'endpoints' THEN c.endpoints * f.n ELSE c.n * f.n END)::bigint
	FROM (
		SELECT s.lifecycle, s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall,
			s.rights, s.owner, s.tag_ids, s.region,
			ARRAY[s.use_link, s.use_snippet, s.use_full_text, s.use_machine_learning, s.rights_review] AS uses,
			count(*) AS n, sum(s.endpoint_count) AS endpoints
		FROM sources s
		GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
	) c
	CROSS JOIN LATERAL source_facets(c.country, c.languages, c.endpoint_kinds, c.media_type, c.scope, c.tier, c.paywall,
		c.rights, c.owner, 1, c.tag_ids, c.region, c.uses) f
	GROUP BY 1, 2, 3
$$;
-- +goose StatementEnd

INSERT INTO source_count_deltas (facet, lifecycle, value, n)
SELECT f.facet, lifecycle, f.value, count(*)
FROM sources
CROSS JOIN LATERAL (VALUES
	('use_link', use_link),
	('use_snippet', use_snippet),
	('use_full_text', use_full_text),
	('use_machine_learning', use_machine_learning),
	('rights_review', rights_review)
) f(facet, value)
GROUP BY 1, 2, 3;

-- The homepages of all active sources are visited every 30 days, because what sites declare about the use
-- of their content changes. The first visits are spread over this time.
UPDATE visits
SET due_at = now() + random() * interval '30 days'
WHERE due_at IS NULL AND outcome = 'ok';
INSERT INTO visits (id, source_id, domain, due_at, created_at)
SELECT gen_random_uuid(), s.id, s.canonical_domain, now() + random() * interval '30 days', now()
FROM sources s
WHERE s.lifecycle = 'active'
	AND s.rights <> 'forbidden'
	AND NOT EXISTS (SELECT FROM visits v WHERE v.source_id = s.id);

-- +goose Down
LOCK TABLE sources IN SHARE ROW EXCLUSIVE MODE;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION count_source_inserts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, s.lifecycle, f.value, sum(f.n)
	FROM new_rows s
	CROSS JOIN LATERAL source_facets(s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall,
		s.rights, s.owner, s.endpoint_count, s.tag_ids, s.region) f
	GROUP BY 1, 2, 3
	HAVING sum(f.n) <> 0;
	RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_source_deletes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, s.lifecycle, f.value, -sum(f.n)
	FROM old_rows s
	CROSS JOIN LATERAL source_facets(s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall,
		s.rights, s.owner, s.endpoint_count, s.tag_ids, s.region) f
	GROUP BY 1, 2, 3
	HAVING sum(f.n) <> 0;
	RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_source_updates() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, s.lifecycle, f.value, sum(f.n * s.sign)
	FROM (
		SELECT v.*
		FROM old_rows o
		JOIN new_rows n USING (id)
		CROSS JOIN LATERAL (VALUES
			(-1, o.lifecycle, o.country, o.languages, o.endpoint_kinds, o.media_type, o.scope, o.tier, o.paywall,
				o.rights, o.owner, o.endpoint_count, o.tag_ids, o.region),
			(1, n.lifecycle, n.country, n.languages, n.endpoint_kinds, n.media_type, n.scope, n.tier, n.paywall,
				n.rights, n.owner, n.endpoint_count, n.tag_ids, n.region)
		) v(sign, lifecycle, country, languages, endpoint_kinds, media_type, scope, tier, paywall, rights,
			owner, endpoint_count, tag_ids, region)
		WHERE (o.lifecycle, o.country, o.languages, o.endpoint_kinds, o.media_type, o.scope, o.tier, o.paywall,
				o.rights, o.owner, o.endpoint_count, o.tag_ids, o.region)
			IS DISTINCT FROM (n.lifecycle, n.country, n.languages, n.endpoint_kinds, n.media_type, n.scope, n.tier,
				n.paywall, n.rights, n.owner, n.endpoint_count, n.tag_ids, n.region)
	) s
	CROSS JOIN LATERAL source_facets(s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall,
		s.rights, s.owner, s.endpoint_count, s.tag_ids, s.region) f
	GROUP BY 1, 2, 3
	HAVING sum(f.n * s.sign) <> 0;
	RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_source_columns()
RETURNS TABLE (facet text, lifecycle text, value text, n bigint) LANGUAGE sql STABLE AS $$
	SELECT f.facet, c.lifecycle, f.value,
		sum(CASE f.facet WHEN 'endpoints' THEN c.endpoints * f.n ELSE c.n * f.n END)::bigint
	FROM (
		SELECT s.lifecycle, s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall,
			s.rights, s.owner, s.tag_ids, s.region, count(*) AS n, sum(s.endpoint_count) AS endpoints
		FROM sources s
		GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
	) c
	CROSS JOIN LATERAL source_facets(c.country, c.languages, c.endpoint_kinds, c.media_type, c.scope, c.tier, c.paywall,
		c.rights, c.owner, 1, c.tag_ids, c.region) f
	GROUP BY 1, 2, 3
$$;
-- +goose StatementEnd

DROP FUNCTION source_facets(text, jsonb, jsonb, text, text, bigint, text, text, text, bigint, jsonb, text, varchar[]);
DELETE FROM source_counts WHERE facet LIKE 'use\_%' OR facet = 'rights_review';
DELETE FROM source_count_deltas WHERE facet LIKE 'use\_%' OR facet = 'rights_review';
DROP TABLE rights_contracts, rights_signals, source_rights, endpoint_rights;
ALTER TABLE sources
	DROP COLUMN use_link,
	DROP COLUMN use_snippet,
	DROP COLUMN use_full_text,
	DROP COLUMN use_machine_learning,
	DROP COLUMN rights_review,
	DROP COLUMN rights_review_since;
