package approval

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// RefuseOthers refuses the pending items of a proposal that are not approved, and returns their number.
// approved and rejected are numbers of items; if approved is empty, all but the rejected ones are
// approved. Approving an endpoint of a new source also approves the source. Rejecting a new source also
// rejects its endpoints.
func RefuseOthers(ctx context.Context, tx postgres.Tx, id uuid.UUID, approved, rejected []int,
	reason string) (int, error) {
	if len(approved)+len(rejected) == 0 {
		return 0, nil
	}
	tag, err := tx.Exec(ctx, `
		UPDATE change_items i SET result = 'refused', reason = $4
		WHERE i.change_set_id = $1 AND i.result = 'pending' AND (
			i.number = ANY($3)
			OR cardinality($2::int[]) > 0 AND i.number <> ALL($2) AND NOT EXISTS (
				SELECT FROM change_items e
				WHERE e.change_set_id = $1 AND e.number = ANY($2) AND e.target_type = 'endpoint' AND e.source_id = i.target_id
					AND i.action = 'create')
			OR i.target_type = 'endpoint' AND EXISTS (
				SELECT FROM change_items s
				WHERE s.change_set_id = $1 AND s.number = ANY($3) AND s.action = 'create' AND s.target_id = i.source_id))`,
		id, append([]int{}, approved...), append([]int{}, rejected...), postgres.Text("Rejected: "+reason))
	return int(tag.RowsAffected()), err
}
