package jobs

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/riverqueue/river"

	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/worklist"
)

// resumeInterval is the maximum time between the end of a pause or snooze and its effect.
const resumeInterval = time.Minute

type resumeArgs struct{}

// Kind returns the name of the job kind.
func (resumeArgs) Kind() string { return "resume_paused_sources" }

// InsertOpts returns the options of every job. It has one attempt; the next periodic job retries.
func (resumeArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: upkeepQueue, MaxAttempts: 1}
}

// resumeWorker activates the sources whose pause has ended, ends expired snoozes, and unassigns the sources of members who can no longer change sources.
type resumeWorker struct {
	river.WorkerDefaults[resumeArgs]
	register *source.Register
	work     *worklist.List
	log      *slog.Logger
}

// Work implements river.Worker.
func (w *resumeWorker) Work(ctx context.Context, _ *river.Job[resumeArgs]) error {
	resumed, err := w.register.ResumePaused(ctx)
	if resumed > 0 {
		w.log.Info("resumed sources whose pause had ended", "sources", resumed)
	}
	ended, workErr := w.work.Upkeep(ctx)
	if ended > 0 {
		w.log.Info("ended snoozes and assignments of the work list", "sources", ended)
	}
	return errors.Join(err, workErr)
}
