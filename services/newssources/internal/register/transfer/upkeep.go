package transfer

import (
	"context"

	"github.com/google/uuid"
)

// AbandonedReason is the reason of an import that failed repeatedly or whose job was lost.
const AbandonedReason = "The import failed repeatedly because of an internal error, which was logged. Import the " +
	"same list again to continue."

// selectAbandoned returns imports in progress whose job has ended: for example, the queue discards
// a job without calling its worker when the process dies in the last attempt.
const selectAbandoned = `
	SELECT i.id FROM imports i WHERE i.state IN ('queued', 'running') AND NOT EXISTS (
		SELECT FROM river_job j WHERE j.kind = 'import' AND j.args->>'import_id' = i.id::text
			AND j.state NOT IN ('completed', 'cancelled', 'discarded'))`

// Upkeep ends abandoned imports.
func (im *Imports) Upkeep(ctx context.Context) error {
	ids, err := im.db.IDs(ctx, selectAbandoned)
	if err != nil {
		return err
	}
	return im.db.Batch("end_imports").
		EachID(ctx, ids, func(id uuid.UUID) error { return im.Fail(ctx, id, AbandonedReason) })
}
