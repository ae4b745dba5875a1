-- +goose Up
-- The counters have the sources of each region (ADR 54). The functions of the previous counters stay for
-- the previous version. The lock keeps changes of sources out until their regions are counted. It
-- is in a block, because the check of the schema runs the statements without a transaction.
-- +goose StatementBegin
DO $$ BEGIN
	LOCK TABLE sources IN SHARE ROW EXCLUSIVE MODE;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION source_facets(
	country text, languages jsonb, kinds jsonb, media_type text, scope text, tier bigint, paywall text, rights text,
	owner text, endpoints bigint, tags jsonb, region text
) RETURNS TABLE (facet text, value text, n bigint) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT facet, value, n
	FROM source_facets(country, languages, kinds, media_type, scope, tier, paywall, rights, owner, endpoints, tags)
	UNION ALL
	SELECT 'region', region, 1
$$;
-- +goose StatementEnd

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

INSERT INTO source_count_deltas (facet, lifecycle, value, n)
SELECT 'region', lifecycle, region, count(*)
FROM sources
GROUP BY 2, 3;

-- +goose Down
LOCK TABLE sources IN SHARE ROW EXCLUSIVE MODE;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION count_source_inserts() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION count_source_deletes() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION count_source_columns()
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
-- +goose StatementEnd
DROP FUNCTION source_facets(text, jsonb, jsonb, text, text, bigint, text, text, text, bigint, jsonb, text);
DELETE FROM source_counts WHERE facet = 'region';
DELETE FROM source_count_deltas WHERE facet = 'region';
