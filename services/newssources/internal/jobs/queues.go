package jobs

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"github.com/newsources/newsources/services/newssources/internal/observe"
)

// queues are the names of all job queues.
var queues = []string{river.QueueDefault, upkeepQueue, visitsQueue, searchesQueue, alertsQueue, deliveriesQueue, hubsQueue}

// maxDueJobs bounds the count of due jobs of a queue. Larger counts need not be exact.
const maxDueJobs = 10_000

// ReadQueues returns the backlog of each queue. It reads at most maxDueJobs entries of an index per queue and state. A job whose
// scheduled time has passed is due even if River's scheduler has not made it available yet, because the scheduler itself may
// be stuck.
func ReadQueues(ctx context.Context, pool *pgxpool.Pool) (map[string]observe.Queue, error) {
	rows, err := pool.Query(ctx, `
		SELECT q.name, count(j.scheduled_at), coalesce(max(now() - j.scheduled_at), '0')
		FROM unnest($1::text[]) q(name) CROSS JOIN unnest('{available,retryable,scheduled}'::river_job_state[]) s(state) LEFT JOIN LATERAL (
			SELECT scheduled_at FROM river_job WHERE state = s.state AND queue = q.name AND scheduled_at <= now()
			ORDER BY priority, scheduled_at, id LIMIT $2
		) j ON true GROUP BY 1`, queues, maxDueJobs)
	if err != nil {
		return nil, err
	}
	found := map[string]observe.Queue{}
	var name string
	var queue observe.Queue
	_, err = pgx.ForEachRow(rows, []any{&name, &queue.Due, &queue.Oldest}, func() error {
		queue.Due = min(queue.Due, maxDueJobs)
		found[name] = queue
		return nil
	})
	return found, err
}
