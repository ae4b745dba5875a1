package jobs

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"github.com/newsources/newsources/services/newssources/internal/platform/observe"
)

// The queues beside the default one, in which imports wait. They are separate, so that jobs of one
// kind never delay those of another.
const (
	upkeepQueue        = "upkeep"
	visitsQueue        = "visits"
	searchesQueue      = "searches" // a search takes up to 25 s
	alertsQueue        = "alerts"
	subscriptionsQueue = "subscriptions" // a run reads up to 30 views
	deliveriesQueue    = "deliveries"    // a mail server may be slow
	hubsQueue          = "hubs"          // a run takes up to maxHubsRun
	listsQueue         = "lists"         // a run takes up to maxListsRun and a reading
	tablesQueue        = "tables"        // a run takes up to maxTableRun
	changesQueue       = "changes"       // a person waits for the result
	comparisonQueue    = "comparison"    // comparing all sources takes minutes
)

const (
	// importPollInterval is short, so that an import starts without a noticeable delay, and its visits
	// after it.
	importPollInterval = 500 * time.Millisecond
	// alertsPollInterval is a small part of the time that a message may take.
	alertsPollInterval = 2 * time.Second
	// upkeepPollInterval is long, because no person waits for an upkeep job.
	upkeepPollInterval = 5 * time.Second
)

// queues are all queues, with the number of their concurrent jobs per process. Imports are bound by
// the database; with two workers, a long import does not block a short one. notify bounds the
// messages at one receiver, so that slow receivers do not delay the others.
var queues = map[string]river.QueueConfig{
	river.QueueDefault: {MaxWorkers: 2, FetchPollInterval: importPollInterval},
	tablesQueue:        {MaxWorkers: 1, FetchPollInterval: importPollInterval},
	changesQueue:       {MaxWorkers: 2, FetchPollInterval: importPollInterval},
	visitsQueue:        {MaxWorkers: 1, FetchPollInterval: importPollInterval},
	upkeepQueue:        {MaxWorkers: 1, FetchPollInterval: upkeepPollInterval},
	searchesQueue:      {MaxWorkers: 1, FetchPollInterval: upkeepPollInterval},
	comparisonQueue:    {MaxWorkers: 1, FetchPollInterval: upkeepPollInterval},
	hubsQueue:          {MaxWorkers: 1, FetchPollInterval: upkeepPollInterval},
	listsQueue:         {MaxWorkers: 1, FetchPollInterval: upkeepPollInterval},
	alertsQueue:        {MaxWorkers: 1, FetchPollInterval: alertsPollInterval},
	subscriptionsQueue: {MaxWorkers: 1, FetchPollInterval: upkeepPollInterval},
	deliveriesQueue:    {MaxWorkers: 16, FetchPollInterval: alertsPollInterval},
}

// maxDueJobs bounds the count of due jobs of a queue. Larger counts need not be exact.
const maxDueJobs = 10_000

// ReadQueues returns the backlog of each queue. It reads at most maxDueJobs entries of an index per
// queue and state. A job whose scheduled time has passed is due even if River's scheduler has not
// made it available yet, because the scheduler itself may be stuck.
func ReadQueues(ctx context.Context, pool *pgxpool.Pool) (map[string]observe.Queue, error) {
	rows, err := pool.Query(ctx, `
		SELECT q.name, count(j.scheduled_at), coalesce(max(now() - j.scheduled_at), '0')
		FROM unnest($1::text[]) q(name) CROSS JOIN unnest('{available,retryable,scheduled}'::river_job_state[]) s(state)
		LEFT JOIN LATERAL (
			SELECT scheduled_at FROM river_job WHERE state = s.state AND queue = q.name AND scheduled_at <= now()
			ORDER BY priority, scheduled_at, id LIMIT $2
		) j ON true GROUP BY 1`, slices.Collect(maps.Keys(queues)), maxDueJobs)
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
