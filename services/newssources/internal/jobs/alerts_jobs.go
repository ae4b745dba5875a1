package jobs

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/newsources/newsources/services/newssources/internal/notify"
)

const (
	// alertsQueue and deliveriesQueue are separate, so that a slow mail server never delays the evaluation, and an earlier version does
	// not claim the jobs.
	alertsQueue     = "alerts"
	deliveriesQueue = "deliveries"
	// AlertInterval is the time between two evaluations of the alert rules. Checks are at least minutes apart.
	AlertInterval = 30 * time.Second
	// deliveryWorkers send messages at the same time. notify bounds those at one receiver, so that slow receivers do not delay the others.
	deliveryWorkers = 16
	// alertsPollInterval is a small part of the time that a message may take.
	alertsPollInterval = 2 * time.Second
	// purgeAlertsInterval is short compared with the retention.
	purgeAlertsInterval = time.Hour
)

type evaluateArgs struct{}

// Kind returns the name of the job kind.
func (evaluateArgs) Kind() string { return "evaluate_alerts" }

// InsertOpts returns the options of every evaluation. There is at most one at a time, on any replica.
func (evaluateArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: alertsQueue, MaxAttempts: 1, UniqueOpts: river.UniqueOpts{ByState: []rivertype.JobState{
		rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning, rivertype.JobStateRetryable, rivertype.JobStateScheduled,
	}}}
}

// evaluateWorker evaluates the alert rules.
type evaluateWorker struct {
	river.WorkerDefaults[evaluateArgs]
	alerts *notify.Service
}

// Work implements river.Worker.
func (w *evaluateWorker) Work(ctx context.Context, _ *river.Job[evaluateArgs]) error {
	return w.alerts.Evaluate(ctx)
}

type deliverArgs struct {
	ID uuid.UUID `json:"delivery_id"`
}

// Kind returns the name of the job kind.
func (deliverArgs) Kind() string { return "deliver_alert" }

// InsertOpts returns the options of every delivery.
func (deliverArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: deliveriesQueue}
}

// deliverWorker sends one message to one destination.
type deliverWorker struct {
	river.WorkerDefaults[deliverArgs]
	alerts *notify.Service
}

// Work implements river.Worker. An error, such as an outage of the database, is retried with the delays of the queue.
func (w *deliverWorker) Work(ctx context.Context, job *river.Job[deliverArgs]) error {
	retryIn, err := w.alerts.Deliver(ctx, job.Args.ID)
	if err == nil && retryIn > 0 {
		return river.JobSnooze(retryIn)
	}
	return err
}

// EnqueueDeliveries inserts a job for each delivery. It is a notify.EnqueueFunc.
func (q *Queue) EnqueueDeliveries(ctx context.Context, tx pgx.Tx, deliveries []uuid.UUID) error {
	if len(deliveries) == 0 {
		return nil
	}
	params := make([]river.InsertManyParams, len(deliveries))
	for i, id := range deliveries {
		params[i] = river.InsertManyParams{Args: deliverArgs{id}}
	}
	_, err := q.river.InsertManyTx(ctx, tx, params)
	return err
}

type purgeAlertsArgs struct{}

// Kind returns the name of the job kind.
func (purgeAlertsArgs) Kind() string { return "purge_alerts" }

// InsertOpts returns the options of every job. It has one attempt; the next periodic job retries.
func (purgeAlertsArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: alertsQueue, MaxAttempts: 1}
}

// purgeAlertsWorker deletes alerts and deliveries that are older than their retention.
type purgeAlertsWorker struct {
	river.WorkerDefaults[purgeAlertsArgs]
	alerts *notify.Service
}

// Work implements river.Worker.
func (w *purgeAlertsWorker) Work(ctx context.Context, _ *river.Job[purgeAlertsArgs]) error {
	return w.alerts.Purge(ctx)
}
