package change

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/operation"
	"github.com/newsources/newsources/services/newssources/internal/register/worklist"
)

// ShownType returns the type of the target for people: the work on a source is shown as the source.
func (i *Item) ShownType() audit.TargetType {
	if i.TargetType == operation.TargetWork {
		return audit.TargetSource
	}
	return i.TargetType
}

// planWork returns the items of operations on the work on sources.
func planWork(ctx context.Context, tx postgres.Tx, ids []uuid.UUID, operations operation.List) ([]Item, error) {
	changes, err := operations.WorkChanges()
	if err != nil {
		return nil, err
	}
	items, all := make([]Item, len(ids)), make([]*Item, len(ids))
	for n, id := range ids {
		items[n] = Item{Action: Update, TargetType: operation.TargetWork, TargetID: id, SourceID: id, Changes: changes}
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
		i.setPlanned(o.Err, o.Changes)
		i.explainWork(o)
	}
	return err
}

func (c *chunk) applyWork(ctx context.Context, tx postgres.Tx, by audit.Actor) error {
	items := c.of(operation.TargetWork)
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
