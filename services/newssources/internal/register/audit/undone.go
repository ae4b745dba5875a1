package audit

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// ArchivedByUndo returns those of the given sources that the undo of an import or of a file archived, or the undo of
// its redo, and that were not changed afterwards. Imports and files unarchive them, so that both can be repeated.
func ArchivedByUndo(ctx context.Context, q postgres.Querier, ids []uuid.UUID) (map[uuid.UUID]bool, error) {
	undone := map[uuid.UUID]bool{}
	if len(ids) == 0 {
		return undone, nil
	}
	rows, err := q.Query(ctx, `
		SELECT s.id
		FROM sources s
		WHERE s.id = ANY($1) AND s.lifecycle = 'archived' AND EXISTS (
			WITH RECURSIVE chain AS (
				SELECT c.parent_id, c.origin, 0 AS depth
				FROM audit_events a
				JOIN change_sets c ON c.id = a.change_set_id
				WHERE a.target_id = s.id AND a.version = s.version AND a.action = 'source.archived'
				UNION ALL
				SELECT c.parent_id, c.origin, p.depth + 1
				FROM chain p
				JOIN change_sets c ON c.id = p.parent_id
				WHERE p.origin = 'undo'
			)
			SELECT
			FROM chain
			WHERE origin IN ('import', 'table', 'file', 'live_list') AND depth % 2 = 1)`, ids)
	if err != nil {
		return nil, err
	}
	var id uuid.UUID
	_, err = pgx.ForEachRow(rows, []any{&id}, func() error {
		undone[id] = true
		return nil
	})
	return undone, err
}
