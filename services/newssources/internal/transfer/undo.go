package transfer

import (
	"context"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/audit"
	"github.com/newsources/newsources/services/newssources/internal/ent/importrow"
	"github.com/newsources/newsources/services/newssources/internal/ent/listimport"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/problem"
	"github.com/newsources/newsources/services/newssources/internal/source"
)

// Reasons of the created rows of an import that was undone.
const (
	removedByUndo = "The import was undone."
	keptByUndo    = "Kept when the import was undone, because it was changed or archived after the import."
)

// Undo removes the sources and endpoints that an ended import created, except those that were changed since. Tags that the
// import added to existing sources are kept.
func (im *Imports) Undo(ctx context.Context, by audit.Actor, id uuid.UUID) (*Import, error) {
	if _, err := im.Get(ctx, id); err != nil {
		return nil, err
	}
	err := im.db.Tx(ctx, func(tx postgres.Tx) error {
		// The lock of applyChunk: an import that runs meanwhile would extend sources that are being removed.
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", postgres.ImportLock); err != nil {
			return err
		}
		row, err := tx.Ent.ListImport.Query().Where(listimport.ID(id)).ForUpdate(sql.WithLockTables(listimport.Table)).Only(ctx)
		switch {
		case err != nil:
			return err
		case row.State == listimport.StateUndone:
			return problem.New(problem.BadTransition, "This import was already undone.")
		case row.State != listimport.StateDone && row.State != listimport.StateFailed:
			return problem.New(problem.BadTransition, "This import is still running. Wait until it has ended, then undo it.")
		}
		var endpoints []uuid.UUID
		created := importrow.And(importrow.ImportID(id), importrow.ResultEQ(importrow.ResultCreated))
		rows, err := tx.Ent.ImportRow.Query().Where(created, importrow.EndpointIDNotNil()).Select(importrow.FieldEndpointID).All(ctx)
		if err != nil {
			return err
		}
		for _, r := range rows {
			endpoints = append(endpoints, *r.EndpointID)
		}
		if _, err := source.RemoveImported(ctx, tx, by, id, endpoints); err != nil {
			return err
		}
		// Rows whose endpoint was deleted earlier count as removed too.
		_, err = tx.Exec(ctx, `
			UPDATE import_rows r SET
				result = CASE WHEN e.id IS NULL THEN 'removed' ELSE r.result END,
				reason = CASE WHEN e.id IS NULL THEN $2 ELSE $3 END
			FROM import_rows i LEFT JOIN endpoints e ON e.id = i.endpoint_id
			WHERE r.id = i.id AND i.import_id = $1 AND i.result = 'created'`, id, removedByUndo, keptByUndo)
		if err != nil {
			return err
		}
		return tx.Ent.ListImport.UpdateOne(row).SetState(listimport.StateUndone).SetUndoneAt(time.Now()).Exec(ctx)
	})
	if err != nil {
		return nil, err
	}
	return im.Get(ctx, id)
}
