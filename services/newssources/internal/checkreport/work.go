package checkreport

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/health"
)

// WorkGroup is the number of sources that need a person because of one cause.
type WorkGroup struct {
	Cause   health.Cause
	Sources int
}

// Work returns the groups, the largest first. It reads the index of the sources that have a cause.
func (r *Reader) Work(ctx context.Context) (groups []WorkGroup, err error) {
	err = r.db.QueryLimited(ctx, readTimeout, `SELECT cause, count(*) AS sources FROM source_health WHERE cause <> '' AND state = ANY($1)
		GROUP BY cause ORDER BY sources DESC, cause`, []any{health.WorkStates()}, func(rows pgx.Rows) (err error) {
		groups, err = pgx.CollectRows(rows, pgx.RowToStructByPos[WorkGroup])
		return err
	})
	return groups, err
}
