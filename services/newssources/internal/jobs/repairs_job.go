package jobs

import (
	"context"

	"github.com/riverqueue/river"

	"github.com/newsources/newsources/services/newssources/internal/repair"
)

type repairsArgs struct{}

// Kind returns the name of the job kind.
func (repairsArgs) Kind() string { return "review_suggestions" }

// InsertOpts returns the options of every job. It has one attempt; the next periodic job retries.
func (repairsArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: upkeepQueue, MaxAttempts: 1, UniqueOpts: onePending}
}

// repairsWorker reviews the suggestions.
type repairsWorker struct {
	river.WorkerDefaults[repairsArgs]
	repairs *repair.Repairs
}

// Work implements river.Worker.
func (w *repairsWorker) Work(ctx context.Context, _ *river.Job[repairsArgs]) error {
	return w.repairs.Review(ctx)
}
