package transfer

import (
	"context"
	"errors"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/ent/importrow"
	"github.com/newsources/newsources/services/newssources/internal/ent/listimport"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
)

const (
	// chunkSize is the number of rows per transaction: large enough to make the cost of a commit
	// negligible, small enough to hold row locks for well under a second.
	chunkSize = 200
	// chunkTimeout is the statement timeout of a chunk in milliseconds. Halving a chunk seven times, down to a row with
	// the usual timeout of 15 s, must take less than one run of the job (maxImportRun in package jobs).
	chunkTimeout = "2000"
	// rowTries is the maximum number of attempts to apply a single row, because another transaction
	// may insert the same address between the lookup and the insert.
	rowTries = 4
)

// Run stages a list and applies it at once, for commands. If the process dies, the job inserted by
// the EnqueueFunc applies the rest.
func (im *Imports) Run(ctx context.Context, by audit.Actor, filename string, data []byte) (*Import, error) {
	staged, err := im.Create(ctx, by, filename, data)
	if err != nil {
		return nil, err
	}
	done, err := im.Apply(ctx, staged.ID)
	if err == nil && !done {
		err = errors.New("the import was stopped; import the same list again to continue")
	}
	if err != nil { // the queue must not resume an import that a person has stopped
		const reason = "The import was stopped. Import the same list again to continue."
		return nil, errors.Join(err, im.Fail(context.WithoutCancel(ctx), staged.ID, reason))
	}
	found, err := im.Get(ctx, staged.ID)
	if err == nil && found.State == Failed { // another process ended it
		err = errors.New(found.Error)
	}
	return found, err
}

// Apply applies the pending rows of an import, one transaction per chunk, until none is left or ctx
// ends; done reports which. It continues where an earlier run stopped. It does nothing if the
// import has ended, because its credentials were deleted.
func (im *Imports) Apply(ctx context.Context, id uuid.UUID) (done bool, err error) {
	row, err := im.readCreator(ctx, id)
	if err != nil {
		return false, err
	}
	by := change.Recording(actorOf(row), changeSetOf(row, change.Applying))
	err = im.db.Ent.ListImport.Update().Where(listimport.ID(id), inProgress).SetState(listimport.StateRunning).
		SetError("").Exec(ctx)
	if err != nil {
		return false, err
	}
	for limit := chunkSize; ; {
		count, err := im.applyChunk(ctx, by, id, limit)
		limit = min(2*max(count, 1), chunkSize) // after a chunk that was halved, grow again
		switch {
		case ctx.Err() != nil:
			return false, nil
		case err != nil:
			return false, err
		case count == 0:
			return true, im.end(ctx, id, listimport.StateDone, "")
		}
	}
}

// Fail ends an import with a reason for people. Its pending rows are kept and shown.
func (im *Imports) Fail(ctx context.Context, id uuid.UUID, reason string) error {
	return im.end(ctx, id, listimport.StateFailed, reason)
}

// end ends an import that is in progress and deletes the credentials of its rows.
func (im *Imports) end(ctx context.Context, id uuid.UUID, state listimport.State, reason string) error {
	var ended int
	err := im.db.Tx(ctx, func(tx postgres.Tx) (err error) {
		// Locks are taken in the order of applyChunk: the import, then its rows.
		ended, err = tx.Ent.ListImport.Update().Where(listimport.ID(id), inProgress).
			SetState(state).SetError(reason).SetFinishedAt(time.Now()).Save(ctx)
		if err != nil || ended == 0 {
			return err
		}
		err = tx.Ent.ImportRow.Update().Where(importrow.SealedNotNil(), importrow.ImportID(id)).
			ClearSealed().SetReason(strings.TrimSpace(credentialsDropped)).Exec(ctx)
		if err != nil {
			return err
		}
		return im.changes.Finish(ctx, tx, id, reason)
	})
	if err == nil && ended > 0 && im.OnEnd != nil {
		im.OnEnd(state.String())
	}
	return err
}

// inProgress matches imports that have not ended.
var inProgress = listimport.StateIn(listimport.StateQueued, listimport.StateRunning)

// applyChunk applies up to limit pending rows of an import and returns their number. If they cannot
// be saved together, it halves the chunk until it has found the failing row, which it rejects.
func (im *Imports) applyChunk(ctx context.Context, by audit.Actor, id uuid.UUID, limit int) (count int, err error) {
	for ; limit > 1; limit /= 2 {
		count, err = im.applyNext(ctx, by, id, limit)
		if !postgres.IsRowError(ctx, err) {
			return count, err
		}
	}
	return im.applyRow(ctx, by, id)
}

// applyRow applies the next pending row of an import, or rejects it if the database does not accept it.
func (im *Imports) applyRow(ctx context.Context, by audit.Actor, id uuid.UUID) (count int, err error) {
	for range rowTries {
		count, err = im.applyNext(ctx, by, id, 1)
		if !postgres.IsRowError(ctx, err) {
			return count, err
		}
		if postgres.IsStatementTimeout(err) {
			break
		}
	}
	return im.updateNext(ctx, id, 1, func(tx postgres.Tx, rows []*ent.ImportRow) error {
		return reject(ctx, tx, rows[0], err)
	})
}

// applyNext applies up to limit pending rows of an import in one transaction and returns their number.
func (im *Imports) applyNext(ctx context.Context, by audit.Actor, id uuid.UUID, limit int) (count int, err error) {
	return im.updateNext(ctx, id, limit, func(tx postgres.Tx, rows []*ent.ImportRow) error {
		if limit > 1 {
			if _, err := tx.Exec(ctx, "SELECT set_config('statement_timeout', $1, true)", chunkTimeout); err != nil {
				return err
			}
		}
		return applyRows(ctx, tx, im.Keys, by, rows)
	})
}

// updateNext calls update in a transaction with up to limit pending rows of an import, if there are
// any and the import has not ended, and returns the number of rows.
func (im *Imports) updateNext(ctx context.Context, id uuid.UUID, limit int,
	update func(tx postgres.Tx, rows []*ent.ImportRow) error) (count int, err error) {
	err = im.db.Tx(ctx, func(tx postgres.Tx) error {
		count = 0
		// Chunks of all imports are serialized: concurrent lists of the same outlets would repeatedly conflict.
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", postgres.ImportLock); err != nil {
			return err
		}
		// The lock prevents the import from ending, which would delete the credentials of these rows.
		running, err := tx.Ent.ListImport.Query().Where(listimport.ID(id), inProgress).ForShare().IDs(ctx)
		if err != nil || len(running) == 0 {
			return err
		}
		rows, err := tx.Ent.ImportRow.Query().
			Where(importrow.ImportID(id), importrow.ResultEQ(importrow.ResultPending)).
			Order(importrow.ByNumber()).Limit(limit).ForUpdate(sql.WithLockTables(importrow.Table)).All(ctx)
		if err != nil || len(rows) == 0 {
			return err
		}
		count = len(rows)
		return update(tx, rows)
	})
	return count, err
}

// readCreator reads an import with the member who started it.
func (im *Imports) readCreator(ctx context.Context, id uuid.UUID) (*ent.ListImport, error) {
	return im.db.Ent.ListImport.Query().Where(listimport.ID(id)).WithCreatedBy().Only(ctx)
}

// changeSetOf returns the change set of an import, which has its id.
func changeSetOf(row *ent.ListImport, state change.State) change.Set {
	return change.Set{ID: row.ID, Title: importTitle(row.Filename), Origin: change.Import, State: state}
}

// actorOf returns the member who started the import, for the history, or the command line.
func actorOf(row *ent.ListImport) audit.Actor {
	by := audit.Actor{Name: "Command line", Role: "admin", RequestID: row.RequestID, ImportID: &row.ID}
	if member := row.Edges.CreatedBy; member != nil {
		by.ActorID, by.Email, by.Name, by.Role = &member.ID, member.Email, member.Name, string(member.Role)
	}
	return by
}

// AbandonedReason is the reason of an import that failed repeatedly or whose job was lost.
const AbandonedReason = "The import failed repeatedly because of an internal error, which was logged. Import the " +
	"same list again to continue."

// selectAbandoned returns imports in progress whose job has ended: for example, the queue discards
// a job without calling its worker when the process dies in the last attempt.
const selectAbandoned = `
	SELECT i.id FROM imports i WHERE i.state IN ('queued', 'running') AND NOT EXISTS (
		SELECT FROM river_job j WHERE j.kind = 'import' AND j.args->>'import_id' = i.id::text
			AND j.state NOT IN ('completed', 'cancelled', 'discarded'))`

// Upkeep ends abandoned imports.
func (im *Imports) Upkeep(ctx context.Context) error {
	ids, err := im.db.IDs(ctx, selectAbandoned)
	if err != nil {
		return err
	}
	return im.db.Batch("end_imports").
		EachID(ctx, ids, func(id uuid.UUID) error { return im.Fail(ctx, id, AbandonedReason) })
}
