package change

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// made is what a change set made of a target, which may have several items.
type made struct {
	version  int  // the last one
	first    int  // the number of the first item that is undone
	isSource bool // a source whose creation is undone
}

// readMerged reads items of the parent. An item has the later changes of its target, too.
func (u *undo) readMerged(ctx context.Context, tx postgres.Tx, numbers []int) (merged []Item, err error) {
	all := slices.Clone(numbers)
	for _, n := range numbers {
		all = append(all, u.later[n]...)
	}
	items, err := readItems(ctx, tx, selectByNumber, u.parent, all)
	index := make(map[uuid.UUID]int, len(numbers))
	for _, i := range items {
		at, isLater := index[i.TargetID]
		if isLater {
			merged[at].merge(i)
			continue
		}
		index[i.TargetID], merged = len(merged), append(merged, i)
	}
	return merged, err
}

// merge adds a later change of the same target.
func (i *Item) merge(later Item) {
	i.Version = later.Version
	for _, c := range later.Changes {
		n := slices.IndexFunc(i.Changes, func(earlier audit.Change) bool { return earlier.Field == c.Field })
		if n < 0 {
			i.Changes = append(i.Changes, c)
		} else {
			i.Changes[n].After = c.After
		}
	}
}

// keepExtended makes conflicts of the items that archive created sources of which an endpoint was added
// or changed since: this does not change the version of the source.
func (u *undo) keepExtended(ctx context.Context, tx postgres.Tx, created []uuid.UUID, inverses []Item) error {
	if len(created) == 0 {
		return nil
	}
	rows, err := tx.Query(ctx, "SELECT id, source_id, version FROM endpoints WHERE source_id = ANY($1)", created)
	if err != nil {
		return err
	}
	var id, sourceID uuid.UUID
	var version int
	extended := map[uuid.UUID]bool{}
	_, err = pgx.ForEachRow(rows, []any{&id, &sourceID, &version}, func() error {
		if u.made[id].version != version {
			extended[sourceID] = true
		}
		return nil
	})
	for n := range inverses {
		if i := &inverses[n]; i.Result == Pending && extended[i.TargetID] {
			i.Result, i.Reason = Conflict, "One of its endpoints was added or changed since."
		}
	}
	return err
}
