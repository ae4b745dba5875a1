package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/newsources/newsources/services/newssources/internal/checkreport"
)

// rollUpInterval is the maximum age of the figures of the overview. Computing them reads the state of each endpoint, so they
// are not computed with each request.
const rollUpInterval = 2 * time.Minute

type rollUpArgs struct{}

// Kind returns the name of the job kind.
func (rollUpArgs) Kind() string { return "roll_up" }

// InsertOpts returns the options of every job. It has one attempt; the next periodic job continues.
func (rollUpArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: upkeepQueue, MaxAttempts: 1}
}

// rollUpWorker computes the daily figures.
type rollUpWorker struct {
	river.WorkerDefaults[rollUpArgs]
	reports *checkreport.Reader
}

// Work implements river.Worker.
func (w *rollUpWorker) Work(ctx context.Context, _ *river.Job[rollUpArgs]) error {
	return w.reports.RollUp(ctx)
}
