package transfer

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/ent/importrow"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/approval"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/tag"
)

// isProposal reports whether an import with this number of rows becomes a proposal: it does for a
// contributor, and if the approval rule requires it for the size.
func isProposal(ctx context.Context, q postgres.Querier, by audit.Actor, rows int) (bool, error) {
	reasons, err := approval.Reasons(ctx, q, by, uuid.Nil, rows)
	return len(reasons) > 0, err
}

// propose proposes what the rows of a list would add, and sets their results. Pending rows get the ids
// that their sources and endpoints will have. propose returns false if the rows would add nothing.
func (im *Imports) propose(ctx context.Context, tx postgres.Tx, by audit.Actor, set change.Set,
	rows []*ent.ImportRow) (isProposed bool, err error) {
	c := newChunk(im.Keys, by, rows)
	c.isProposal = true
	if err := c.decideAll(ctx, tx); err != nil {
		return false, err
	}
	items, err := c.items(ctx, tx)
	if err != nil {
		return false, err
	}
	for i, row := range rows {
		o := c.outcomes[i]
		row.Sealed, row.Result, row.Reason = nil, o.result, o.reason
		if o.result == importrow.ResultInvalid {
			row.Recovery = strings.TrimSpace(strings.TrimSuffix(row.Recovery, credentialsMoved))
			row.Recovered = row.Recovered && row.Recovery != ""
		}
		if o.result == importrow.ResultCreated {
			row.Result = importrow.ResultPending
		}
		row.SourceID, row.EndpointID = o.ids()
	}
	if len(items) == 0 {
		return false, nil
	}
	return true, im.changes.ProposeItems(ctx, tx, by, set, items)
}

// items returns the items that add what the rows would add, and sets the ids of the additions.
func (c *chunk) items(ctx context.Context, tx postgres.Tx) (items []change.Item, err error) {
	add := func(sourceID uuid.UUID, endpoints []source.EndpointDetails) (ids []uuid.UUID, err error) {
		for _, e := range endpoints {
			item, err := change.EndpointCreation(sourceID, e)
			if err != nil {
				return nil, err
			}
			items, ids = append(items, item), append(ids, item.TargetID)
		}
		return ids, nil
	}
	for _, create := range c.creates {
		create.ID = uuid.Must(uuid.NewV7())
		item, err := change.SourceCreation(create.ID, create)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
		if create.EndpointIDs, err = add(create.ID, create.Endpoints); err != nil {
			return nil, err
		}
	}
	var edits []source.Edit
	for _, extend := range c.extends {
		if extend.EndpointIDs, err = add(extend.SourceID, extend.Endpoints); err != nil {
			return nil, err
		}
		edits = append(edits, source.Edit{ID: extend.SourceID, IsUnconditional: true,
			Change: func(_ *source.Source, after *source.Details) error {
				after.Tags = tag.Merge(after.Tags, extend.Tags)
				return nil
			}})
	}
	outcomes, err := source.PlanEdits(ctx, tx, edits, nil)
	for n, o := range outcomes {
		if item := change.SourceItem(edits[n], o); item.Result == change.Pending {
			items = append(items, item)
		}
	}
	return items, err
}

// FollowProposal stores the results of the items of an approved proposal in the rows of its import. It is
// a change.EndFunc. Rows are updated by id: without statistics for new rows, the planner would choose a
// nested loop over all items.
func FollowProposal(ctx context.Context, tx postgres.Tx, id uuid.UUID) error {
	items, err := readApplied(ctx, tx, id)
	if err != nil {
		return err
	}
	rows, err := tx.Query(ctx, `
		SELECT id, coalesce(endpoint_id, source_id), result, reason
		FROM import_rows
		WHERE import_id = $1 AND result IN ('pending', 'exists') AND source_id IS NOT NULL`, id)
	if err != nil {
		return err
	}
	var ids []uuid.UUID
	var results, reasons []string
	var row, target uuid.UUID
	var result Result
	var reason string
	_, err = pgx.ForEachRow(rows, []any{&row, &target, &result, &reason}, func() error {
		item, isApplied := items[target]
		switch {
		case !isApplied:
			return nil
		case item.Result != change.Changed:
			result, reason = Invalid, item.Reason
		case result == Pending:
			result = Created
		}
		ids, results, reasons = append(ids, row), append(results, string(result)), append(reasons, reason)
		return nil
	})
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE import_rows r SET result = a.result, reason = a.reason
		FROM unnest($1::uuid[], $2::text[], $3::text[]) a(id, result, reason)
		WHERE r.id = a.id`, ids, results, reasons)
	return err
}

// applied is the result of an item.
type applied struct {
	Result change.Result
	Reason string
}

// readApplied returns the results of the items of a change set by their targets.
func readApplied(ctx context.Context, tx postgres.Tx, id uuid.UUID) (map[uuid.UUID]applied, error) {
	rows, err := tx.Query(ctx, `
		SELECT target_id, result, reason
		FROM change_items
		WHERE change_set_id = $1 AND result <> 'pending'`, id)
	if err != nil {
		return nil, err
	}
	items := map[uuid.UUID]applied{}
	var target uuid.UUID
	var item applied
	_, err = pgx.ForEachRow(rows, []any{&target, &item.Result, &item.Reason}, func() error {
		items[target] = item
		return nil
	})
	return items, err
}

// importTitle returns the title of the change set of an import.
func importTitle(filename string) string { return "Import: " + filename }
