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

// searchesQueue is separate, because a search takes up to 25 s.
const searchesQueue = "searches"

type searchesArgs struct{}

// Kind returns the name of the job kind.
func (searchesArgs) Kind() string { return "find_replacements" }

// InsertOpts returns the options of every job. It has one attempt; the next periodic job retries.
func (searchesArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: searchesQueue, MaxAttempts: 1, UniqueOpts: onePending}
}

// searchesWorker searches the sites of broken endpoints for other feeds.
type searchesWorker struct {
	river.WorkerDefaults[searchesArgs]
	repairs *repair.Repairs
}

// Work implements river.Worker.
func (w *searchesWorker) Work(ctx context.Context, _ *river.Job[searchesArgs]) error {
	return w.repairs.FindReplacements(ctx)
}
