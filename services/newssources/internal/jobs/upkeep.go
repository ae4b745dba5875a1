package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"github.com/newsources/newsources/services/newssources/internal/transfer"
)

const (
	// upkeepQueue is apart from the others: a version that doesn't know this job would take it and fail.
	upkeepQueue = "upkeep"
	// upkeepEvery is how long somebody may look at an import that nobody works on any more.
	upkeepEvery = 10 * time.Minute
	// upkeepPollEvery is how often its queue is looked at: nobody waits for it.
	upkeepPollEvery = 5 * time.Second
)

type upkeepArgs struct{}

// Kind names the job in the queue.
func (upkeepArgs) Kind() string { return "upkeep" }

// InsertOpts of every upkeep. The next one is soon enough for what this one couldn't do.
func (upkeepArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: upkeepQueue, MaxAttempts: 1}
}

// periodicUpkeep lets whichever process leads ask for the upkeep.
func periodicUpkeep() *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(upkeepEvery),
		func() (river.JobArgs, *river.InsertOpts) { return upkeepArgs{}, nil },
		&river.PeriodicJobOpts{RunOnStart: true})
}

// upkeepWorker puts in order what nobody else comes back to.
type upkeepWorker struct {
	river.WorkerDefaults[upkeepArgs]
	pool    *pgxpool.Pool
	imports *transfer.Imports
}

// abandoned are imports whose job ended without ending them: a process that dies in its last attempt, say, since the
// queue then gives the job up without asking its worker.
const abandoned = `
	SELECT i.id FROM imports i WHERE i.state IN ('queued', 'running') AND NOT EXISTS (
		SELECT FROM river_job j WHERE j.kind = 'import' AND j.args->>'import_id' = i.id::text
			AND j.state NOT IN ('completed', 'cancelled', 'discarded'))`

// Work ends what was abandoned, and makes sure that no ended import keeps credentials.
func (w *upkeepWorker) Work(ctx context.Context, _ *river.Job[upkeepArgs]) error {
	rows, err := w.pool.Query(ctx, abandoned)
	if err != nil {
		return err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return err
	}
	for _, id := range ids {
		err = errors.Join(err, w.imports.Fail(ctx, id, gaveUp))
	}
	return errors.Join(err, w.imports.Sweep(ctx))
}
