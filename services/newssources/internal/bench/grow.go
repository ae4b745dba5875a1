package bench

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// growStep is the number of copies of the first register that one statement inserts, to bound the
// memory of its triggers.
const growStep = 10

// Grow multiplies a register that Load filled with base sources until it has sources sources. The
// copies have their own names, domains, addresses and times, and the lifecycle, country, kinds and
// tags of their originals.
func Grow(ctx context.Context, url string, base, sources int) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	for _, sql := range growSetup {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return err
		}
	}
	var present int
	if err := conn.QueryRow(ctx, "SELECT count(*) FROM sources").Scan(&present); err != nil {
		return err
	}
	for first := present / base; first < sources/base; first += growStep {
		last := min(first+growStep, sources/base) - 1
		for _, sql := range growCopies {
			if _, err := conn.Exec(ctx, sql, first, last); err != nil {
				return fmt.Errorf("%.60s: %w", sql, err)
			}
		}
	}
	_, err = conn.Exec(ctx, "VACUUM (ANALYZE, FREEZE)") // autovacuum would have done this in production
	return err
}

// growSetup prepares the session. copy_id returns the id of a copy: a UUID v7 with the given time.
var growSetup = []string{
	`CREATE OR REPLACE FUNCTION pg_temp.copy_id(original uuid, copy int,
		at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
		SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h,
			4, 15))::uuid
		FROM md5(original::text || copy) h $$`,
	`CREATE TABLE IF NOT EXISTS bench_base AS SELECT id, canonical_domain FROM sources`,
	`SET maintenance_work_mem = '256MB'`,
	`SET work_mem = '64MB'`,
}

const growTime = `s.created_at + copy * interval '7 seconds'`

var growCopies = []string{
	`INSERT INTO sources (id, created_at, updated_at, name, name_key, search_text, homepage_url, canonical_domain,
		lifecycle, archived_from,
			media_type, country, languages, tier, endpoint_count, endpoint_kinds)
		SELECT pg_temp.copy_id(s.id, copy, ` + growTime + `), ` + growTime + `, s.updated_at + copy * interval '7 seconds',
			s.name || ' ' || copy,
			s.name_key || ' ' || copy,
			replace(replace(s.search_text, s.name_key, s.name_key || ' ' || copy), s.canonical_domain,
			'c' || copy || '-' || s.canonical_domain),
			'https://c' || copy || '-' || s.canonical_domain || '/', 'c' || copy || '-' || s.canonical_domain, s.lifecycle,
			s.archived_from,
			s.media_type, s.country, s.languages, s.tier, s.endpoint_count, s.endpoint_kinds
		FROM sources s JOIN bench_base b ON b.id = s.id CROSS JOIN generate_series($1::int, $2::int) copy`,
	`INSERT INTO endpoints (id, created_at, updated_at, source_id, kind, url_entered, url, url_key, name, live)
		SELECT pg_temp.copy_id(e.id, copy, ` + growTime + `), e.created_at, e.updated_at, pg_temp.copy_id(s.id, copy, ` + growTime + `), e.kind,
			replace(e.url, s.canonical_domain, 'c' || copy || '-' || s.canonical_domain),
			replace(e.url, s.canonical_domain, 'c' || copy || '-' || s.canonical_domain),
			replace(e.url_key, s.canonical_domain, 'c' || copy || '-' || s.canonical_domain), e.name, e.live
		FROM sources s JOIN bench_base b ON b.id = s.id JOIN endpoints e ON e.source_id = s.id
		CROSS JOIN generate_series($1::int, $2::int) copy`,
	`INSERT INTO source_tags (source_id, tag_id)
		SELECT pg_temp.copy_id(s.id, copy, ` + growTime + `), t.tag_id
		FROM sources s JOIN bench_base b ON b.id = s.id JOIN source_tags t ON t.source_id = s.id
		CROSS JOIN generate_series($1::int, $2::int) copy`,
}
