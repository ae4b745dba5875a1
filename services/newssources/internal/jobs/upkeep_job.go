package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"github.com/newsources/newsources/services/newssources/internal/suggest"
	"github.com/newsources/newsources/services/newssources/internal/transfer"
)

const (
	// upkeepQueue is separate, because an earlier version of the service would claim the job from the default queue and fail.
	upkeepQueue = "upkeep"
	// upkeepInterval is the maximum time for which an abandoned import is shown as running.
	upkeepInterval = 10 * time.Minute
	// upkeepPollInterval is long, because no person waits for an upkeep job.
	upkeepPollInterval = 5 * time.Second
)

type upkeepArgs struct{}

// Kind returns the name of the job kind.
func (upkeepArgs) Kind() string { return "upkeep" }

// InsertOpts returns the options of every upkeep job. It has one attempt; the next periodic job retries.
func (upkeepArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: upkeepQueue, MaxAttempts: 1}
}

// periodicUpkeep returns the periodic job, which River's leader inserts.
func periodicUpkeep() *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(upkeepInterval),
		func() (river.JobArgs, *river.InsertOpts) { return upkeepArgs{}, nil },
		&river.PeriodicJobOpts{RunOnStart: true})
}

// upkeepWorker runs the upkeep of imports and visits.
type upkeepWorker struct {
	river.WorkerDefaults[upkeepArgs]
	imports *transfer.Imports
	visits  *suggest.Visits
}

// Work runs the upkeep.
func (w *upkeepWorker) Work(ctx context.Context, _ *river.Job[upkeepArgs]) error {
	return errors.Join(w.imports.Upkeep(ctx), w.visits.Upkeep(ctx))
}
