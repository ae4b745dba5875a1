package sourcelist

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// IDs returns the ids of at most limit sources that match q, in no particular order.
func (r *Reader) IDs(ctx context.Context, q Query, limit int) (ids []uuid.UUID, err error) {
	_, err = r.readCurrent(q, func(q Query) error {
		c := q.conditions("")
		return r.query(ctx, q, `SELECT s.id FROM sources s WHERE `+c.where()+` LIMIT `+c.arg(limit), c.args, func(rows pgx.Rows) (err error) {
			ids, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
			return err
		})
	})
	return ids, searchProblem(err)
}
