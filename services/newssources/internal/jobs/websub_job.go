package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/newsources/newsources/services/newssources/internal/websub"
)

const (
	// hubsQueue is separate, because a run takes up to maxHubsRun.
	hubsQueue = "hubs"
	// maxHubsRun is the time in which a run starts requests to hubs. Together with the timeout of a request, it is below jobTimeout.
	maxHubsRun = 40 * time.Second
)

type hubsArgs struct{}

// Kind returns the name of the job kind.
func (hubsArgs) Kind() string { return "request_hubs" }

// InsertOpts returns the options of every job. At most one job is unfinished in all replicas. A failed job is not retried, because the next periodic
// job continues its work.
func (hubsArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: hubsQueue, MaxAttempts: 1, UniqueOpts: onePending}
}

// hubsWorker subscribes to feeds at WebSub hubs, and renews and ends subscriptions.
type hubsWorker struct {
	river.WorkerDefaults[hubsArgs]
	hubs *websub.Service
}

// Work implements river.Worker.
func (w *hubsWorker) Work(ctx context.Context, _ *river.Job[hubsArgs]) error {
	claimCtx, cancel := context.WithTimeout(ctx, maxHubsRun)
	defer cancel()
	return w.hubs.Run(ctx, claimCtx)
}
