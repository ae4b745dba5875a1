// Package jobs runs background jobs. River stores the queue in the service's database, so that a job is inserted in the
// transaction of the change that needs it.
package jobs

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"github.com/newsources/newsources/services/newssources/internal/checkreport"
	"github.com/newsources/newsources/services/newssources/internal/idempotency"
	"github.com/newsources/newsources/services/newssources/internal/notify"
	"github.com/newsources/newsources/services/newssources/internal/repair"
	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/suggest"
	"github.com/newsources/newsources/services/newssources/internal/transfer"
	"github.com/newsources/newsources/services/newssources/internal/websub"
	"github.com/newsources/newsources/services/newssources/internal/worklist"
)

const (
	// maxWorkers is the number of concurrent jobs per process. Imports are bound by the database; with two workers, a long import does not block a short one.
	maxWorkers = 2
	// jobTimeout bounds one run of a job; a long import needs several (see maxImportRun).
	jobTimeout = time.Minute
	// rescueAfter is the time until a job of a crashed process is retried. It must be longer than jobTimeout.
	rescueAfter = 90 * time.Second
	// pollInterval is that of the default queue. It is short, so that an import starts without a noticeable delay.
	pollInterval = 500 * time.Millisecond
)

// Queue inserts jobs. Workers runs them.
type Queue struct{ river *river.Client[pgx.Tx] }

// NewQueue returns the job queue of a database.
func NewQueue(pool *pgxpool.Pool, log *slog.Logger) (*Queue, error) {
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{Logger: log})
	return &Queue{client}, err
}

// EnqueueImport inserts a job that applies an import. It is a transfer.EnqueueFunc.
func (q *Queue) EnqueueImport(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	_, err := q.river.InsertTx(ctx, tx, importArgs{ID: id}, nil)
	return err
}

// EnqueueImportLater inserts a job for an import that a command applies itself. The job starts after rescueAfter, and
// does nothing unless the command died and left the import unfinished. It is a transfer.EnqueueFunc.
func (q *Queue) EnqueueImportLater(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	_, err := q.river.InsertTx(ctx, tx, importArgs{ID: id, OnlyUnfinished: true}, &river.InsertOpts{ScheduledAt: time.Now().Add(rescueAfter)})
	return err
}

// Workers runs the jobs of the queue.
type Workers struct{ river *river.Client[pgx.Tx] }

// NewWorkers registers the workers of all job kinds; Start starts them. drifted is called with the number of counters that
// had to be corrected, and the alert rules are evaluated every alertInterval.
func NewWorkers(pool *pgxpool.Pool, imports *transfer.Imports, visits *suggest.Visits, register *source.Register, work *worklist.List, lists *sourcelist.Reader, repairs *repair.Repairs, reports *checkreport.Reader, keys *idempotency.Store, alerts *notify.Service, hubs *websub.Service, alertInterval time.Duration, drifted func(counters int), log *slog.Logger) (*Workers, error) {
	registry := river.NewWorkers()
	river.AddWorker(registry, &importWorker{imports: imports})
	river.AddWorker(registry, &upkeepWorker{imports: imports, visits: visits})
	river.AddWorker(registry, &visitsWorker{visits: visits})
	river.AddWorker(registry, &compactCountsWorker{lists: lists})
	river.AddWorker(registry, &repairCountsWorker{register: register, lists: lists, drifted: drifted, log: log})
	river.AddWorker(registry, &purgeKeysWorker{keys: keys})
	river.AddWorker(registry, &resumeWorker{register: register, work: work, log: log})
	river.AddWorker(registry, &repairsWorker{repairs: repairs})
	river.AddWorker(registry, &searchesWorker{repairs: repairs})
	river.AddWorker(registry, &evaluateWorker{alerts: alerts})
	river.AddWorker(registry, &deliverWorker{alerts: alerts})
	river.AddWorker(registry, &purgeAlertsWorker{alerts: alerts})
	river.AddWorker(registry, &rollUpWorker{reports: reports})
	river.AddWorker(registry, &hubsWorker{hubs: hubs})
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{
		Queues: map[string]river.QueueConfig{
			river.QueueDefault: {MaxWorkers: maxWorkers},
			upkeepQueue:        {MaxWorkers: 1, FetchPollInterval: upkeepPollInterval},
			visitsQueue:        {MaxWorkers: 1},
			searchesQueue:      {MaxWorkers: 1, FetchPollInterval: upkeepPollInterval},
			alertsQueue:        {MaxWorkers: 1, FetchPollInterval: alertsPollInterval},
			deliveriesQueue:    {MaxWorkers: deliveryWorkers, FetchPollInterval: alertsPollInterval},
			hubsQueue:          {MaxWorkers: 1, FetchPollInterval: upkeepPollInterval},
		},
		PeriodicJobs: []*river.PeriodicJob{
			periodicUpkeep(), periodicVisits(), periodic(compactInterval, compactCountsArgs{}), periodic(repairInterval, repairCountsArgs{}),
			periodic(purgeKeysInterval, purgeKeysArgs{}), periodic(resumeInterval, resumeArgs{}),
			periodic(repairs.Interval(), repairsArgs{}), periodic(repairs.Interval(), searchesArgs{}),
			periodic(alertInterval, evaluateArgs{}), periodic(purgeAlertsInterval, purgeAlertsArgs{}), periodic(rollUpInterval, rollUpArgs{}), periodic(websub.RunInterval, hubsArgs{}),
		},
		Workers:              registry,
		Middleware:           []rivertype.Middleware{river.WorkerMiddlewareFunc(traceJob)},
		Logger:               log,
		JobTimeout:           jobTimeout,
		RescueStuckJobsAfter: rescueAfter,
		FetchPollInterval:    pollInterval,
		// Polling replaces LISTEN: a client whose LISTEN connection is lost during Start reports success and never works a
		// job (river 0.51, producer.go). Polling also saves a connection.
		PollOnly: true,
		// Rebuilding an index needs its owner, and the service's role may own nothing (MIGRATE_DATABASE_URL). The queue is small.
		ReindexerIndexNames: []string{},
	})
	return &Workers{client}, err
}

// Start starts the workers. It returns an error if the database is unreachable.
func (w *Workers) Start(ctx context.Context) error { return w.river.Start(ctx) }

// Stop waits for running jobs until ctx ends, and then cancels them; another process resumes them.
func (w *Workers) Stop(ctx context.Context) error {
	if err := w.river.Stop(ctx); err == nil || ctx.Err() == nil {
		return err
	}
	interrupt, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	return w.river.StopAndCancel(interrupt)
}
