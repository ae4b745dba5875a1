// Package jobs runs background jobs. River stores the queue in the service's database, so that a
// job is inserted in the transaction of the change that needs it.
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

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

const (
	// jobTimeout bounds one run of a job; a long import needs several (see maxImportRun).
	jobTimeout = time.Minute
	// rescueAfter is the time until a job of a crashed process is retried. It must be longer than
	// jobTimeout.
	rescueAfter = 90 * time.Second
	// tableTimeout bounds one run of the job of a large table. After a crash, the job is restarted within
	// this time after its start.
	tableTimeout = 2 * time.Minute
	// comparisonTimeout bounds a search for pairs in a register of 1,000,000 sources.
	comparisonTimeout = 10 * time.Minute
)

// worker runs the jobs of a kind.
type worker struct {
	river.WorkerDefaults[args]
	job
}

// Work runs a job.
func (w worker) Work(ctx context.Context, j *river.Job[args]) error { return w.run(ctx, j) }

// Timeout returns the time limit of a job; 0 is jobTimeout.
func (w worker) Timeout(*river.Job[args]) time.Duration { return w.timeout }

// Queue inserts jobs. Workers runs them.
type Queue struct{ river *river.Client[pgx.Tx] }

// NewQueue returns the job queue of a database.
func NewQueue(pool *pgxpool.Pool, log *slog.Logger) (*Queue, error) {
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{Logger: log})
	return &Queue{client}, err
}

// EnqueueImport inserts a job that applies an import. It is a transfer.EnqueueFunc.
func (q *Queue) EnqueueImport(ctx context.Context, tx postgres.Tx, id uuid.UUID) error {
	_, err := q.river.InsertTx(ctx, tx.Tx, args{kind: importKind, ImportID: id}, nil)
	return err
}

// EnqueueImportLater inserts a job for an import that a command applies itself. The job starts
// after rescueAfter, and does nothing unless the command died and left the import unfinished. It is
// a transfer.EnqueueFunc.
func (q *Queue) EnqueueImportLater(ctx context.Context, tx postgres.Tx, id uuid.UUID) error {
	later := args{kind: importKind, ImportID: id, OnlyUnfinished: true}
	_, err := q.river.InsertTx(ctx, tx.Tx, later, &river.InsertOpts{ScheduledAt: time.Now().Add(rescueAfter)})
	return err
}

// EnqueueTable inserts a job that reads and checks the rows of a large table.
func (q *Queue) EnqueueTable(ctx context.Context, tx postgres.Tx, id uuid.UUID) error {
	_, err := q.river.InsertTx(ctx, tx.Tx, args{kind: tableKind, ImportID: id}, nil)
	return err
}

// EnqueueChangeSet inserts a job that continues the preview or the application of a change set. It is
// a change.EnqueueFunc.
func (q *Queue) EnqueueChangeSet(ctx context.Context, tx postgres.Tx, id uuid.UUID) error {
	_, err := q.river.InsertTx(ctx, tx.Tx, args{kind: changeSetKind, ChangeSetID: id}, nil)
	return err
}

// EnqueueDeliveries inserts a job for each delivery. It is a notify.EnqueueFunc.
func (q *Queue) EnqueueDeliveries(ctx context.Context, tx postgres.Tx, deliveries []uuid.UUID) error {
	if len(deliveries) == 0 {
		return nil
	}
	params := make([]river.InsertManyParams, len(deliveries))
	for i, id := range deliveries {
		params[i] = river.InsertManyParams{Args: args{kind: deliveryKind, DeliveryID: id}}
	}
	_, err := q.river.InsertManyTx(ctx, tx.Tx, params)
	return err
}

// EnqueueVisits inserts the job that visits homepages, unless there is one.
func (q *Queue) EnqueueVisits(ctx context.Context) error {
	_, err := q.river.Insert(ctx, args{kind: visitsKind}, nil)
	return err
}

// EnqueuePairs inserts the job that searches for pairs of sources, unless there is one.
func (q *Queue) EnqueuePairs(ctx context.Context) error {
	_, err := q.river.Insert(ctx, args{kind: pairsKind}, nil)
	return err
}

// Workers runs the jobs of the queue.
type Workers struct{ river *river.Client[pgx.Tx] }

// NewWorkers registers the jobs of the table; Start starts the workers.
func NewWorkers(pool *pgxpool.Pool, s Services) (*Workers, error) {
	registry := river.NewWorkers()
	var periodic []*river.PeriodicJob
	for _, j := range s.table() {
		s.Failed(j.name, 0)
		// All kinds share the type of their arguments, so the kind is a field of the arguments.
		river.AddWorkerArgs(registry, args{kind: j.kind}, worker{job: j})
		if j.interval > 0 {
			periodic = append(periodic, river.NewPeriodicJob(river.PeriodicInterval(j.interval),
				func() (river.JobArgs, *river.InsertOpts) { return args{kind: j.kind}, nil },
				&river.PeriodicJobOpts{RunOnStart: true}))
		}
	}
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{
		Queues:       queues,
		PeriodicJobs: periodic,
		Workers:      registry,
		Middleware: []rivertype.Middleware{river.WorkerMiddlewareFunc(s.countFailures),
			river.WorkerMiddlewareFunc(traceJob)},
		Logger:               s.Log,
		JobTimeout:           jobTimeout,
		RescueStuckJobsAfter: rescueAfter,
		// Polling replaces LISTEN: a client whose LISTEN connection is lost during Start reports success
		// and never works a job (river 0.51, producer.go). Polling also saves a connection.
		PollOnly: true,
		// Rebuilding an index needs its owner, and the service's role may own nothing
		// (MIGRATE_DATABASE_URL). The queue is small.
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
