package change

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/approval"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// ItemsFunc inserts the items of the rows in (from, to], numbered from first, and returns the number of
// items.
type ItemsFunc func(ctx context.Context, tx postgres.Tx, id uuid.UUID, from, to, first int) (count int, err error)

// SetItemsFunc sets the function that inserts the items of the change sets of an origin. It must be
// called before any other method.
func (s *Sets) SetItemsFunc(origin Origin, f ItemsFunc) { s.itemsFuncs[origin] = f }

// ApplyRows stores a draft whose items come from rows, such as those of a table. set.Selected is the number
// of positions that the ItemsFunc reads, until all items are inserted; then it is the number of sources. A job
// inserts the items, then applies or proposes them.
func (s *Sets) ApplyRows(ctx context.Context, tx postgres.Tx, by audit.Actor, set Set) error {
	if identity.Role(by.Role) == identity.Contributor {
		if err := approval.CheckOpen(ctx, tx, by); err != nil {
			return err
		}
	}
	set.Spec.AtOnce = true
	if err := insertSet(ctx, tx, by, set, nil); err != nil {
		return err
	}
	return s.enqueue(ctx, tx, set.ID)
}

// insertFromFunc inserts the items of the next rows.
func (s *Sets) insertFromFunc(ctx context.Context, tx postgres.Tx, set *Set, to int) (counts Counts, err error) {
	count, err := s.itemsFuncs[set.Origin](ctx, tx, set.ID, set.Examined, to, set.Total()+1)
	counts = set.Counts
	counts.Pending += count
	if err != nil || to < set.Selected {
		return counts, err
	}
	// Counting the sources of 3,000,000 items can take longer than the usual timeout of statements.
	if _, err := tx.Exec(ctx, "SET LOCAL statement_timeout = '1min'"); err != nil {
		return counts, err
	}
	_, err = tx.Exec(ctx, `
		UPDATE change_sets SET selected = (
			SELECT count(DISTINCT i.source_id)
			FROM change_items i
			WHERE i.change_set_id = $1)
		WHERE id = $1`, set.ID)
	return counts, err
}

// Continue previews and applies a change set for up to requestTime. Its job continues.
func (s *Sets) Continue(ctx context.Context, id uuid.UUID) (*Set, error) {
	return s.runNow(ctx, id, true)
}
