package transfer

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/ent/importrow"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/tag"
)

// isProposal reports whether the lists of the actor become proposals.
func isProposal(by audit.Actor) bool { return identity.Role(by.Role) == identity.Contributor }

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
		if sourceID, endpointID := o.ids(); endpointID != uuid.Nil {
			row.SourceID, row.EndpointID = &sourceID, &endpointID
		}
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
// a change.EndFunc.
func FollowProposal(ctx context.Context, tx postgres.Tx, id uuid.UUID) error {
	_, err := tx.Exec(ctx, `
		UPDATE import_rows r SET
			result = CASE
				WHEN i.result <> 'changed' THEN 'invalid'
				WHEN r.result = 'pending' THEN 'created'
				ELSE r.result
			END,
			reason = CASE WHEN i.result = 'changed' THEN r.reason ELSE i.reason END
		FROM change_items i
		WHERE r.import_id = $1
			AND r.result IN ('pending', 'exists')
			AND i.change_set_id = $1
			AND i.target_id = r.endpoint_id
			AND i.result <> 'pending'`, id)
	return err
}

// importTitle returns the title of the change set of an import.
func importTitle(filename string) string { return "Import: " + filename }
