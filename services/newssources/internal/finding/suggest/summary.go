package suggest

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// maxCount is the number up to which proposals and sources are counted, so that the cost of a
// summary does not grow with the register.
const maxCount = 10_000

// Summary counts open proposals. Counts above maxCount are reported as maxCount, and IsCapped is
// set.
type Summary struct {
	Sources  int // sources with at least one proposal
	Fields   map[Field]int
	IsCapped bool
	Newest   uuid.UUID // the newest proposal; uuid.Nil without one
}

// Summary counts the open proposals that match a filter by field, and their sources, and names the
// newest one.
func (p *Proposals) Summary(ctx context.Context, f Filter) (*Summary, error) {
	summary := &Summary{Fields: map[Field]int{}}
	count := func(target func(int)) func(pgx.Row) error {
		return func(row pgx.Row) error {
			var n int
			err := row.Scan(&n)
			summary.IsCapped = summary.IsCapped || n > maxCount
			target(min(n, maxCount))
			return err
		}
	}
	const limited = "SELECT count(*) FROM (SELECT %s FROM proposals p WHERE %s LIMIT %d) counted"
	batch := &pgx.Batch{}
	where, args := f.where(nil)
	batch.Queue(fmt.Sprintf(limited, "DISTINCT p.source_id", where, maxCount+1), args...).
		QueryRow(count(func(n int) { summary.Sources = n }))
	batch.Queue("SELECT p.id FROM proposals p WHERE "+where+" ORDER BY p.id DESC LIMIT 1", args...).
		QueryRow(func(row pgx.Row) error {
			if err := row.Scan(&summary.Newest); !errors.Is(err, pgx.ErrNoRows) {
				return err
			}
			return nil
		})
	for _, field := range Fields {
		if f.Field != "" && f.Field != field {
			continue
		}
		each := f
		each.Field = field
		where, args := each.where(nil)
		batch.Queue(fmt.Sprintf(limited, "1", where, maxCount+1), args...).
			QueryRow(count(func(n int) { summary.Fields[field] = n }))
	}
	return summary, p.db.Pool.SendBatch(ctx, batch).Close()
}
