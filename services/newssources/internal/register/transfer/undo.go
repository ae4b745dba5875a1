package transfer

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
)

// Reasons of the created rows of an import that was undone.
const (
	removedByUndo = "The import was undone."
	keptByUndo    = "Kept when the import was undone: "
)

// adoptedSources is the number of sources whose history one transaction adds to a change set.
const adoptedSources = 200

// Undo undoes the change set of an ended import: what the import created is archived or retired, except
// what was changed since. FollowUndo stores the results. A large undo is continued by a job.
func (im *Imports) Undo(ctx context.Context, by audit.Actor, id uuid.UUID) (*Import, error) {
	found, err := im.Get(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case found.State == Undone:
		return nil, problem.New(problem.BadTransition, "This import was already undone.")
	case found.State != Done && found.State != Failed:
		return nil, problem.New(problem.BadTransition, "This import is still running. Wait until it has ended, then undo it.")
	case found.UndoProposed:
		return nil, problem.New(problem.BadTransition, "The undo of this import is proposed already. Another editor or "+
			"administrator must approve it.")
	case found.UndoID != nil:
		return nil, problem.New(problem.BadTransition, "This import is being undone. See the change set of the undo.")
	case found.Created == 0:
		return nil, problem.New(problem.BadTransition, "This import created nothing. There is nothing to undo.")
	}
	if err := im.adopt(ctx, id); err != nil {
		return nil, err
	}
	if _, err := im.changes.UndoNow(ctx, by, id, nil); err != nil {
		return nil, err
	}
	return im.Get(ctx, id)
}

// adopt adds what an import created to its change set, as far as it is missing: versions without change
// sets applied the import.
func (im *Imports) adopt(ctx context.Context, id uuid.UUID) error {
	row, err := im.readCreator(ctx, id)
	if err != nil {
		return err
	}
	by, set := actorOf(row), changeSetOf(row, change.Applied)
	sources, err := im.db.IDs(ctx, `
		SELECT DISTINCT r.source_id
		FROM import_rows r
		WHERE r.import_id = $1
			AND r.result = 'created'
			AND EXISTS (
				SELECT
				FROM audit_events a
				WHERE a.source_id = r.source_id AND a.import_id = $1 AND a.change_set_id IS NULL)`, id)
	if err != nil {
		return err
	}
	return im.db.Batch("adopt_imports").EachPart(ctx, sources, adoptedSources, func(part []uuid.UUID) error {
		events, err := im.db.IDs(ctx, "SELECT id FROM audit_events WHERE source_id = ANY($1) AND import_id = $2", part, id)
		if err != nil {
			return err
		}
		return im.db.Tx(ctx, func(tx postgres.Tx) error { return change.Adopt(ctx, tx, by, set, events) })
	})
}

// FollowUndo stores the results of the undo of an import in its rows. The import is undone unless the
// undo had only some of the items or was stopped. It is a change.FollowFunc.
func FollowUndo(ctx context.Context, tx postgres.Tx, _ audit.Actor, undo *change.Set) error {
	_, err := tx.Exec(ctx, `
		WITH undone AS (
			SELECT i.target_id, i.result = 'changed' AS removed, i.reason
			FROM change_items i
			WHERE i.change_set_id = $1
				AND i.result IN ('changed', 'conflict', 'refused')
				AND (i.target_type = 'endpoint' OR i.changes @> '[{"field": "lifecycle", "after": "archived"}]')
		), matched AS (
			SELECT r.id, u.reason, u.removed OR NOT EXISTS (SELECT FROM endpoints e WHERE e.id = r.endpoint_id) AS removed
			FROM import_rows r
			JOIN undone u ON u.target_id = r.endpoint_id
			WHERE r.import_id = $2 AND r.result = 'created'
			UNION ALL
			SELECT r.id, u.reason, u.removed OR NOT EXISTS (SELECT FROM endpoints e WHERE e.id = r.endpoint_id)
			FROM import_rows r
			JOIN undone u ON u.target_id = r.source_id
			WHERE r.import_id = $2 AND r.result = 'created'
		)
		UPDATE import_rows r SET
			result = CASE WHEN m.removed THEN 'removed' ELSE r.result END,
			reason = CASE WHEN m.removed THEN $3 ELSE $4 || m.reason END
		FROM matched m
		WHERE r.id = m.id`, undo.ID, undo.ParentID, removedByUndo, keptByUndo)
	if err != nil || len(undo.Spec.Items) > 0 || undo.Pending > 0 {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE imports SET state = 'undone', undone_at = now() WHERE id = $1", undo.ParentID)
	return err
}
