package jobs

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"github.com/newsources/newsources/services/newssources/internal/transfer"
)

const (
	// maxImportRun is the maximum duration of one run; then the job is snoozed, so that other jobs get a worker.
	maxImportRun = 40 * time.Second
	// importAttempts and River's back-off together span about six minutes, longer than the failover of a database.
	importAttempts = 5
)

type importArgs struct {
	ID             uuid.UUID `json:"import_id"`
	OnlyUnfinished bool      `json:"if_left,omitempty"` // do nothing if the import has ended
}

// Kind returns the name of the job kind.
func (importArgs) Kind() string { return "import" }

// InsertOpts returns the options of every import job.
func (importArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: importAttempts} }

type importWorker struct {
	river.WorkerDefaults[importArgs]
	imports *transfer.Imports
}

// Work applies rows of an import for up to maxImportRun, and snoozes the job if rows are left.
func (w *importWorker) Work(ctx context.Context, job *river.Job[importArgs]) error {
	if job.Args.OnlyUnfinished {
		found, err := w.imports.Get(ctx, job.Args.ID)
		if err != nil || found.State == transfer.Done || found.State == transfer.Failed {
			return err
		}
	}
	runCtx, cancel := context.WithTimeout(ctx, maxImportRun)
	defer cancel()
	done, err := w.imports.Apply(runCtx, job.Args.ID)
	switch {
	case err != nil && job.Attempt >= job.MaxAttempts:
		failed := w.imports.Fail(context.WithoutCancel(ctx), job.Args.ID, transfer.AbandonedReason)
		if failed != nil {
			return failed
		}
		return err
	case err != nil:
		return err
	case !done:
		return river.JobSnooze(0)
	}
	return enqueueVisits(ctx)
}
