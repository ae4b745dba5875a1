package jobs

import (
	"context"
	"log/slog"
	"time"

	"github.com/riverqueue/river"

	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/sourcelist"
)

const (
	// compactInterval bounds the number of deltas that each read of a counter adds up.
	compactInterval = time.Minute
	// repairInterval is the maximum age of a wrong counter. The check reads all sources, which takes seconds in a large register.
	repairInterval = time.Hour
)

// periodic returns the periodic job of args, which River's leader inserts.
func periodic(interval time.Duration, args river.JobArgs) *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(interval),
		func() (river.JobArgs, *river.InsertOpts) { return args, nil },
		&river.PeriodicJobOpts{RunOnStart: true})
}

type compactCountsArgs struct{}

// Kind returns the name of the job kind.
func (compactCountsArgs) Kind() string { return "compact_counts" }

// InsertOpts returns the options of every job. It has one attempt; the next periodic job retries.
func (compactCountsArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: upkeepQueue, MaxAttempts: 1}
}

// compactCountsWorker adds the recorded changes to the counters of the register.
type compactCountsWorker struct {
	river.WorkerDefaults[compactCountsArgs]
	lists *sourcelist.Reader
}

// Work implements river.Worker.
func (w *compactCountsWorker) Work(ctx context.Context, _ *river.Job[compactCountsArgs]) error {
	return w.lists.CompactCounts(ctx)
}

type repairCountsArgs struct{}

// Kind returns the name of the job kind.
func (repairCountsArgs) Kind() string { return "repair_counts" }

// InsertOpts returns the options of every job. It has one attempt; the next periodic job retries.
func (repairCountsArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: upkeepQueue, MaxAttempts: 1}
}

// repairCountsWorker compares the counters with the sources, corrects and reports differences, and updates search texts in
// the format of an earlier version.
type repairCountsWorker struct {
	river.WorkerDefaults[repairCountsArgs]
	register *source.Register
	lists    *sourcelist.Reader
	drifted  func(counters int)
	log      *slog.Logger
}

// Work implements river.Worker.
func (w *repairCountsWorker) Work(ctx context.Context, _ *river.Job[repairCountsArgs]) error {
	if err := w.register.RefreshSearchTexts(ctx); err != nil {
		return err
	}
	drifted, err := w.lists.RepairCounts(ctx)
	if drifted > 0 {
		w.drifted(drifted)
		w.log.Warn("counters of sources differed from the sources and were corrected", "counters", drifted)
	}
	return err
}
