package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/newsources/newsources/services/newssources/internal/idempotency"
)

// purgeKeysInterval is the time for which an expired response takes up space.
const purgeKeysInterval = time.Hour

type purgeKeysArgs struct{}

// Kind returns the name of the job kind.
func (purgeKeysArgs) Kind() string { return "purge_idempotency_keys" }

// InsertOpts returns the options of every job. It has one attempt; the next periodic job retries.
func (purgeKeysArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: upkeepQueue, MaxAttempts: 1}
}

// purgeKeysWorker deletes the expired responses of requests with an idempotency key.
type purgeKeysWorker struct {
	river.WorkerDefaults[purgeKeysArgs]
	keys *idempotency.Store
}

// Work implements river.Worker.
func (w *purgeKeysWorker) Work(ctx context.Context, _ *river.Job[purgeKeysArgs]) error {
	return w.keys.Purge(ctx)
}
