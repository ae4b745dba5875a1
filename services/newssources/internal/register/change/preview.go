package change

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/effect"
	"github.com/newsources/newsources/services/newssources/internal/register/operation"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// previewer returns the items of positions from+1 to to of what a draft changes: of the selected
// sources or of the undone items.
type previewer interface {
	items(ctx context.Context, tx postgres.Tx, from, to int) ([]Item, error)
}

// plannedChunk has the items of a part of a draft, which are not stored yet.
type plannedChunk struct {
	from, to int
	items    []Item
	err      error
}

// maxChunks is the number of chunks of a preview that are planned or stored at the same time, each on a
// connection. Planning a chunk of an undo takes three times as long as storing it.
const maxChunks = 3

// preview examines what a draft changes. While a chunk is stored, the next ones are planned.
func (s *Sets) preview(ctx context.Context, set *Set, isLate func() bool) (done bool, err error) {
	p, err := s.newPreviewer(ctx, set)
	if err != nil {
		return false, err
	}
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	var planned []<-chan plannedChunk
	for next := set.Examined; !done && err == nil && ctx.Err() == nil && !isLate(); {
		for len(planned) == 0 || len(planned) < maxChunks && next < set.Selected {
			planned = append(planned, s.planChunk(limited, set, p, next))
			next = min(next+s.previewChunk, set.Selected)
		}
		chunk := <-planned[0]
		planned = planned[1:]
		var examined int
		if examined, done, err = s.storeItems(ctx, set, chunk); examined != chunk.to {
			planned, next = nil, examined
		}
	}
	if ctx.Err() != nil {
		return done, nil
	}
	return done, err
}

// planChunk plans the chunk that begins at from, in the background.
func (s *Sets) planChunk(ctx context.Context, set *Set, p previewer, from int) <-chan plannedChunk {
	next := make(chan plannedChunk, 1)
	go func() {
		chunk := plannedChunk{from: from, to: min(from+s.previewChunk, set.Selected)}
		if p != nil {
			chunk.err = s.db.Tx(ctx, func(tx postgres.Tx) (err error) {
				chunk.items, err = p.items(ctx, tx, chunk.from, chunk.to)
				return err
			})
		}
		next <- chunk
	}()
	return next
}

// newPreviewer returns the previewer of a draft, or nil if a function of its origin inserts its items.
func (s *Sets) newPreviewer(ctx context.Context, set *Set) (previewer, error) {
	if s.itemsFuncs[set.Origin] != nil {
		return nil, nil
	}
	switch set.Origin {
	case Undo:
		return s.newUndo(ctx, set)
	case Restore:
		return restoration{s, set}, nil
	}
	p := bulk{sets: s, spec: set.Spec}
	// The previous version stores the selection as an array.
	err := s.db.Pool.QueryRow(ctx, `
		SELECT coalesce(selected_ids, decode(replace(array_to_string(selection, ''), '-', ''), 'hex'))
		FROM change_sets
		WHERE id = $1`, set.ID).Scan((*postgres.PackedIDs)(&p.selection))
	return p, err
}

// storeItems stores the items of a chunk, and returns how many sources are examined. It does nothing if another
// run (a request or the job) has stored the chunk, or if the preview was restarted after the chunk was planned.
func (s *Sets) storeItems(ctx context.Context, before *Set, chunk plannedChunk) (examined int, done bool, err error) {
	if chunk.err != nil {
		return 0, false, chunk.err
	}
	id, to := before.ID, chunk.to
	err = s.db.Tx(ctx, func(tx postgres.Tx) error {
		set, err := lock(ctx, tx, id)
		if err != nil {
			return err
		}
		examined, done = set.Examined, set.State != Draft || set.Previewed || set.Generation != before.Generation
		if done || examined != chunk.from {
			return nil
		}
		counts, err := s.insertChunk(ctx, tx, set, chunk)
		if err != nil {
			return err
		}
		examined, done = to, to == set.Selected
		_, err = tx.Exec(ctx, `
			UPDATE change_sets SET examined = $2, previewed = $3, pending = $4, unchanged = $5, conflict = $6, refused = $7,
				selected_ids = CASE WHEN NOT $3 THEN selected_ids END, updated_at = now()
			WHERE id = $1`, id, to, done, counts.Pending, counts.Unchanged, counts.Conflict, counts.Refused)
		if err != nil {
			return err
		}
		if err := effect.Add(ctx, tx, id, set.Total(), counts.Total()); err != nil || !done || !set.Spec.AtOnce {
			return err
		}
		set.Counts = counts
		return startAtOnce(ctx, tx, set)
	})
	return examined, done, err
}

// insertChunk inserts the items of a chunk, and returns the counts of all items.
func (s *Sets) insertChunk(ctx context.Context, tx postgres.Tx, set *Set, chunk plannedChunk) (Counts, error) {
	if s.itemsFuncs[set.Origin] != nil {
		return s.insertFromFunc(ctx, tx, set, chunk.to)
	}
	counts := set.Counts
	for i := range chunk.items {
		chunk.items[i].Number = set.Total() + 1 + i
		counts.add(chunk.items[i].Result, 1)
	}
	return counts, insertItems(ctx, tx, set.ID, chunk.items)
}

// add adds n to the count of a result.
func (c *Counts) add(result Result, n int) {
	*map[Result]*int{Pending: &c.Pending, Changed: &c.Changed, Unchanged: &c.Unchanged, Conflict: &c.Conflict,
		Refused: &c.Refused}[result] += n
}

// bulk previews the operations on the selected sources.
type bulk struct {
	sets      *Sets
	spec      Spec
	selection []uuid.UUID
}

func (b bulk) items(ctx context.Context, tx postgres.Tx, from, to int) ([]Item, error) {
	ids := b.selection[from:to]
	if operations := b.spec.Operations.On(operation.TargetWork); len(operations) > 0 {
		return planWork(ctx, tx, ids, operations)
	}
	var items []Item
	if operations := b.spec.Operations.On(audit.TargetSource); len(operations) > 0 {
		edits := make([]source.Edit, len(ids))
		for i, id := range ids {
			edits[i] = source.Edit{ID: id, IsUnconditional: true, Delete: b.spec.Operations.Deletes(),
				ChangesArchived: b.spec.Operations.ChangesArchived(), Change: operations.Apply}
		}
		outcomes, err := source.PlanEdits(ctx, tx, edits, b.spec.Operations.Spelling())
		if err != nil {
			return nil, err
		}
		for i, o := range outcomes {
			items = append(items, SourceItem(edits[i], o))
		}
	}
	operations := b.spec.Operations.On(audit.TargetEndpoint)
	if len(operations) == 0 {
		return items, nil
	}
	edits, err := operations.EndpointEdits(ctx, tx, ids, b.spec.Kinds)
	if err != nil {
		return nil, err
	}
	outcomes, err := b.sets.register.PlanEndpointEdits(ctx, tx, edits)
	if err != nil {
		return nil, err
	}
	found := map[uuid.UUID]bool{}
	for i, o := range outcomes {
		items = append(items, endpointItem(edits[i], o))
		found[edits[i].SourceID] = true
	}
	if len(b.spec.Operations.On(audit.TargetSource)) > 0 {
		return items, nil
	}
	none, err := b.withoutEndpoints(ctx, tx, ids, found)
	return append(items, none...), err
}

// withoutEndpoints returns an item for each source that has no endpoint to be changed, so that the
// items have all selected sources.
func (b bulk) withoutEndpoints(ctx context.Context, tx postgres.Tx, ids []uuid.UUID,
	found map[uuid.UUID]bool) ([]Item, error) {
	keep := func(*source.Source, *source.Details) error { return nil }
	var edits []source.Edit
	for _, id := range ids {
		if !found[id] {
			edits = append(edits, source.Edit{ID: id, IsUnconditional: true, ChangesArchived: true, Change: keep})
		}
	}
	outcomes, err := source.PlanEdits(ctx, tx, edits, nil)
	items := make([]Item, len(outcomes))
	for i, o := range outcomes {
		if items[i] = SourceItem(edits[i], o); o.Err == nil {
			items[i].Reason = "It has no endpoint of these kinds."
		}
	}
	return items, err
}

// SourceItem returns the item of a planned edit of a source.
func SourceItem(edit source.Edit, o source.Outcome) Item {
	item := Item{Action: Update, TargetType: audit.TargetSource, TargetID: edit.ID, SourceID: edit.ID,
		BaseVersion: edit.Version, Changes: o.Changes}
	if edit.Delete {
		item.Action = Delete
	}
	if o.Before != nil {
		item.TargetName, item.BaseVersion = o.Before.Name, o.Before.Version
	}
	item.setResult(o.Err, Pending)
	return item
}

// endpointItem returns the item of a planned edit.
func endpointItem(edit source.EndpointEdit, o source.EndpointOutcome) Item {
	item := Item{Action: Update, TargetType: audit.TargetEndpoint, TargetID: edit.ID, SourceID: edit.SourceID,
		BaseVersion: edit.Version, Changes: o.Changes}
	if o.Before != nil {
		item.BaseVersion = o.Before.Version
		if item.TargetName = o.Before.Name; item.TargetName == "" {
			item.TargetName = o.Before.URL
		}
	}
	item.setResult(o.Err, Pending)
	return item
}

// setResult sets the result and the reason of an item. done is the result of an item with changes and
// without an error.
func (i *Item) setResult(err error, done Result) {
	switch {
	case errors.Is(err, source.ErrStale):
		i.Result, i.Reason = Conflict, "It was changed after this change was previewed."
	case err != nil:
		i.Result, i.Reason = Refused, problem.DetailOf(err)
	case len(i.Changes) == 0:
		i.Result = Unchanged
	default:
		i.Result = done
	}
}
