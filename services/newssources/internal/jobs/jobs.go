// Package jobs runs what takes longer than a request: River keeps the queue in our database, so that a job is put there
// in the transaction of the change that wants it.
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

	"github.com/newsources/newsources/services/newssources/internal/transfer"
)

const (
	// workers per process: imports are bound by the database, and two keep one long list from blocking a short one.
	workers = 2
	// jobTimeout bounds one turn of a job; a long import takes several (see importTurn).
	jobTimeout = time.Minute
	// rescueAfter is when the job of a process that died is given to another. It has to be longer than jobTimeout.
	rescueAfter = 90 * time.Second
	// pollEvery is how often the queue is looked at: a person who brings in a list hardly notices it.
	pollEvery = 500 * time.Millisecond
)

// Client is the job queue.
type Client struct{ river *river.Client[pgx.Tx] }

// New prepares the queue and its workers; Start lets them work.
func New(pool *pgxpool.Pool, imports *transfer.Imports, log *slog.Logger) (*Client, error) {
	registry := river.NewWorkers()
	river.AddWorker(registry, &importWorker{imports: imports})
	river.AddWorker(registry, &upkeepWorker{pool: pool, imports: imports})
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{
		Queues: map[string]river.QueueConfig{
			river.QueueDefault: {MaxWorkers: workers},
			upkeepQueue:        {MaxWorkers: 1, FetchPollInterval: upkeepPollEvery},
		},
		PeriodicJobs:         []*river.PeriodicJob{periodicUpkeep()},
		Workers:              registry,
		Logger:               log,
		JobTimeout:           jobTimeout,
		RescueStuckJobsAfter: rescueAfter,
		FetchPollInterval:    pollEvery,
		// Nobody listens for notifications. A client whose listening connection is cut while it starts says that it has
		// started and never works (river 0.51, producer.go); and polling takes no connection of its own.
		PollOnly: true,
	})
	return &Client{client}, err
}

// Start begins to work. It fails when the database can't be reached.
func (c *Client) Start(ctx context.Context) error { return c.river.Start(ctx) }

// Stop lets running jobs end their turn until ctx ends, and then interrupts them; they go on in another process.
func (c *Client) Stop(ctx context.Context) error {
	if err := c.river.Stop(ctx); err == nil || ctx.Err() == nil {
		return err
	}
	interrupt, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	return c.river.StopAndCancel(interrupt)
}

// EnqueueImportLater is EnqueueImport for whoever applies the import itself: should that process die, the queue goes on
// with what it left. Otherwise the queue finds nothing to do.
func (c *Client) EnqueueImportLater(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	_, err := c.river.InsertTx(ctx, tx, importArgs{ID: id, IfLeft: true}, &river.InsertOpts{ScheduledAt: time.Now().Add(rescueAfter)})
	return err
}

// EnqueueImport puts the applying of an import into the queue, within a transaction.
func (c *Client) EnqueueImport(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	_, err := c.river.InsertTx(ctx, tx, importArgs{ID: id}, nil)
	return err
}
