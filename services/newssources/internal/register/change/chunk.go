package change

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/operation"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// chunk applies some items in one transaction.
type chunk struct {
	sets *Sets
	list []Item

	edits            []source.Edit
	outcomes         []source.Outcome
	endpointEdits    []source.EndpointEdit
	endpointOutcomes []source.EndpointOutcome
}

// apply changes the targets of the items and sets their results.
func (c *chunk) apply(ctx context.Context, tx postgres.Tx, by audit.Actor, set *Set) error {
	if set.Spec.Merge != nil {
		return c.applyMerge(ctx, tx, by, set)
	}
	unarchived := map[uuid.UUID]bool{} // sources that get endpoints after they are changed
	for _, i := range c.of(audit.TargetSource) {
		after := string(audit.After(i.Changes, "lifecycle"))
		unarchived[i.TargetID] = after != "" && after != `"archived"`
	}
	if err := c.create(ctx, tx, by, unarchived, false); err != nil {
		return err
	}
	if err := c.applySources(ctx, tx, by, set); err != nil {
		return err
	}
	if err := c.create(ctx, tx, by, unarchived, true); err != nil {
		return err
	}
	if err := c.applyEndpoints(ctx, tx, by); err != nil {
		return err
	}
	if err := c.applyWork(ctx, tx, by); err != nil {
		return err
	}
	return explainConflicts(ctx, tx, c.list)
}

// create creates sources and endpoints, new or deleted ones: those of the sources in ids, or the others.
func (c *chunk) create(ctx context.Context, tx postgres.Tx, by audit.Actor, ids map[uuid.UUID]bool, in bool) error {
	var items []*Item
	var list []source.Deleted
	for n := range c.list {
		if i := &c.list[n]; i.Action == Create && ids[i.SourceID] == in {
			items, list = append(items, i), append(list, i.creation())
		}
	}
	if len(items) == 0 {
		return nil
	}
	refused, err := source.RestoreAll(ctx, tx, by, list)
	if err != nil {
		return err
	}
	for n, i := range items {
		if i.setResult(refused[n], Changed); i.Result == Changed {
			version := i.BaseVersion + 1
			i.Version = &version
		}
	}
	return nil
}

// creation returns what an item creates.
func (i *Item) creation() source.Deleted {
	return source.Deleted{Target: i.TargetType, ID: i.TargetID, SourceID: i.SourceID, Version: i.BaseVersion,
		Changes: i.Changes}
}

// sourceEdit returns the edit of an item on a source.
func (i *Item) sourceEdit() source.Edit {
	changes := i.Changes
	return source.Edit{ID: i.TargetID, Version: i.BaseVersion, Delete: i.Action == Delete, ChangesArchived: true,
		Change: func(_ *source.Source, after *source.Details) error { return audit.ApplyKnown(after, changes) }}
}

// endpointEdit returns the edit of an item on an endpoint.
func (i *Item) endpointEdit() source.EndpointEdit {
	changes := i.Changes
	return source.EndpointEdit{ID: i.TargetID, SourceID: i.SourceID, Version: i.BaseVersion, MoveTo: i.movedTo(),
		Change: func(after *source.EndpointDetails) error { return audit.ApplyKnown(after, changes) }}
}

func (c *chunk) applySources(ctx context.Context, tx postgres.Tx, by audit.Actor, set *Set) (err error) {
	items := c.of(audit.TargetSource)
	if len(items) == 0 {
		return nil
	}
	c.edits = make([]source.Edit, len(items))
	for n, i := range items {
		c.edits[n] = i.sourceEdit()
	}
	if c.outcomes, err = source.ApplyEdits(ctx, tx, by, c.edits, set.Spec.Operations.Spelling()); err != nil {
		return err
	}
	for n, i := range items {
		i.finish(c.outcomes[n].Err, c.outcomes[n].Changes, c.outcomes[n].Version)
	}
	return nil
}

func (c *chunk) applyEndpoints(ctx context.Context, tx postgres.Tx, by audit.Actor) (err error) {
	items := c.of(audit.TargetEndpoint)
	if len(items) == 0 {
		return nil
	}
	c.endpointEdits = make([]source.EndpointEdit, len(items))
	for n, i := range items {
		c.endpointEdits[n] = i.endpointEdit()
	}
	c.endpointOutcomes, err = c.sets.register.ApplyEndpointEdits(ctx, tx, by, c.endpointEdits)
	if err != nil {
		return err
	}
	for n, i := range items {
		i.finish(c.endpointOutcomes[n].Err, c.endpointOutcomes[n].Changes, c.endpointOutcomes[n].Version)
	}
	return nil
}

// of returns the items that update or delete a target of a type.
func (c *chunk) of(target audit.TargetType) (items []*Item) {
	for n := range c.list {
		if i := &c.list[n]; i.TargetType == target && i.Action != Create {
			items = append(items, i)
		}
	}
	return items
}

// finish sets the result of an item that was applied. Without changes, the target has the new values
// already.
func (i *Item) finish(err error, changes []audit.Change, version int) {
	switch i.setResult(err, Changed); {
	case i.Result == Changed && len(changes) == 0:
		i.Result = Unchanged
	case i.Result == Changed:
		i.Version = &version
	}
}

// explain returns the reason for people of an item that could not be saved alone.
func (c *chunk) explain(ctx context.Context, cause error) string {
	register := c.sets.register
	switch i := &c.list[0]; {
	case i.Action == Create:
		cause = register.ExplainRestore(ctx, cause, i.creation())
	case len(c.outcomes) > 0:
		cause = register.Explain(ctx, cause, c.edits[0], c.outcomes[0])
	case len(c.endpointOutcomes) > 0:
		cause = register.ExplainEndpoint(ctx, cause, c.endpointEdits[0], c.endpointOutcomes[0])
	}
	return problem.DetailOf(cause)
}

// explainConflicts sets the reasons of conflicts: who changed the target last, when, and which fields.
func explainConflicts(ctx context.Context, tx postgres.Tx, items []Item) error {
	var targets []uuid.UUID
	for _, i := range items {
		if i.Result == Conflict && i.TargetType != operation.TargetWork {
			targets = append(targets, i.TargetID)
		}
	}
	changes, err := audit.LastChanges(ctx, tx, targets)
	for n := range items {
		if i := &items[n]; i.Result == Conflict && i.TargetType != operation.TargetWork && changes[i.TargetID] != "" {
			i.Reason = changes[i.TargetID]
		}
	}
	return err
}
