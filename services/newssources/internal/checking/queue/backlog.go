package queue

import (
	"context"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

const (
	// overdueAfter is the delay of a check that operators should know about.
	overdueAfter = 5 * time.Minute
	// MaxCount bounds the counts of metrics: beyond it, the exact number does not matter.
	MaxCount = 10_000
)

// Backlog is the work that is due.
type Backlog struct {
	Due, Overdue int // at most MaxCount
	Oldest       time.Duration
}

// ReadBacklog counts the due endpoints of domains that are ready. It reads no more rows than it
// counts.
func ReadBacklog(ctx context.Context, db *postgres.DB) (b Backlog, err error) {
	var oldest float64
	err = db.Pool.QueryRow(ctx, `
		SELECT count(*), count(*) FILTER (WHERE next_check_at < now() - $1::interval),
			coalesce(extract(epoch FROM now() - min(next_check_at)), 0)::float8
		FROM (SELECT s.next_check_at FROM check_hosts h JOIN LATERAL (
				SELECT next_check_at FROM endpoint_states s WHERE s.domain = h.domain AND s.enabled AND s.next_check_at <= now()
				ORDER BY next_check_at LIMIT $2
			) s ON true WHERE h.queued_at <= now() AND h.ready_at <= now() ORDER BY h.queued_at LIMIT $2) due`,
		overdueAfter, MaxCount).Scan(&b.Due, &b.Overdue, &oldest)
	b.Oldest = time.Duration(oldest * float64(time.Second))
	return b, err
}
