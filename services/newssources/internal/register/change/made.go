package change

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

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
	items, err := readItems(ctx, tx, selectChanged, u.parent, all)
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
	rows, err := tx.Query(ctx, `
		SELECT e.id, e.source_id, e.version, coalesce(nullif(e.name, ''), e.url), a.actor_name, a.at
		FROM endpoints e
		LEFT JOIN LATERAL (
			SELECT a.actor_name, a.at
			FROM audit_events a
			WHERE a.target_id = e.id AND a.version = e.version
			LIMIT 1
		) a ON true
		WHERE e.source_id = ANY($1)
		ORDER BY e.id`, created)
	if err != nil {
		return err
	}
	var id, sourceID uuid.UUID
	var version int
	var name string
	var author *string
	var at *time.Time
	reasons := map[uuid.UUID]string{}
	_, err = pgx.ForEachRow(rows, []any{&id, &sourceID, &version, &name, &author, &at}, func() error {
		if u.made[id].version != version {
			reasons[sourceID] = extendedReason(u.made[id].version == 0, name, author, at)
		}
		return nil
	})
	for n := range inverses {
		i := &inverses[n]
		if reason := reasons[i.TargetID]; i.Result == Pending && reason != "" {
			i.Result, i.Reason = Conflict, reason
		}
	}
	return err
}

// extendedReason says who added or changed an endpoint last, and when, as far as the history has it.
func extendedReason(isAdded bool, name string, author *string, at *time.Time) string {
	if author == nil || at == nil {
		return "One of its endpoints was added or changed since."
	}
	verb := "changed"
	if isAdded {
		verb = "added"
	}
	return fmt.Sprintf("%s %s its endpoint “%s” on %s.", cmp.Or(*author, "The service"), verb, name, audit.Day(*at))
}
