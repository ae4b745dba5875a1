package change

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
	"github.com/newsources/newsources/services/newssources/internal/register/worklist"
)

// MergeSpec is the merge of two sources: From is archived and points to Into, which gets its endpoints.
// A merge and its undo are applied as a whole or not at all (ADR 67).
type MergeSpec struct {
	From uuid.UUID `json:"from"`
	Into uuid.UUID `json:"into"`
}

// maxMergeItems is the maximum number of items of a merge: two sources and the endpoints of one.
const maxMergeItems = source.MaxEndpoints + 2

// movedTo returns the source to which an item moves an endpoint, if any.
func (i *Item) movedTo() (id uuid.UUID) {
	if i.TargetType == audit.TargetEndpoint && i.Action == Update {
		_ = json.Unmarshal(audit.After(i.Changes, "source_id"), &id) // without a value, id stays zero
	}
	return id
}

// checkMergeUndo returns a problem if a merge or the undo of one cannot be undone in this way.
func checkMergeUndo(parent *Set, items []int) error {
	switch {
	case parent.Origin == Undo:
		return problem.New(problem.BadTransition, "These sources were separated. Compare and merge them again instead.")
	case len(items) > 0:
		return problem.New(problem.Invalid, "A merge can only be undone as a whole.")
	}
	return nil
}

// applyMerge applies the items of a merge or of its undo in one transaction: all, or none if one cannot be applied.
func (s *Sets) applyMerge(ctx context.Context, id uuid.UUID) (count int, err error) {
	c := &chunk{sets: s}
	count, err = s.applyNext(ctx, id, maxMergeItems, c)
	if !postgres.IsRowError(ctx, err) {
		return count, err
	}
	return s.refuse(ctx, id, c, err)
}

// applyMerge plans all items while both sources are locked, and applies them if each can be applied.
// Endpoints move away from a source before it is archived, which would stop their checks, and return
// after it is live again. A source gives its domain up before the other one takes it.
func (c *chunk) applyMerge(ctx context.Context, tx postgres.Tx, by audit.Actor, set *Set) error {
	merge, items := set.Spec.Merge, c.list
	if err := source.Lock(ctx, tx, merge.From, merge.Into); err != nil {
		return err
	}
	if err := c.sets.plan(ctx, tx, items, nil); err != nil {
		return err
	}
	if set.Origin == Merge {
		if err := checkMerge(ctx, tx, merge, items); err != nil {
			return err
		}
	}
	if isBlocked(items) {
		refuseRest(items)
		return nil
	}
	var endpoints, from, into, unchanged []Item
	for _, i := range items {
		switch {
		case i.Result == Unchanged:
			unchanged = append(unchanged, i)
		case i.TargetType == audit.TargetEndpoint:
			endpoints = append(endpoints, i)
		case i.TargetID == merge.From:
			from = append(from, i)
		default:
			into = append(into, i)
		}
	}
	phases := [][]Item{endpoints, from, into}
	if set.Origin == Undo {
		slices.Reverse(phases)
	}
	for _, phase := range phases {
		c.list = phase
		if err := c.applySources(ctx, tx, by, set); err != nil {
			c.list = items
			return err
		}
		if err := c.applyEndpoints(ctx, tx, by); err != nil {
			c.list = items
			return err
		}
	}
	c.list = slices.Concat(append(phases, unchanged)...)
	if set.Origin == Merge {
		return worklist.Follow(ctx, tx, merge.From, merge.Into)
	}
	return nil
}

// isBlocked reports whether an item cannot be applied.
func isBlocked(items []Item) bool {
	return slices.ContainsFunc(items, func(i Item) bool { return i.Result == Conflict || i.Result == Refused })
}

// refuseRest refuses the items that could be applied alone.
func refuseRest(items []Item) {
	for n := range items {
		if i := &items[n]; i.Result == Pending || i.Result == Unchanged {
			i.Result, i.Reason = Refused, "Nothing was changed, because another part of it could not be changed."
		}
	}
}

// checkMerge makes conflicts of the items if the sources are not those of the preview any more.
func checkMerge(ctx context.Context, tx postgres.Tx, merge *MergeSpec, items []Item) error {
	var count int
	var isArchived, losesContract bool
	err := tx.QueryRow(ctx, `
		SELECT s.lifecycle = 'archived', (SELECT count(*) FROM endpoints e WHERE e.source_id = $1),
			EXISTS (`+sourcerights.SelectLost+`)
		FROM sources s
		WHERE s.id = $2`, merge.From, merge.Into).Scan(&isArchived, &count, &losesContract)
	if postgres.IsNoRows(err) {
		return nil // refused by its plan
	}
	if err != nil {
		return err
	}
	moved := 0
	for _, i := range items {
		if i.movedTo() != uuid.Nil {
			moved++
		}
	}
	reason := ""
	switch {
	case count != moved:
		reason = "Endpoints of the source that is merged were added or deleted after the preview. Compare the sources again."
	case isArchived:
		reason = "The source that should remain is archived. Unarchive it, then compare the sources again."
	case losesContract:
		reason = "The merged source has a valid contract that the remaining one does not have. Compare the sources again."
	}
	for n := range items {
		if reason != "" {
			items[n].Result, items[n].Reason = Conflict, reason
		}
	}
	return nil
}

// planMergeUndo plans the items that separate two sources. Values that were changed after the merge
// are kept, with the reason, and do not prevent the undo.
func (s *Sets) planMergeUndo(ctx context.Context, tx postgres.Tx, merge *MergeSpec, items []Item) error {
	survivors, err := source.Survivors(ctx, tx, merge.Into)
	if err != nil {
		return err
	}
	if _, isMerged := survivors[merge.Into]; isMerged {
		for n := range items {
			items[n].Result = Refused
			items[n].Reason = "The source that remained was merged into another one since. Undo that merge first."
		}
		return nil
	}
	list, err := source.Load(ctx, tx, []uuid.UUID{merge.From, merge.Into})
	if err != nil {
		return err
	}
	for n := range items {
		i := &items[n]
		for _, of := range list {
			if of.ID == i.TargetID {
				err = i.keepChanged(of.Version, of.Details)
			}
			for e := range of.Endpoints {
				if of.Endpoints[e].ID == i.TargetID {
					err = i.keepChanged(of.Endpoints[e].Version, of.Endpoints[e].EndpointDetails)
				}
			}
			if err != nil {
				return err
			}
		}
	}
	reasons := make([]string, len(items))
	for n, i := range items {
		reasons[n] = i.Reason
	}
	if err := s.plan(ctx, tx, items, nil); err != nil {
		return err
	}
	for n, i := range items {
		if i.Reason == "" {
			items[n].Reason = reasons[n]
		}
	}
	if isBlocked(items) {
		refuseRest(items)
	}
	return nil
}

// keepChanged bases the item on the present version. Fields that have another value than the item expects
// keep it; lists and notes only lose and get back what the merge added and removed.
func (i *Item) keepChanged(version int, details any) error {
	changes, kept, err := audit.Rebase(details, i.Changes)
	i.BaseVersion, i.Changes = version, changes
	if len(kept) > 0 {
		i.Reason = "Changed after the merge and kept: " + strings.ReplaceAll(strings.Join(kept, ", "), "_", " ") + "."
	}
	return err
}
