package checkreport

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

const (
	// overviewDays is the number of days in the overview.
	overviewDays = 30
	// maxCoverage is the number of values of each list of the coverage.
	maxCoverage = 20
)

// Overview is the state of the register over time. All figures are aggregated before.
type Overview struct {
	ComputedAt *time.Time // of Figures; nil before the first computation
	// The start of the open incident of the service, from which the health of all checked sources is
	// unknown; nil without one.
	UnknownSince         *time.Time
	Figures              Figures
	Days                 []RegisterDay // the oldest first; days without figures are missing
	Countries, Languages []ValueCount  // active sources, the most frequent first; the value "" counts those without one
}

// Figures are the figures that a periodic job computes.
type Figures struct {
	Active           int          `json:"active"` // endpoints that are checked
	Fresh            int          `json:"fresh"`  // of these, not behind their planned check by more than lateAfter
	OldestDueSeconds int          `json:"oldest_due_seconds"`
	Worst            []HostFigure `json:"worst"`
	Slowest          []HostFigure `json:"slowest"`
}

// HostFigure is a domain in a list of the overview.
type HostFigure struct {
	Domain     string `json:"domain"`
	Endpoints  int    `json:"endpoints"`
	Failing    int    `json:"failing"`
	DurationMS int    `json:"duration_ms"` // of the last successful checks, on average
}

// RegisterDay is a day of the register.
type RegisterDay struct {
	Day    time.Time
	Items  int
	States map[string]int // sources by health
}

// ValueCount is the number of sources with a value.
type ValueCount struct {
	Value string
	N     int
}

// Overview returns the state of the register over the last days.
func (r *Reader) Overview(ctx context.Context) (*Overview, error) {
	o, batch := &Overview{}, &pgx.Batch{}
	batch.Queue("SELECT computed_at, coalesce(figures, '{}') FROM overview_figures").Query(func(rows pgx.Rows) error {
		var figures []byte
		_, err := pgx.ForEachRow(rows, []any{&o.ComputedAt, &figures},
			func() error { return json.Unmarshal(figures, &o.Figures) })
		return err
	})
	batch.Queue("SELECT day, items, coalesce(states, '{}') FROM register_days WHERE day > current_date - $1::int ORDER BY day", overviewDays).Query(func(rows pgx.Rows) (err error) {
		o.Days, err = pgx.CollectRows(rows, scanRegisterDay)
		return err
	})
	batch.Queue(sourcelist.SelectIncident).QueryRow(func(row pgx.Row) error { return row.Scan(&o.UnknownSince) })
	for facet, list := range map[string]*[]ValueCount{"country": &o.Countries, "language": &o.Languages} {
		batch.Queue(`SELECT value, sum(n)::bigint AS n
			FROM (SELECT facet, lifecycle, value, n FROM source_counts UNION ALL SELECT facet, lifecycle, value, n
			FROM source_count_deltas) c
			WHERE facet = $1 AND lifecycle = 'active' GROUP BY 1 HAVING sum(n) > 0 ORDER BY 2 DESC, 1 LIMIT $2`,
			facet, maxCoverage).Query(func(rows pgx.Rows) (err error) {
			*list, err = pgx.CollectRows(rows, pgx.RowToStructByPos[ValueCount])
			return err
		})
	}
	return o, r.db.Pool.SendBatch(ctx, batch).Close()
}

func scanRegisterDay(row pgx.CollectableRow) (d RegisterDay, err error) {
	var states []byte
	if err := row.Scan(&d.Day, &d.Items, &states); err != nil {
		return d, err
	}
	return d, json.Unmarshal(states, &d.States)
}

// SourceDay is the number of items that a source published on a day.
type SourceDay struct {
	Day   time.Time
	Items int
}

// SourceDays returns the days of a source on which it published items, the oldest first.
func (r *Reader) SourceDays(ctx context.Context, id uuid.UUID, days int) (list []SourceDay, err error) {
	exists, batch := false, &pgx.Batch{}
	batch.Queue("SELECT EXISTS (SELECT FROM sources WHERE id = $1)", id).
		QueryRow(func(row pgx.Row) error { return row.Scan(&exists) })
	batch.Queue("SELECT day, items FROM source_days WHERE source_id = $1 AND day > current_date - $2::int ORDER BY day",
		id, days).Query(func(rows pgx.Rows) (err error) {
		list, err = pgx.CollectRows(rows, pgx.RowToStructByPos[SourceDay])
		return err
	})
	if err := r.db.Pool.SendBatch(ctx, batch).Close(); err != nil {
		return nil, err
	}
	if !exists {
		return nil, problem.New(problem.NotFound, "There is no source with this id. It may have been deleted, or the "+
			"address is wrong.")
	}
	return list, nil
}

// SourceCounts are the numbers of items of a source by day in UTC, the oldest day first. The last
// day is today.
type SourceCounts struct {
	SourceID uuid.UUID
	Counts   []int
}

// DaysOfSources returns the items by day of the sources that have items in the last days. It reads
// at most one row per source and day.
func (r *Reader) DaysOfSources(ctx context.Context, ids []uuid.UUID, days int) (list []SourceCounts, err error) {
	const query = `SELECT source_id, (SELECT array_agg(coalesce(found.counts ->> (n.day::text), '0')::int ORDER BY n.day)
			FROM generate_series(0, $2::int - 1) n (day)) AS counts
		FROM (
			SELECT source_id, jsonb_object_agg(day - (current_date - $2::int + 1), items) AS counts FROM source_days
			WHERE source_id = ANY($1) AND day BETWEEN current_date - $2::int + 1 AND current_date GROUP BY 1
		) found ORDER BY 1`
	err = r.db.QueryLimited(ctx, readTimeout, query, []any{ids, days}, func(rows pgx.Rows) (err error) {
		list, err = pgx.CollectRows(rows, pgx.RowToStructByPos[SourceCounts])
		return err
	})
	return list, err
}
