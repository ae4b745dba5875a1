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
	case found.Created == 0 && found.Counts == nil:
		return nil, problem.New(problem.BadTransition, "This import created nothing. There is nothing to undo.")
	}
	if found.Counts == nil { // the change set of a table has all its changes
		if err := im.adopt(ctx, id); err != nil {
			return nil, err
		}
	}
	set, err := im.changes.LastRedo(ctx, id)
	if err != nil {
		return nil, err
	}
	if _, err := im.changes.UndoNow(ctx, by, set, nil); err != nil {
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

// selectUndone is the part of an UPDATE of import_rows that selects the rows of the import $2 with the
// result $3 whose source or endpoint an undo has archived or kept, or has activated again.
const selectUndone = `
	WITH undone AS (
		SELECT i.target_id, i.result = 'changed' AS changed, i.reason
		FROM change_items i
		WHERE i.change_set_id = $1
			AND i.result IN ('changed', 'conflict', 'refused')
			AND (i.target_type = 'endpoint' OR i.changes @> '[{"field": "lifecycle"}]')
	), matched AS (
		SELECT r.id, u.reason, u.changed
		FROM import_rows r
		JOIN undone u ON u.target_id = r.endpoint_id
		WHERE r.import_id = $2 AND r.result = $3
		UNION ALL
		SELECT r.id, u.reason, u.changed
		FROM import_rows r
		JOIN undone u ON u.target_id = r.source_id
		WHERE r.import_id = $2 AND r.result = $3
	)`

// FollowUndo stores the results of the undo of an import in its rows. The import is undone unless the
// undo had only some of the items or was stopped. The undo of the undo takes this back. It is a
// change.FollowFunc.
func FollowUndo(ctx context.Context, tx postgres.Tx, _ audit.Actor, u change.Undone) error {
	if u.IsRedone {
		return followRedo(ctx, tx, u)
	}
	_, err := tx.Exec(ctx, selectUndone+`, results AS (
			SELECT m.id, m.reason,
				m.changed
					OR r.endpoint_id IS NOT NULL AND NOT EXISTS (SELECT FROM endpoints e WHERE e.id = r.endpoint_id) AS removed
			FROM matched m
			JOIN import_rows r ON r.id = m.id
		)
		UPDATE import_rows r SET
			result = CASE WHEN m.removed THEN 'removed' ELSE r.result END,
			reason = CASE WHEN m.removed THEN $4 ELSE $5 || m.reason END
		FROM results m
		WHERE r.id = m.id`, u.Undo.ID, u.Root, Created, removedByUndo, keptByUndo)
	if err != nil || len(u.Undo.Spec.Items) > 0 || u.Undo.Pending > 0 {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE imports SET state = 'undone', undone_at = now() WHERE id = $1", u.Root)
	return err
}

// followRedo makes created rows of those whose source or endpoint exists again. The import can be undone
// again by the undo of this change set.
func followRedo(ctx context.Context, tx postgres.Tx, u change.Undone) error {
	_, err := tx.Exec(ctx, selectUndone+`
		UPDATE import_rows r SET result = 'created', reason = ''
		FROM matched m
		WHERE r.id = m.id AND m.changed`, u.Undo.ID, u.Root, Removed)
	if err != nil || len(u.Undo.Spec.Items) > 0 {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE imports SET state = CASE WHEN error = '' THEN 'done' ELSE 'failed' END, undone_at = NULL
		WHERE id = $1 AND state = 'undone'`, u.Root)
	return err
}
