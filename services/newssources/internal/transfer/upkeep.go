package transfer

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// AbandonedReason is the reason of an import that failed repeatedly or whose job was lost.
const AbandonedReason = "The import failed repeatedly because of an internal error, which was logged. Import the same list again to continue."

// selectAbandoned returns imports in progress whose job has ended: for example, the queue discards a job without calling its
// worker when the process dies in the last attempt.
const selectAbandoned = `
	SELECT i.id FROM imports i WHERE i.state IN ('queued', 'running') AND NOT EXISTS (
		SELECT FROM river_job j WHERE j.kind = 'import' AND j.args->>'import_id' = i.id::text
			AND j.state NOT IN ('completed', 'cancelled', 'discarded'))`

// Upkeep ends abandoned imports.
func (im *Imports) Upkeep(ctx context.Context) error {
	rows, err := im.db.Pool.Query(ctx, selectAbandoned)
	if err != nil {
		return err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return err
	}
	for _, id := range ids {
		err = errors.Join(err, im.Fail(ctx, id, AbandonedReason))
	}
	return err
}
