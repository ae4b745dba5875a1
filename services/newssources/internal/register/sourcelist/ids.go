package sourcelist

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// IDs returns the ids of at most limit sources that match q, in no particular order.
func (r *Reader) IDs(ctx context.Context, q Query, limit int) (ids []uuid.UUID, err error) {
	s, err := r.prepare(ctx, q)
	if err != nil {
		return nil, err
	}
	c := s.matches("")
	err = r.send(ctx, trip{func(batch *pgx.Batch) {
		batch.Queue("SELECT s.id "+c.from(limit), c.args...).Query(func(rows pgx.Rows) (err error) {
			ids, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
			return err
		})
	}})
	return ids, err
}
