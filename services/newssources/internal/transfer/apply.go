package transfer

import (
	"context"
	"errors"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/audit"
	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/ent/importrow"
	"github.com/newsources/newsources/services/newssources/internal/ent/listimport"
	"github.com/newsources/newsources/services/newssources/internal/ent/predicate"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/source"
)

const (
	// chunkSize outlines are applied in one transaction: large enough that commits don't count, small enough that others
	// wait well under a second for a row it holds.
	chunkSize = 200
	// chunkTries: somebody may add the same address in the moment between our look and our insert; then it is looked at
	// again. Each try takes half as much as the one before, so that it gets through however busy others are.
	chunkTries = 8
	// chunkLock is any number, ours alone among the database's advisory locks.
	chunkLock = 7_243_102
)

// Apply works through the pending rows of an import, a transaction per chunk, until none is left or ctx ends. Whatever
// stopped an earlier run, this one goes on where that ended. done is false when ctx ended first. An import that has ended
// is left as it is: the credentials of its rows are gone.
func (im *Imports) Apply(ctx context.Context, id uuid.UUID) (done bool, err error) {
	row, err := im.db.Ent.ListImport.Query().Where(listimport.ID(id)).WithCreatedBy().Only(ctx)
	if err != nil {
		return false, err
	}
	by := actor(row)
	err = im.db.Ent.ListImport.Update().Where(listimport.ID(id), unended).SetState(listimport.StateRunning).SetError("").Exec(ctx)
	if err != nil {
		return false, err
	}
	for {
		count, err := im.applyChunk(ctx, by, id)
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

// Fail marks an import that was given up. Its pending rows stay, so that they can still be seen.
func (im *Imports) Fail(ctx context.Context, id uuid.UUID, reason string) error {
	return im.end(ctx, id, listimport.StateFailed, reason)
}

// end closes an import that hasn't ended yet.
func (im *Imports) end(ctx context.Context, id uuid.UUID, state listimport.State, reason string) error {
	return im.db.Tx(ctx, func(tx *ent.Tx) error {
		// The import before its rows, as applyChunk does.
		ended, err := tx.ListImport.Update().Where(listimport.ID(id), unended).
			SetState(state).SetError(reason).SetFinishedAt(time.Now()).Save(ctx)
		if err != nil || ended == 0 {
			return err
		}
		return dropCredentials(ctx, tx, importrow.ImportID(id))
	})
}

// Sweep takes the credentials from what has ended without it: a version from before credentials applies the rows of a
// list too, during an upgrade and after a rollback, and leaves what it doesn't know of where it is.
func (im *Imports) Sweep(ctx context.Context) error {
	return im.db.Tx(ctx, func(tx *ent.Tx) error {
		return dropCredentials(ctx, tx, importrow.HasListImportWith(listimport.Not(unended)))
	})
}

// dropCredentials takes from rows what they still hold of credentials.
func dropCredentials(ctx context.Context, tx *ent.Tx, of predicate.ImportRow) error {
	return tx.ImportRow.Update().Where(importrow.SealedNotNil(), of).
		ClearSealed().SetReason(strings.TrimSpace(leftCredentials)).Exec(ctx)
}

// unended are the imports that something may still become of.
var unended = listimport.StateIn(listimport.StateQueued, listimport.StateRunning)

// applyChunk applies the next rows of an import that runs, and says how many those are.
func (im *Imports) applyChunk(ctx context.Context, by audit.Actor, id uuid.UUID) (count int, err error) {
	for try := range chunkTries {
		err = im.db.Tx(ctx, func(tx *ent.Tx) error {
			count = 0
			// Imports take turns, chunk by chunk: two lists with the same outlets would undo each other's work again and again.
			if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", chunkLock); err != nil {
				return err
			}
			// Nobody ends it meanwhile, since that takes the credentials of its rows away.
			running, err := tx.ListImport.Query().Where(listimport.ID(id), unended).ForShare().IDs(ctx)
			if err != nil || len(running) == 0 {
				return err
			}
			rows, err := tx.ImportRow.Query().
				Where(importrow.ImportID(id), importrow.ResultEQ(importrow.ResultPending)).
				Order(importrow.ByNumber()).Limit(max(1, chunkSize>>try)).ForUpdate(sql.WithLockTables(importrow.Table)).All(ctx)
			if err != nil {
				return err
			}
			count = len(rows)
			return applyRows(ctx, tx, im.Keys, by, rows)
		})
		if postgres.UniqueViolation(err) == "" && !errors.Is(err, source.ErrSourceGone) {
			return count, err
		}
	}
	return count, err
}

// actor is the person who brought the list in, in the name of whom the background works; without one it is a command.
func actor(row *ent.ListImport) audit.Actor {
	by := audit.Actor{Name: "Command line", Role: "admin", RequestID: row.RequestID, ImportID: &row.ID}
	if member := row.Edges.CreatedBy; member != nil {
		by.ActorID, by.Email, by.Name, by.Role = &member.ID, member.Email, member.Name, string(member.Role)
	}
	return by
}
