package jobs

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"github.com/newsources/newsources/services/newssources/internal/transfer"
)

const (
	// importTurn is how long an import works before it lets other jobs take their turn.
	importTurn = 40 * time.Second
	// importAttempts: with River's back-off these span about six minutes, longer than a database's failover.
	importAttempts = 5
)

// gaveUp is what a person reads of an import that was given up.
const gaveUp = "It stopped several times for a reason of ours, which has been logged. Bringing the same list in again goes on where it ended."

type importArgs struct {
	ID     uuid.UUID `json:"import_id"`
	IfLeft bool      `json:"if_left,omitempty"` // only if somebody else left it unfinished
}

// Kind names the job in the queue.
func (importArgs) Kind() string { return "import" }

// InsertOpts of every import.
func (importArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: importAttempts} }

type importWorker struct {
	river.WorkerDefaults[importArgs]
	imports *transfer.Imports
}

// Work applies an import for a turn, and comes back for what is left.
func (w *importWorker) Work(ctx context.Context, job *river.Job[importArgs]) error {
	if job.Args.IfLeft {
		found, err := w.imports.Get(ctx, job.Args.ID)
		if err != nil || found.State == transfer.Done || found.State == transfer.Failed {
			return err
		}
	}
	turn, cancel := context.WithTimeout(ctx, importTurn)
	defer cancel()
	done, err := w.imports.Apply(turn, job.Args.ID)
	switch {
	case err != nil && job.Attempt >= job.MaxAttempts:
		failed := w.imports.Fail(context.WithoutCancel(ctx), job.Args.ID, gaveUp)
		if failed != nil {
			return failed
		}
		return err
	case err != nil:
		return err
	case !done:
		return river.JobSnooze(0)
	}
	return nil
}
