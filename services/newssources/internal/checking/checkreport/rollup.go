package checkreport

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

const (
	// rollUpSpan is the longest time whose items one transaction counts, so that a backlog is counted
	// in steps.
	rollUpSpan = 6 * time.Hour
	// minRollUpSpan is the minimum of a span that is shortened after a timeout.
	minRollUpSpan = time.Minute
	// maxItemAge is the oldest publication that is counted on its own day; first checks find items
	// that are years old.
	maxItemAge = 60 * 24 * time.Hour
	// keptDays is the retention: a year, and a month to compare it with.
	keptDays = 400
	// sampledEndpoints is the number of endpoints whose last successful checks determine the slowest
	// hosts. If there are more, a sample is used.
	sampledEndpoints = 20_000
	// lateAfter is the delay of a planned check that counts as late: three times the shortest default
	// interval.
	lateAfter = 15 * time.Minute
	// listedHosts is the number of hosts in each list.
	listedHosts = 10
)

// RollUp counts the new items by day, and computes the figures of the overview. A step that fails
// does not stop the others.
func (r *Reader) RollUp(ctx context.Context) error {
	failures := []error{r.rollUpAll(ctx), r.sumRecentItems(ctx)}
	for _, step := range []struct {
		statement string
		args      []any
	}{
		{snapshotStates, nil},
		{computeFigures, []any{sampledEndpoints, listedHosts, lateAfter}},
		{"DELETE FROM source_days WHERE day < current_date - $1::int", []any{keptDays}},
		{"DELETE FROM register_days WHERE day < current_date - $1::int", []any{keptDays}},
	} {
		_, err := r.db.Pool.Exec(ctx, step.statement, step.args...)
		failures = append(failures, err)
	}
	return errors.Join(failures...)
}

// rollUpAll counts the items of all spans. It shortens a span whose statement times out.
func (r *Reader) rollUpAll(ctx context.Context) error {
	for span := rollUpSpan; ; {
		isDone, err := r.rollUpItems(ctx, span)
		switch {
		case postgres.IsStatementTimeout(err) && ctx.Err() == nil && span > minRollUpSpan:
			span /= 4
		case err != nil || isDone:
			return err
		}
	}
}

// rollUpItems counts the items of the next span. It reports true when all have been counted that
// are older than settleTime.
func (r *Reader) rollUpItems(ctx context.Context, span time.Duration) (isDone bool, err error) {
	err = r.db.Tx(ctx, func(tx postgres.Tx) error {
		var from, to time.Time
		err := tx.QueryRow(ctx, `SELECT items_until,
			greatest(items_until, least(items_until + $1::interval, now() - $2::interval)),
				items_until + $1::interval >= now() - $2::interval FROM overview_figures FOR UPDATE`,
			span, settleTime).Scan(&from, &to, &isDone)
		if postgres.IsNoRows(err) {
			isDone = true
			return nil
		}
		if err != nil || !to.After(from) {
			return err
		}
		batch := &pgx.Batch{}
		batch.Queue(countItems, from, to, maxItemAge, RecentDays)
		batch.Queue("UPDATE overview_figures SET items_until = $1", to)
		return tx.SendBatch(ctx, batch).Close()
	})
	return isDone, err
}

// countItems adds the items that were found in a span to the days of their publication, and to the
// sums of the last days.
const countItems = `
	WITH found AS (
		SELECT e.source_id,
			(CASE WHEN i.published_at BETWEEN i.first_seen_at - $3::interval AND i.first_seen_at THEN i.published_at
			ELSE i.first_seen_at END
			AT TIME ZONE 'UTC')::date AS day, count(*) AS items
		FROM items i JOIN endpoints e ON e.id = i.endpoint_id WHERE i.first_seen_at >= $1 AND i.first_seen_at < $2
		GROUP BY 1, 2
	), of_sources AS (
		INSERT INTO source_days AS d (source_id, day, items) SELECT source_id, day, items FROM found ORDER BY 1, 2
		ON CONFLICT (source_id, day) DO UPDATE SET items = d.items + excluded.items
	), recent AS MATERIALIZED (
		SELECT source_id, sum(items) AS items FROM found WHERE day > current_date - $4::int GROUP BY 1
	), locked AS MATERIALIZED ( -- in the order in which other transactions lock them
		SELECT h.source_id, r.items FROM source_health h JOIN recent r USING (source_id) ORDER BY 1 FOR UPDATE OF h
	), of_health AS (
		UPDATE source_health h SET recent_items = h.recent_items + l.items FROM locked l WHERE h.source_id = l.source_id
	)
	INSERT INTO register_days AS d (day, items) SELECT day, sum(items) FROM found GROUP BY 1 ORDER BY 1
	ON CONFLICT (day) DO UPDATE SET items = d.items + excluded.items`

// snapshotStates stores the number of sources by health as that of the current day. The last one of
// a day stays.
const snapshotStates = `
	INSERT INTO register_days AS d (day, states)
	SELECT (now() AT TIME ZONE 'UTC')::date, coalesce(json_object_agg(value, n), '{}') FROM (
		SELECT value, sum(n) AS n
		FROM (SELECT facet, value, n FROM source_counts UNION ALL SELECT facet, value, n FROM source_count_deltas) c
		WHERE facet = 'health' GROUP BY 1 HAVING sum(n) > 0
	) s
	ON CONFLICT (day) DO UPDATE SET states = excluded.states`

// computeFigures reads the states of all endpoints once. An endpoint is fresh unless its planned
// check is late by more than lateAfter. Its interval is not used: back-off, windows and fixed
// schedules plan checks that are further apart. The endpoints of a domain that has asked not to be
// requested are not late, and those of a domain that is on hold, between two requests or being
// checked do not count as due, as in queue.ReadBacklog.
const computeFigures = `
	WITH checked AS MATERIALIZED (
		SELECT domain, health, next_check_at FROM endpoint_states WHERE enabled
	), sample AS (
		SELECT s.endpoint_id, s.domain FROM endpoint_states s
		WHERE s.enabled AND (SELECT count(*) FROM checked) <= $1 OR s.enabled
			AND random() < $1::float8 / (SELECT count(*) FROM checked)
	), durations AS (
		SELECT s.domain, avg(a.duration_ms) AS duration_ms, count(*) AS endpoints FROM sample s
		JOIN LATERAL ( -- without the wait before the request
			SELECT duration_ms - coalesce(phases_ms[1], 0) AS duration_ms FROM attempts a
			WHERE a.endpoint_id = s.endpoint_id AND a.cause = '' ORDER BY started_at DESC LIMIT 1
		) a ON true WHERE s.domain IS NOT NULL GROUP BY 1 ORDER BY 2 DESC LIMIT $2
	), broken AS (
		SELECT domain, count(*) AS endpoints,
			count(*) FILTER (WHERE health IN ('blocked', 'failing', 'gone', 'degraded', 'suspect')) AS failing
		FROM checked WHERE domain IS NOT NULL GROUP BY 1
		HAVING count(*) FILTER (WHERE health IN ('blocked', 'failing', 'gone', 'degraded', 'suspect')) > 0
		ORDER BY 3 DESC, 1 LIMIT $2
	)
	UPDATE overview_figures SET computed_at = now(), figures = json_build_object(
		'active', (SELECT count(*) FROM checked),
		'fresh', (SELECT count(*) FROM checked c LEFT JOIN check_hosts h ON h.domain = c.domain
			WHERE greatest(c.next_check_at, h.held_until) > now() - $3::interval),
		'oldest_due_seconds',
		(SELECT coalesce(greatest(0, extract(epoch FROM now() - min(c.next_check_at))), 0)::bigint FROM checked c
			LEFT JOIN check_hosts h ON h.domain = c.domain
			WHERE c.next_check_at <= now() AND (c.domain IS NULL OR h.ready_at <= now())),
		'worst', (SELECT coalesce(json_agg(json_build_object('domain', domain, 'endpoints', endpoints, 'failing', failing)),
		'[]') FROM broken),
		'slowest', (SELECT coalesce(json_agg(json_build_object('domain', domain, 'endpoints', endpoints, 'duration_ms',
		round(duration_ms)::bigint)), '[]') FROM durations))`
