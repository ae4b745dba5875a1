-- +goose Up
-- Counts tags like the other lists of a source, from its list of tag ids. The triggers on source_tags are not needed any more.
DROP TRIGGER "count_deletes" ON "source_tags";
DROP TRIGGER "count_updates" ON "source_tags";
DROP TRIGGER "count_inserts" ON "source_tags";
DROP TRIGGER "remove_tags" ON "sources";
DROP FUNCTION count_tag_deletes, count_tag_updates, count_tag_inserts, remove_source_tags;

-- +goose StatementBegin
CREATE FUNCTION source_facets(country text, languages jsonb, kinds jsonb, media_type text, scope text, tier bigint, paywall text, rights text, owner text, endpoints bigint, tags jsonb)
RETURNS TABLE (facet text, value text, n bigint) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT facet, value, n FROM source_facets(country, languages, kinds, media_type, scope, tier, paywall, rights, owner, endpoints) UNION ALL
	SELECT 'tag', v, 1 FROM jsonb_array_elements_text(CASE WHEN tags = '[]' THEN '[""]' ELSE tags END) v
$$;

CREATE OR REPLACE FUNCTION count_source_inserts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, s.lifecycle, f.value, sum(f.n) FROM new_rows s
	CROSS JOIN LATERAL source_facets(s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall, s.rights, s.owner, s.endpoint_count, s.tag_ids) f
	GROUP BY 1, 2, 3 HAVING sum(f.n) <> 0;
	RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_source_deletes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, s.lifecycle, f.value, -sum(f.n) FROM old_rows s
	CROSS JOIN LATERAL source_facets(s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall, s.rights, s.owner, s.endpoint_count, s.tag_ids) f
	GROUP BY 1, 2, 3 HAVING sum(f.n) <> 0;
	RETURN NULL;
END $$;

-- The rows are joined by hashing: the plan of a statement that changed one row would take hours for one that changes 100,000.
CREATE OR REPLACE FUNCTION count_source_updates() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, s.lifecycle, f.value, sum(f.n * s.sign) FROM (
		SELECT v.* FROM old_rows o JOIN new_rows n USING (id) CROSS JOIN LATERAL (VALUES
			(-1, o.lifecycle, o.country, o.languages, o.endpoint_kinds, o.media_type, o.scope, o.tier, o.paywall, o.rights, o.owner, o.endpoint_count, o.tag_ids),
			(1, n.lifecycle, n.country, n.languages, n.endpoint_kinds, n.media_type, n.scope, n.tier, n.paywall, n.rights, n.owner, n.endpoint_count, n.tag_ids)
		) v(sign, lifecycle, country, languages, endpoint_kinds, media_type, scope, tier, paywall, rights, owner, endpoint_count, tag_ids)
		WHERE (o.lifecycle, o.country, o.languages, o.endpoint_kinds, o.media_type, o.scope, o.tier, o.paywall, o.rights, o.owner, o.endpoint_count, o.tag_ids)
			IS DISTINCT FROM (n.lifecycle, n.country, n.languages, n.endpoint_kinds, n.media_type, n.scope, n.tier, n.paywall, n.rights, n.owner, n.endpoint_count, n.tag_ids)
	) s
	CROSS JOIN LATERAL source_facets(s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall, s.rights, s.owner, s.endpoint_count, s.tag_ids) f
	GROUP BY 1, 2, 3 HAVING sum(f.n * s.sign) <> 0;
	RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_source_columns() RETURNS TABLE (facet text, lifecycle text, value text, n bigint) LANGUAGE sql STABLE AS $$
	SELECT f.facet, c.lifecycle, f.value, sum(CASE f.facet WHEN 'endpoints' THEN c.endpoints * f.n ELSE c.n * f.n END)::bigint
	FROM (SELECT s.lifecycle, s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall, s.rights, s.owner, s.tag_ids,
			count(*) AS n, sum(s.endpoint_count) AS endpoints FROM sources s GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) c
	CROSS JOIN LATERAL source_facets(c.country, c.languages, c.endpoint_kinds, c.media_type, c.scope, c.tier, c.paywall, c.rights, c.owner, 1, c.tag_ids) f
	GROUP BY 1, 2, 3
$$;
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION count_source_inserts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, s.lifecycle, f.value, sum(f.n) FROM new_rows s
	CROSS JOIN LATERAL source_facets(s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall, s.rights, s.owner, s.endpoint_count) f
	GROUP BY 1, 2, 3 HAVING sum(f.n) <> 0
	UNION ALL SELECT 'tag', s.lifecycle, '', count(*) FROM new_rows s GROUP BY 2;
	RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_source_deletes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, s.lifecycle, f.value, -sum(f.n) FROM old_rows s
	CROSS JOIN LATERAL source_facets(s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall, s.rights, s.owner, s.endpoint_count) f
	GROUP BY 1, 2, 3 HAVING sum(f.n) <> 0
	UNION ALL SELECT 'tag', s.lifecycle, '', -count(*) FROM old_rows s GROUP BY 2;
	RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_source_updates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM old_rows o JOIN new_rows n USING (id)
		WHERE (o.lifecycle, o.country, o.languages, o.endpoint_kinds, o.media_type, o.scope, o.tier, o.paywall, o.rights, o.owner, o.endpoint_count)
			IS DISTINCT FROM (n.lifecycle, n.country, n.languages, n.endpoint_kinds, n.media_type, n.scope, n.tier, n.paywall, n.rights, n.owner, n.endpoint_count)) THEN
		RETURN NULL;
	END IF;
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT facet, lifecycle, value, sum(n) FROM (
		SELECT f.facet, s.lifecycle, f.value, -f.n AS n FROM old_rows s
		CROSS JOIN LATERAL source_facets(s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall, s.rights, s.owner, s.endpoint_count) f
		UNION ALL SELECT f.facet, s.lifecycle, f.value, f.n FROM new_rows s
		CROSS JOIN LATERAL source_facets(s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall, s.rights, s.owner, s.endpoint_count) f
		UNION ALL SELECT 'tag', l.lifecycle, coalesce(st.tag_id::text, ''), l.n
		FROM old_rows o JOIN new_rows n ON n.id = o.id AND n.lifecycle <> o.lifecycle
		LEFT JOIN source_tags st ON st.source_id = o.id CROSS JOIN LATERAL (VALUES (o.lifecycle, -1), (n.lifecycle, 1)) l(lifecycle, n)
	) c GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
	RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_source_columns() RETURNS TABLE (facet text, lifecycle text, value text, n bigint) LANGUAGE sql STABLE AS $$
	SELECT f.facet, c.lifecycle, f.value, sum(CASE f.facet WHEN 'endpoints' THEN c.endpoints * f.n ELSE c.n * f.n END)::bigint
	FROM (SELECT s.lifecycle, s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall, s.rights, s.owner,
			count(*) AS n, sum(s.endpoint_count) AS endpoints FROM sources s GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) c
	CROSS JOIN LATERAL source_facets(c.country, c.languages, c.endpoint_kinds, c.media_type, c.scope, c.tier, c.paywall, c.rights, c.owner, 1) f
	GROUP BY 1, 2, 3
	UNION ALL SELECT 'tag', s.lifecycle, st.tag_id::text, count(*) FROM source_tags st JOIN sources s ON s.id = st.source_id GROUP BY 2, 3
	UNION ALL SELECT 'tag', s.lifecycle, '', count(*) FROM sources s WHERE NOT EXISTS (SELECT FROM source_tags st WHERE st.source_id = s.id) GROUP BY 2
$$;

CREATE FUNCTION remove_source_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM source_tags WHERE source_id = OLD.id;
	RETURN OLD;
END $$;

CREATE FUNCTION count_tag_inserts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT 'tag', s.lifecycle, t.tag_id::text, count(*) FROM new_rows t JOIN sources s ON s.id = t.source_id GROUP BY 2, 3
	UNION ALL SELECT 'tag', s.lifecycle, '', -count(*) FROM (SELECT source_id, count(*) AS added FROM new_rows GROUP BY 1) a
	JOIN sources s ON s.id = a.source_id WHERE a.added = (SELECT count(*) FROM source_tags t WHERE t.source_id = a.source_id) GROUP BY 2;
	RETURN NULL;
END $$;

CREATE FUNCTION count_tag_deletes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT 'tag', s.lifecycle, t.tag_id::text, -count(*) FROM old_rows t JOIN sources s ON s.id = t.source_id GROUP BY 2, 3
	UNION ALL SELECT 'tag', s.lifecycle, '', count(*) FROM (SELECT DISTINCT source_id FROM old_rows) r
	JOIN sources s ON s.id = r.source_id WHERE NOT EXISTS (SELECT FROM source_tags t WHERE t.source_id = r.source_id) GROUP BY 2;
	RETURN NULL;
END $$;

CREATE FUNCTION count_tag_updates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT 'tag', s.lifecycle, t.tag_id::text, sum(t.n) FROM (
		SELECT source_id, tag_id, -1 AS n FROM old_rows UNION ALL SELECT source_id, tag_id, 1 FROM new_rows
	) t JOIN sources s ON s.id = t.source_id GROUP BY 2, 3 HAVING sum(t.n) <> 0;
	RETURN NULL;
END $$;
-- +goose StatementEnd
DROP FUNCTION source_facets(text, jsonb, jsonb, text, text, bigint, text, text, text, bigint, jsonb);
CREATE TRIGGER "remove_tags" BEFORE DELETE ON "sources" FOR EACH ROW EXECUTE FUNCTION remove_source_tags();
CREATE TRIGGER "count_inserts" AFTER INSERT ON "source_tags" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tag_inserts();
CREATE TRIGGER "count_updates" AFTER UPDATE ON "source_tags" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tag_updates();
CREATE TRIGGER "count_deletes" AFTER DELETE ON "source_tags" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tag_deletes();
