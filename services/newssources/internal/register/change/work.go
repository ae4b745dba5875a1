package change

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/worklist"
)

// targetWork is the target of items that assign or snooze a source. Their versions are those of the work.
const targetWork audit.TargetType = "work"

// ShownType returns the type of the target for people: the work on a source is shown as the source.
func (i *Item) ShownType() audit.TargetType {
	if i.TargetType == targetWork {
		return audit.TargetSource
	}
	return i.TargetType
}

// self is the value of an operation for the author of the change set.
const self = "me"

// resolveSelf replaces the assignee “me” by the author.
func (s *Spec) resolveSelf(by audit.Actor) {
	for n, o := range s.Operations {
		if o.Field == "assignee" && o.Value == self && by.ActorID != nil {
			s.Operations[n].Value = by.ActorID.String()
		}
	}
}

// workChange returns the change of an operation on the work on a source.
func (o Operation) workChange() (c audit.Change, err error) {
	switch {
	case o.Field == "assignee" && o.Action == "set":
		id, invalid := uuid.Parse(o.Value)
		if invalid != nil {
			return c, problem.New(problem.Invalid, "Enter the id of a member, or “me”.")
		}
		c.After, err = json.Marshal(worklist.Assignee{ID: id})
	case o.Action == "set":
		c.After, err = json.Marshal(o.Until)
	}
	c.Field = map[string]string{"assignee": "assignee", "snooze": "snoozed_until"}[o.Field]
	return c, err
}

func (o Operation) describeWork() string {
	switch {
	case o.Field == "assignee" && o.Action == "set":
		return "assign sources"
	case o.Field == "assignee":
		return "unassign sources"
	case o.Action == "set":
		return "snooze sources until " + dayOf(*o.Until)
	}
	return "end the snooze of sources"
}

// planWork returns the items of operations on the work on sources.
func planWork(ctx context.Context, tx postgres.Tx, ids []uuid.UUID, operations []Operation) ([]Item, error) {
	changes := make([]audit.Change, len(operations))
	for n, o := range operations {
		var err error
		if changes[n], err = o.workChange(); err != nil {
			return nil, err
		}
	}
	items, all := make([]Item, len(ids)), make([]*Item, len(ids))
	for n, id := range ids {
		items[n] = Item{Action: Update, TargetType: targetWork, TargetID: id, SourceID: id, Changes: changes}
		all[n] = &items[n]
	}
	return items, planWorkItems(ctx, tx, all, true)
}

// planWorkItems sets the results that items on work would have now. With isRebased, they are based on
// the current versions.
func planWorkItems(ctx context.Context, tx postgres.Tx, items []*Item, isRebased bool) error {
	outcomes, err := worklist.PlanEdits(ctx, tx, workEdits(items, isRebased))
	for n, o := range outcomes {
		i := items[n]
		if isRebased {
			i.BaseVersion = o.BeforeVersion
		}
		if o.SourceName != "" {
			i.TargetName = o.SourceName
		}
		i.planned(o.Err, o.Changes)
		i.explainWork(o)
	}
	return err
}

func (c *chunk) applyWork(ctx context.Context, tx postgres.Tx, by audit.Actor) error {
	items := c.of(targetWork)
	outcomes, err := worklist.ApplyEdits(ctx, tx, by, workEdits(items, false))
	for n, o := range outcomes {
		items[n].finish(o.Err, o.Changes, o.Version)
		items[n].explainWork(o)
	}
	return err
}

func workEdits(items []*Item, isUnconditional bool) []worklist.Edit {
	edits := make([]worklist.Edit, len(items))
	for n, i := range items {
		edits[n] = worklist.Edit{SourceID: i.TargetID, Version: i.BaseVersion, IsUnconditional: isUnconditional,
			Changes: i.Changes}
	}
	return edits
}

// explainWork says what another member has changed.
func (i *Item) explainWork(o worklist.EditOutcome) {
	if i.Result == Conflict {
		i.Reason = o.Detail
	}
}
