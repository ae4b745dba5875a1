package checker

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/bench"
)

const (
	scaleDatabase = "newssources_bench_scale"
	// baseSources is the number of sources that are inserted with COPY and then multiplied. They have
	// 2 endpoints each on average. Each endpoint is copied copiesPerEndpoint times.
	baseSources        = 1_000
	copiesPerEndpoint  = 4
	endpointsPerSource = 2 * (1 + copiesPerEndpoint)
)

// openScale creates and fills a database, which drop removes. With keep, it reuses the database of
// an earlier run, which must have the same migrations, and drop does nothing.
func openScale(ctx context.Context, endpoints int, keep bool) (database string, drop func(), err error) {
	address, err := bench.ServerURL()
	if err != nil {
		return "", nil, err
	}
	u, err := url.Parse(address)
	if err != nil {
		return "", nil, err
	}
	u.Path = "/" + scaleDatabase
	if conn, err := pgx.Connect(ctx, u.String()); keep && err == nil {
		return u.String(), func() {}, conn.Close(ctx)
	}
	if database, drop, err = bench.CreateDatabase(ctx, address, scaleDatabase); err != nil {
		return "", nil, err
	}
	if err := loadScale(ctx, database, endpoints); err != nil || !keep {
		return database, drop, err
	}
	return database, func() {}, nil
}

// loadScale fills a database with sources whose endpoints have been checked. The triggers are off,
// because they maintain the states row by row; loadScale inserts the states, the queue and the
// health in bulk.
func loadScale(ctx context.Context, database string, endpoints int) error {
	u, err := url.Parse(database)
	if err != nil {
		return err
	}
	q := u.Query()
	q.Set("session_replication_role", "replica")
	u.RawQuery = q.Encode()
	if err := bench.Load(ctx, u.String(), baseSources); err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, u.String())
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	return bench.WithoutSearchIndexes(ctx, conn, func() error {
		if sources := max(endpoints/endpointsPerSource/baseSources, 1) * baseSources; sources > baseSources {
			if err := bench.Grow(ctx, u.String(), baseSources, sources); err != nil {
				return err
			}
		}
		for _, sql := range slices.Concat(scaleEndpoints, scaleStates) {
			if _, err := conn.Exec(ctx, sql); err != nil {
				return fmt.Errorf("%.60s: %w", sql, err)
			}
		}
		return nil
	})
}

// scaleEndpoints copies the endpoints within their sources.
var scaleEndpoints = []string{
	`SET maintenance_work_mem = '256MB'`,
	`SET work_mem = '128MB'`,
	`INSERT INTO endpoints (id, created_at, updated_at, source_id, kind, url_entered, url, url_key, name, live)
		SELECT gen_random_uuid(), created_at, updated_at, source_id, kind, url || '?copy=' || n, url || '?copy=' || n,
			url_key || '?copy=' || n, name, live
		FROM endpoints, generate_series(1, ` + strconv.Itoa(copiesPerEndpoint) + `) n`,
}

// scaleStates creates the simulated clock, and states of which 1 % become due in each of its
// minutes. The clock is a sequence of microseconds: reading it accesses one page, while a row that
// is updated with each claim has many dead versions.
var scaleStates = []string{
	`CREATE SCHEMA simulated`,
	`CREATE SEQUENCE simulated.clock`,
	`SELECT setval('simulated.clock', (extract(epoch FROM now()) * 1000000)::bigint)`,
	`CREATE FUNCTION simulated.now() RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN (SELECT timestamptz 'epoch' + last_value * interval '1 microsecond' FROM simulated.clock); END $$`,
	`INSERT INTO endpoint_states (endpoint_id, enabled, domain, next_check_at, interval_seconds, checks, health,
		health_cause, health_since, failures, failed_checks, last_cause,
			last_attempt_at, last_success_at, etag, body_hash, full_check_at, effective_url, items_total)
		SELECT e.id, is_checked(e.intent, e.live, s.lifecycle, s.rights), s.canonical_domain,
			now() + random() * interval '100 minutes',
			6000, 3,
			CASE WHEN fails THEN 'failing' ELSE 'ok' END, CASE WHEN fails THEN 'timeout' ELSE '' END, now() - interval '1 day',
			CASE WHEN fails THEN 9 ELSE 0 END, CASE WHEN fails THEN 9 ELSE 0 END,
			CASE WHEN fails THEN 'timeout' ELSE '' END, now() - interval '1 hour', now() - interval '1 day', md5(e.url),
			md5(e.url), now(), e.url, 20
		FROM endpoints e JOIN sources s ON s.id = e.source_id
		CROSS JOIN LATERAL (SELECT get_byte(uuid_send(e.id), 15) % 100 < 5 AS fails) f`,
	`INSERT INTO check_hosts (domain, ready_at, queued_at, endpoint_id)
		SELECT DISTINCT ON (domain) domain, next_check_at, next_check_at, endpoint_id FROM endpoint_states WHERE enabled
		ORDER BY domain, next_check_at`,
	`INSERT INTO source_health (source_id, state, cause, since, affected, checked)
		SELECT e.source_id, CASE WHEN bool_or(t.health = 'failing') THEN 'failing' ELSE 'ok' END,
			CASE WHEN bool_or(t.health = 'failing') THEN 'timeout' ELSE '' END, now() - interval '1 day',
			count(*) FILTER (WHERE t.health = 'failing'), count(*)
		FROM endpoints e JOIN endpoint_states t ON t.endpoint_id = e.id AND t.enabled GROUP BY 1`,
	`SELECT make_check_partitions()`,
	`VACUUM (ANALYZE, FREEZE)`,
	`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = simulated, pg_catalog, public',
		current_database()); END $$`,
}
