package change

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/history"
)

// RestoreSource makes a draft that restores an earlier version of a source, or a deleted source, and
// previews it.
func (s *Sets) RestoreSource(ctx context.Context, by audit.Actor, id uuid.UUID, version history.Version,
	reason string) (*Set, error) {
	set := Set{Origin: Restore, Reason: reason, Selected: 1, Spec: Spec{IDs: []uuid.UUID{id}, Version: &version}}
	err := s.db.Tx(ctx, func(tx postgres.Tx) error { // the errors of the request, before a draft is made
		items, err := restoration{s, &set}.wanted(ctx, tx)
		if err != nil {
			return err
		}
		set.Title = "Restore an earlier version"
		if len(items) > 0 && items[0].Action == Create {
			set.Title = "Restore a deleted source"
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s.insert(ctx, by, set, nil)
}

// restoration previews the restoration of a source.
type restoration struct {
	sets *Sets
	set  *Set
}

func (r restoration) items(ctx context.Context, tx postgres.Tx, _, _ int) ([]Item, error) {
	items, err := r.wanted(ctx, tx)
	if err != nil {
		return nil, err
	}
	return items, r.sets.plan(ctx, tx, items, nil)
}

// wanted returns the items that set what the source had at the version.
func (r restoration) wanted(ctx context.Context, tx postgres.Tx) ([]Item, error) {
	targets, err := history.Read(ctx, tx, r.set.Spec.IDs[0], *r.set.Spec.Version)
	if err != nil {
		return nil, err
	}
	items := make([]Item, len(targets))
	for i, t := range targets {
		items[i] = Item{Action: Update, TargetType: t.Type, TargetID: t.ID, TargetName: t.Name,
			SourceID: r.set.Spec.IDs[0], BaseVersion: t.Version, Changes: t.Changes, Reason: t.Reason}
		if t.IsMissing {
			items[i].Action = Create
		}
	}
	return items, nil
}
