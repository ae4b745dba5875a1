package jobs

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/newsources/newsources/services/newssources/internal/suggest"
)

const (
	// visitsQueue is separate, so that visits never delay an import, and an earlier version does not claim the job.
	visitsQueue = "visits"
	// visitsInterval is the maximum delay of a retry that is due, or of a source that a person has added.
	visitsInterval = 30 * time.Second
	// maxVisitsRun is the time in which a run starts visits. With the duration of a visit it is below jobTimeout.
	maxVisitsRun = 25 * time.Second
)

// onePending allows one unfinished job of a kind at a time.
var onePending = river.UniqueOpts{ByState: []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning, rivertype.JobStateRetryable, rivertype.JobStateScheduled,
}}

type visitsArgs struct{}

// Kind returns the name of the job kind.
func (visitsArgs) Kind() string { return "visits" }

// InsertOpts returns the options of every visits job. There is at most one at a time, on any replica.
func (visitsArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: visitsQueue, MaxAttempts: 1, UniqueOpts: onePending}
}

// periodicVisits returns the periodic job, which River's leader inserts.
func periodicVisits() *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(visitsInterval),
		func() (river.JobArgs, *river.InsertOpts) { return visitsArgs{}, nil },
		&river.PeriodicJobOpts{RunOnStart: true})
}

// EnqueueVisits inserts the job that visits homepages, unless there is one.
func (q *Queue) EnqueueVisits(ctx context.Context) error {
	_, err := q.river.Insert(ctx, visitsArgs{}, nil)
	return err
}

// enqueueVisits is EnqueueVisits for a worker.
func enqueueVisits(ctx context.Context) error {
	_, err := river.ClientFromContext[pgx.Tx](ctx).Insert(ctx, visitsArgs{}, nil)
	return err
}

// visitsWorker visits homepages.
type visitsWorker struct {
	river.WorkerDefaults[visitsArgs]
	visits *suggest.Visits
}

// Work visits homepages for up to maxVisitsRun, and snoozes the job if more may be due.
func (w *visitsWorker) Work(ctx context.Context, _ *river.Job[visitsArgs]) error {
	claimCtx, cancel := context.WithTimeout(ctx, maxVisitsRun)
	defer cancel()
	if err := w.visits.Run(ctx, claimCtx); err != nil {
		return err
	}
	if claimCtx.Err() != nil {
		return river.JobSnooze(0)
	}
	return nil
}
