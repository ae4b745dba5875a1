package transfer

import (
	"context"
	"log/slog"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/ent/listimport"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// Reasons of the created rows of an import that was undone.
const (
	removedByUndo = "The import was undone."
	keptByUndo    = "Kept when the import was undone, because it was changed or archived after the import."
	failedUndo    = "Kept when the import was undone, because it could not be removed: an internal error occurred. " +
		"Report this to an administrator."
)

// undoBatch is the number of sources that one transaction of an undo removes.
const undoBatch = 200

// Undo removes the sources and endpoints that an ended import created, except those that were
// changed since, in one transaction for each undoBatch sources. Sources and endpoints that cannot
// be removed are kept, and their rows store the reason. An interrupted undo continues when it is
// repeated. Tags that the import added to existing sources are kept.
func (im *Imports) Undo(ctx context.Context, by audit.Actor, id uuid.UUID) (*Import, error) {
	if _, err := im.Get(ctx, id); err != nil {
		return nil, err
	}
	if err := im.changeEnded(ctx, id, func(postgres.Tx, *ent.ListImport) error { return nil }); err != nil {
		return nil, err
	}
	sources, err := im.db.IDs(ctx, `
		SELECT DISTINCT e.source_id
		FROM import_rows r
		JOIN endpoints e ON e.id = r.endpoint_id
		WHERE r.import_id = $1 AND r.result = 'created'`, id)
	if err != nil {
		return nil, err
	}
	err = im.db.Batch("undo_imports").EachPart(ctx, sources, undoBatch, func(part []uuid.UUID) error {
		err := im.removeSources(ctx, by, id, part)
		switch {
		case problem.Is(err, problem.BadTransition): // another member undoes the import; the last step returns this
			return nil
		case len(part) == 1 && postgres.IsRowError(ctx, err):
			slog.ErrorContext(ctx, "a source could not be removed when its import was undone", "import", id, "source", part[0],
				"error", err)
			return im.keep(ctx, id, part[0])
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	err = im.changeEnded(ctx, id, func(tx postgres.Tx, row *ent.ListImport) error {
		// Rows whose endpoint was deleted earlier count as removed, too.
		_, err := tx.Exec(ctx, `
			UPDATE import_rows r
			SET result = 'removed', reason = $2
			WHERE import_id = $1 AND result = 'created' AND NOT EXISTS (SELECT FROM endpoints e WHERE e.id = r.endpoint_id)`,
			id, removedByUndo)
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

// changeEnded calls change in a transaction that locks an import. It returns a problem unless the
// import has ended and was not undone.
func (im *Imports) changeEnded(ctx context.Context, id uuid.UUID,
	change func(tx postgres.Tx, row *ent.ListImport) error) error {
	return im.db.Tx(ctx, func(tx postgres.Tx) error {
		// The lock of applyChunk: an import that runs meanwhile would extend sources that are being
		// removed.
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", postgres.ImportLock); err != nil {
			return err
		}
		row, err := tx.Ent.ListImport.Query().Where(listimport.ID(id)).ForUpdate(sql.WithLockTables(listimport.Table)).
			Only(ctx)
		switch {
		case err != nil:
			return err
		case row.State == listimport.StateUndone:
			return problem.New(problem.BadTransition, "This import was already undone.")
		case row.State != listimport.StateDone && row.State != listimport.StateFailed:
			return problem.New(problem.BadTransition, "This import is still running. Wait until it has ended, then undo it.")
		}
		return change(tx, row)
	})
}

// removeSources removes what an import created of some sources, and stores the result in the rows.
func (im *Imports) removeSources(ctx context.Context, by audit.Actor, id uuid.UUID, sources []uuid.UUID) error {
	return im.changeEnded(ctx, id, func(tx postgres.Tx, _ *ent.ListImport) error {
		rows, err := tx.Query(ctx, `
			SELECT e.id
			FROM import_rows r
			JOIN endpoints e ON e.id = r.endpoint_id
			WHERE r.import_id = $1 AND r.result = 'created' AND e.source_id = ANY($2)`, id, sources)
		if err != nil {
			return err
		}
		endpoints, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		if err != nil {
			return err
		}
		if _, err := source.RemoveImported(ctx, tx, by, id, endpoints); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `
			UPDATE import_rows r
			SET result = CASE WHEN e.id IS NULL THEN 'removed' ELSE r.result END,
				reason = CASE WHEN e.id IS NULL THEN $3 ELSE $4 END
			FROM unnest($2::uuid[]) c(id)
			LEFT JOIN endpoints e ON e.id = c.id
			WHERE r.import_id = $1 AND r.result = 'created' AND r.endpoint_id = c.id`, id, endpoints, removedByUndo, keptByUndo)
		return err
	})
}

// keep stores why the endpoints that an import created of a source were not removed.
func (im *Imports) keep(ctx context.Context, id, sourceID uuid.UUID) error {
	return im.changeEnded(ctx, id, func(tx postgres.Tx, _ *ent.ListImport) error {
		_, err := tx.Exec(ctx, `
			UPDATE import_rows r
			SET reason = $3
			FROM endpoints e
			WHERE r.import_id = $1 AND r.result = 'created' AND e.id = r.endpoint_id AND e.source_id = $2`,
			id, sourceID, failedUndo)
		return err
	})
}
