package main

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// checked are statements that add what checks and members leave behind: many items and attempts of
// one endpoint, items of others, and the history of many sources.
var checked = []string{
	`SELECT ensure_check_partitions(now(), 90, 30)`,
	`INSERT INTO items (endpoint_id, first_seen_at, identity, title, url, published_at)
		SELECT $1, now() - n * interval '10 seconds', decode(md5(n::text), 'hex'),
			'Report ' || n || ' on the state of roads, rails and airports', 'https://example.org/' || n, now()
		FROM generate_series(1, 100000) n`,
	`INSERT INTO items (endpoint_id, first_seen_at, identity, title, url, published_at)
		SELECT e.id, now() - n * interval '1 hour', decode(md5(n::text), 'hex'), 'Report ' || n || ' on the state of roads',
			'https://example.org/' || n, now()
		FROM (SELECT id FROM endpoints WHERE id <> $1 LIMIT 2000) e, generate_series(1, 50) n`,
	`INSERT INTO attempts (endpoint_id, started_at, requested, outcome, cause, detail, health, status, duration_ms,
		phases_ms, wire_bytes, bytes, content_type, items, items_new)
		SELECT $1, now() - n * interval '20 seconds', false, 'ok', '', '', 'ok', 200, 300, '{0,1,2,3,4,5}', 1000, 1000,
			'text/xml', 20, 1 FROM generate_series(1, 50000) n`,
	`INSERT INTO audit_events (id, at, actor_email, actor_name, actor_role, action, target_type, target_id, target_name,
		source_id, version, changes)
		SELECT gen_random_uuid(), now() - interval '1 day', 'a@example.org', 'A', 'editor', 'source.updated', 'source', id,
			name, id, 1,
			'[{"field":"name","before":"a","after":"b"}]' FROM sources WHERE $1::uuid IS NOT NULL`,
	`ANALYZE`,
}

// loadChecks fills a register with the results of checks and returns the id of the endpoint with
// most of them.
func loadChecks(ctx context.Context, database string) (endpoint string, err error) {
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	if err := conn.QueryRow(ctx, "SELECT id::text FROM endpoints ORDER BY id LIMIT 1").Scan(&endpoint); err != nil {
		return "", err
	}
	for _, sql := range checked {
		var arguments []any
		if sql != checked[0] && sql != "ANALYZE" {
			arguments = []any{endpoint}
		}
		if _, err := conn.Exec(ctx, sql, arguments...); err != nil {
			return "", fmt.Errorf("%.60s: %w", sql, err)
		}
	}
	return endpoint, nil
}
