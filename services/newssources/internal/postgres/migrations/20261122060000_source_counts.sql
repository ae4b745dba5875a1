-- +goose Up
-- Counts of sources by facet value and lifecycle, maintained in the transaction of each change (ADR 14). A count is the sum
-- of n over both tables: changes append to source_count_deltas, so that concurrent transactions never wait for one another,
-- and a job moves the deltas to source_counts. The value '' counts sources without a value; tags are counted by id.
CREATE TABLE "source_counts" ("facet" text NOT NULL, "lifecycle" text NOT NULL, "value" text NOT NULL COLLATE "C", "n" bigint NOT NULL, PRIMARY KEY ("facet", "lifecycle", "value"));
CREATE TABLE "source_count_deltas" ("facet" text NOT NULL, "lifecycle" text NOT NULL, "value" text NOT NULL COLLATE "C", "n" bigint NOT NULL);

-- source_facets returns the counted values of a source, except its tags. The facet 'endpoints' counts live endpoints.
-- +goose StatementBegin
CREATE FUNCTION source_facets(country text, languages jsonb, kinds jsonb, media_type text, scope text, tier bigint, paywall text, rights text, owner text, endpoints bigint)
RETURNS TABLE (facet text, value text, n bigint) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT 'lifecycle', '', 1::bigint UNION ALL SELECT 'country', country, 1 UNION ALL SELECT 'media_type', media_type, 1 UNION ALL
	SELECT 'scope', scope, 1 UNION ALL SELECT 'tier', coalesce(tier::text, ''), 1 UNION ALL SELECT 'paywall', paywall, 1 UNION ALL
	SELECT 'rights', rights, 1 UNION ALL SELECT 'owner', owner, 1 UNION ALL SELECT 'endpoints', '', endpoints UNION ALL
	SELECT 'language', v, 1 FROM jsonb_array_elements_text(CASE WHEN languages = '[]' THEN '[""]' ELSE languages END) v UNION ALL
	SELECT 'kind', v, 1 FROM jsonb_array_elements_text(CASE WHEN kinds = '[]' THEN '[""]' ELSE kinds END) v
$$;

CREATE FUNCTION count_source_inserts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, s.lifecycle, f.value, sum(f.n) FROM new_rows s
	CROSS JOIN LATERAL source_facets(s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall, s.rights, s.owner, s.endpoint_count) f
	GROUP BY 1, 2, 3 HAVING sum(f.n) <> 0
	UNION ALL SELECT 'tag', s.lifecycle, '', count(*) FROM new_rows s GROUP BY 2;
	RETURN NULL;
END $$;

CREATE FUNCTION count_source_deletes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT f.facet, s.lifecycle, f.value, -sum(f.n) FROM old_rows s
	CROSS JOIN LATERAL source_facets(s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall, s.rights, s.owner, s.endpoint_count) f
	GROUP BY 1, 2, 3 HAVING sum(f.n) <> 0
	UNION ALL SELECT 'tag', s.lifecycle, '', -count(*) FROM old_rows s GROUP BY 2;
	RETURN NULL;
END $$;

-- remove_source_tags removes the tags of a source before it is deleted, while count_tag_deletes can still read its lifecycle.
CREATE FUNCTION remove_source_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM source_tags WHERE source_id = OLD.id;
	RETURN OLD;
END $$;

CREATE FUNCTION count_source_updates() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- A source whose tags were all added by the statement had none before.
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

CREATE FUNCTION count_source_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM source_counts;
	DELETE FROM source_count_deltas;
	RETURN NULL;
END $$;

-- count_sources returns all counts computed from the sources, to fill and to check the counters.
CREATE FUNCTION count_sources() RETURNS TABLE (facet text, lifecycle text, value text, n bigint) LANGUAGE sql STABLE AS $$
	SELECT f.facet, c.lifecycle, f.value, sum(CASE f.facet WHEN 'endpoints' THEN c.endpoints * f.n ELSE c.n * f.n END)::bigint
	FROM (SELECT s.lifecycle, s.country, s.languages, s.endpoint_kinds, s.media_type, s.scope, s.tier, s.paywall, s.rights, s.owner,
			count(*) AS n, sum(s.endpoint_count) AS endpoints FROM sources s GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) c
	CROSS JOIN LATERAL source_facets(c.country, c.languages, c.endpoint_kinds, c.media_type, c.scope, c.tier, c.paywall, c.rights, c.owner, 1) f
	GROUP BY 1, 2, 3
	UNION ALL SELECT 'tag', s.lifecycle, st.tag_id::text, count(*) FROM source_tags st JOIN sources s ON s.id = st.source_id GROUP BY 2, 3
	UNION ALL SELECT 'tag', s.lifecycle, '', count(*) FROM sources s WHERE NOT EXISTS (SELECT FROM source_tags st WHERE st.source_id = s.id) GROUP BY 2
$$;
-- +goose StatementEnd

CREATE TRIGGER "count_inserts" AFTER INSERT ON "sources" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_source_inserts();
CREATE TRIGGER "count_updates" AFTER UPDATE ON "sources" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_source_updates();
CREATE TRIGGER "count_deletes" AFTER DELETE ON "sources" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_source_deletes();
CREATE TRIGGER "count_truncate" AFTER TRUNCATE ON "sources" FOR EACH STATEMENT EXECUTE FUNCTION count_source_truncate();
CREATE TRIGGER "remove_tags" BEFORE DELETE ON "sources" FOR EACH ROW EXECUTE FUNCTION remove_source_tags();
CREATE TRIGGER "count_inserts" AFTER INSERT ON "source_tags" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tag_inserts();
CREATE TRIGGER "count_updates" AFTER UPDATE ON "source_tags" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tag_updates();
CREATE TRIGGER "count_deletes" AFTER DELETE ON "source_tags" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tag_deletes();

INSERT INTO source_counts (facet, lifecycle, value, n) SELECT facet, lifecycle, value, n FROM count_sources() WHERE n <> 0;

CREATE INDEX "sources_similar" ON "sources" USING gin ("name_key" gin_trgm_ops);
CREATE INDEX "sources_by_media_type" ON "sources" ("media_type") WHERE ((media_type)::text <> ''::text);
CREATE INDEX "sources_by_scope" ON "sources" ("scope") WHERE ((scope)::text <> ''::text);
CREATE INDEX "sources_by_tier" ON "sources" ("tier") WHERE (tier IS NOT NULL);
CREATE INDEX "sources_by_paywall" ON "sources" ("paywall") WHERE ((paywall)::text <> 'unknown'::text);
CREATE INDEX "sources_by_rights" ON "sources" ("rights") WHERE ((rights)::text <> 'unknown'::text);
CREATE INDEX "sources_by_owner" ON "sources" ("owner") WHERE ((owner)::text <> ''::text);

-- +goose Down
DROP INDEX "sources_by_owner", "sources_by_rights", "sources_by_paywall", "sources_by_tier", "sources_by_scope", "sources_by_media_type", "sources_similar";
DROP TRIGGER "count_deletes" ON "source_tags";
DROP TRIGGER "count_updates" ON "source_tags";
DROP TRIGGER "count_inserts" ON "source_tags";
DROP TRIGGER "remove_tags" ON "sources";
DROP TRIGGER "count_truncate" ON "sources";
DROP TRIGGER "count_deletes" ON "sources";
DROP TRIGGER "count_updates" ON "sources";
DROP TRIGGER "count_inserts" ON "sources";
DROP FUNCTION count_sources, count_source_truncate, count_tag_updates, count_tag_deletes, count_tag_inserts, count_source_updates, remove_source_tags, count_source_deletes, count_source_inserts, source_facets;
DROP TABLE "source_count_deltas";
DROP TABLE "source_counts";
