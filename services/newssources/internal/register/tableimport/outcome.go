package tableimport

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// FollowEnd counts the rows of a table that were created, updated, refused and not applied, if some of its
// changes were not made. Without such counts, all rows were applied. It is a change.EndFunc.
func FollowEnd(ctx context.Context, tx postgres.Tx, id uuid.UUID) error {
	// The items of a table with 1,000,000 rows may take 15 s, the limit of other statements.
	if _, err := tx.Exec(ctx, "SET LOCAL statement_timeout = '1min'"); err != nil {
		return err
	}
	// MATERIALIZED: without statistics of the new rows, PostgreSQL would compute the numbers again for each row.
	_, err := tx.Exec(ctx, `
		WITH first AS MATERIALIZED (
			SELECT min(number) FILTER (WHERE result = 'pending') AS pending,
				min(number) FILTER (WHERE result IN ('refused', 'conflict')) AS refused
			FROM change_items
			WHERE change_set_id = $1
		), rows AS (
			SELECT r.result,
				coalesce(r.last_item >= f.pending, false) AS is_pending,
				coalesce(r.last_item >= f.refused, false) AND EXISTS (
					SELECT
					FROM change_items i
					WHERE i.change_set_id = $1
						AND i.result IN ('refused', 'conflict')
						AND i.number > r.last_item - jsonb_array_length(r.items)
						AND i.number <= r.last_item
				) AS is_refused
			FROM table_rows r
			CROSS JOIN first f
			WHERE r.import_id = $1 AND r.result IN ('create', 'update')
		)
		UPDATE table_imports SET counts = counts || (
			SELECT jsonb_build_object(
				'created', count(*) FILTER (WHERE result = 'create' AND NOT is_pending AND NOT is_refused),
				'updated', count(*) FILTER (WHERE result = 'update' AND NOT is_pending AND NOT is_refused),
				'refused', count(*) FILTER (WHERE is_refused),
				'not_applied', count(*) FILTER (WHERE is_pending AND NOT is_refused)
			)
			FROM rows)
		WHERE import_id = $1
			AND EXISTS (
				SELECT
				FROM change_items
				WHERE change_set_id = $1 AND result IN ('pending', 'refused', 'conflict')
			)`, id)
	return err
}
