package checkreport

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/checking/websub"
	"github.com/newsources/newsources/services/newssources/internal/platform/observe"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// maxCounted bounds the count of suggestions. A larger count need not be exact.
const maxCounted = 10_000

// Figures returns the figures for the metrics. Each query reads one row, counters, small tables
// (incidents, members, failed rows), or at most maxCounted entries of an index.
func (r *Reader) Figures(ctx context.Context) (f observe.Figures, err error) {
	var computedAt *time.Time
	f.SourcesByHealth, f.SubscriptionsByState, f.OpenIncidents = map[string]int{}, map[string]int{},
		map[string]int{"service": 0, "worker": 0}
	batch := &pgx.Batch{}
	batch.Queue(`SELECT coalesce((figures->>'active')::int, 0), coalesce((figures->>'fresh')::int, 0), computed_at
		FROM overview_figures`).
		QueryRow(func(row pgx.Row) error { return row.Scan(&f.ActiveEndpoints, &f.FreshEndpoints, &computedAt) })
	batch.Queue(`SELECT CASE value WHEN '' THEN 'none' ELSE value END, sum(n)::int FROM (
			SELECT facet, lifecycle, value, n FROM source_counts UNION ALL SELECT facet, lifecycle, value, n
			FROM source_count_deltas
		) c WHERE facet = 'health' AND lifecycle <> 'archived' GROUP BY 1`).Query(collectCounts(f.SourcesByHealth))
	batch.Queue("SELECT scope, count(*)::int FROM incidents WHERE ended_at IS NULL GROUP BY 1").
		Query(collectCounts(f.OpenIncidents))
	batch.Queue(`SELECT s.state,
		(SELECT count(*)::int FROM (SELECT FROM websub_subscriptions w WHERE w.state = s.state LIMIT $2) w)
		FROM unnest($1::text[]) s(state)`, websub.States(), maxCounted).Query(collectCounts(f.SubscriptionsByState))
	batch.Queue("SELECT EXISTS (SELECT FROM job_pauses WHERE kind = 'checks')").
		QueryRow(func(row pgx.Row) error { return row.Scan(&f.IsPaused) })
	batch.Queue(`SELECT count(*)
		FROM (SELECT FROM suggestions WHERE state = 'open' AND kind <> 'field' LIMIT $1) s`, maxCounted).
		QueryRow(func(row pgx.Row) error { return row.Scan(&f.OpenSuggestions) })
	batch.Queue(`SELECT coalesce(sum(n), 0)::int
		FROM (SELECT facet, n FROM source_counts UNION ALL SELECT facet, n FROM source_count_deltas) c
		WHERE facet IN ('work_open', 'work_open_assigned')`).
		QueryRow(func(row pgx.Row) error { return row.Scan(&f.WorkSources) })
	batch.Queue("SELECT count(*) FROM members WHERE last_seen_at > now() - interval '24 hours' AND removed_at IS NULL").
		QueryRow(func(row pgx.Row) error { return row.Scan(&f.ActiveMembers) })
	batch.Queue(postgres.CountFailedRows).QueryRow(func(row pgx.Row) error { return row.Scan(&f.FailedRows) })
	err = r.db.Pool.SendBatch(ctx, batch).Close()
	if computedAt != nil {
		f.ComputedAt = *computedAt
	}
	return f, err
}

// collectCounts adds rows of a name and a count to a map.
func collectCounts(into map[string]int) func(pgx.Rows) error {
	return func(rows pgx.Rows) error {
		var name string
		var count int
		_, err := pgx.ForEachRow(rows, []any{&name, &count}, func() error {
			into[name] = count
			return nil
		})
		return err
	}
}
