package worklist

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// Follow moves the assignment and the open alerts of a merged source to the source that continues it,
// unless that source has its own.
func Follow(ctx context.Context, tx postgres.Tx, from, into uuid.UUID) error {
	_, err := tx.Exec(ctx, `
		UPDATE source_health h SET assignee_id = m.assignee_id, snoozed_until = coalesce(h.snoozed_until, m.snoozed_until),
			work_version = h.work_version + 1
		FROM source_health m
		WHERE m.source_id = $1 AND h.source_id = $2 AND h.assignee_id IS NULL AND m.assignee_id IS NOT NULL`,
		from, into)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE alerts a SET source_id = $2
		WHERE a.source_id = $1
			AND a.ended_at IS NULL
			AND NOT EXISTS (
				SELECT
				FROM alerts o
				WHERE o.rule_id = a.rule_id AND o.source_id = $2 AND o.ended_at IS NULL
			)`, from, into)
	return err
}
