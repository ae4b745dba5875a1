package suggestion

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/approval"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
)

// errPlanned rolls back a change whose items are proposed.
var errPlanned = errors.New("the change is proposed")

const (
	proposedDetail = "The suggestion is part of a proposal that waits for the decision of another editor or " +
		"administrator."
	logoDetail        = "A logo can't be proposed. Accept this suggestion alone."
	credentialsDetail = "The change would remove the user name and password of the endpoint, which can't be proposed. " +
		"Accept this suggestion alone."
)

// needsApproval reports whether another member must approve the acceptance of suggestions by the actor (ADR 88).
// Accepting one suggestion is like an edit of one source, which needs no approval.
func (s *Suggestions) needsApproval(ctx context.Context, actor audit.Actor, input DecideInput,
	ids []uuid.UUID) (bool, error) {
	total := len(ids)
	if len(input.IDs) == 0 {
		where := input.Filter.conditions()
		where.add("g.id <= $%d", input.Through)
		err := s.db.Pool.QueryRow(ctx, fmt.Sprintf("SELECT count(*) FROM suggestions g WHERE %s", where), where.args...).
			Scan(&total)
		if err != nil {
			return false, err
		}
	}
	if total < 2 {
		return false, nil
	}
	sources, err := s.db.IDs(ctx, "SELECT DISTINCT source_id FROM suggestions WHERE id = ANY($1)", ids)
	if err != nil {
		return false, err
	}
	reasons, err := approval.ReasonsForSources(ctx, s.db.Pool, actor, sources, total)
	return len(reasons) > 0, err
}

// propose creates a proposal from the changes of suggestions. The suggestions stay open until it is decided.
func (s *Suggestions) propose(ctx context.Context, actor audit.Actor, ids []uuid.UUID) ([]Result, error) {
	set := change.Set{ID: uuid.Must(uuid.NewV7()), Title: "Accept suggestions", Origin: change.Suggestion}
	var results []Result
	var items []change.Item
	var proposed []uuid.UUID
	for _, id := range ids {
		result, planned, err := s.plan(ctx, actor, id)
		if err != nil {
			return nil, err
		}
		if result.Outcome == ProposedOutcome {
			result.ProposalID = set.ID
			proposed, items = append(proposed, id), addItems(items, planned)
		}
		results = append(results, result)
	}
	if len(items) == 0 {
		return results, nil
	}
	return results, s.db.Tx(ctx, func(tx postgres.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE suggestions SET change_set_id = $2 WHERE id = ANY($1) AND state = 'open'", proposed,
			set.ID)
		if err != nil {
			return err
		}
		return s.changes.ProposeItems(ctx, tx, actor, set, items)
	})
}

// plan returns the items that accepting a suggestion would change: it makes the change in a transaction, takes
// the items from its events, and rolls it back.
func (s *Suggestions) plan(ctx context.Context, actor audit.Actor, id uuid.UUID) (Result, []change.Item, error) {
	list, err := s.read(ctx, id)
	if err != nil || len(list) == 0 || list[0].State != Open {
		return Result{ID: id, Outcome: Gone, Detail: goneDetail}, nil, err
	}
	g := list[0]
	var items []change.Item
	actor.Recorded = func(_ context.Context, _ postgres.Tx, events []audit.Event) error {
		if items = change.ItemsOf(events); len(items) == 0 { // a decision, which changes no field
			return nil
		}
		return errPlanned
	}
	if err = s.checkNotProposed(ctx, g); err == nil {
		err = s.change(ctx, actor, g, Accepted)
	}
	if errors.Is(err, errPlanned) {
		err = checkProposable(items)
	}
	result, err := s.finish(g, ProposedOutcome, "proposed", err)
	return result, items, err
}

// checkNotProposed returns a problem if a suggestion is part of an undecided proposal.
func (s *Suggestions) checkNotProposed(ctx context.Context, g Suggestion) error {
	if g.ChangeSetID == nil {
		return nil
	}
	var isProposed bool
	err := s.db.Pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM change_sets WHERE id = $1 AND state = 'proposed')",
		g.ChangeSetID).Scan(&isProposed)
	if err == nil && isProposed {
		err = problem.New(problem.Invalid, proposedDetail)
	}
	return err
}

// checkProposable returns a problem if an item changes a value that items do not store.
func checkProposable(items []change.Item) error {
	for _, i := range items {
		for _, c := range i.Changes {
			switch c.Field {
			case "logo":
				return problem.New(problem.Invalid, logoDetail)
			case "credentials":
				return problem.New(problem.Invalid, credentialsDetail)
			}
		}
	}
	return nil
}

// addItems appends items to a list with one item for each source or endpoint.
func addItems(list, items []change.Item) []change.Item {
	for _, item := range items {
		item.Version = nil
		n := slices.IndexFunc(list, func(i change.Item) bool { return i.TargetID == item.TargetID })
		if n < 0 {
			list = append(list, item)
		} else {
			list[n].Changes = append(list[n].Changes, item.Changes...)
		}
	}
	return list
}

// FollowProposal accepts the suggestions whose changes an approved proposal has made. Those for fields
// no longer exist, because applying the changes has deleted them. It is a change.EndFunc.
func FollowProposal(ctx context.Context, tx postgres.Tx, id uuid.UUID) error {
	_, err := tx.Exec(ctx, `
		UPDATE suggestions g
		SET state = 'accepted', decided_at = now(), decided_by = c.created_by_id,
			decided_by_name = coalesce(nullif(m.name, ''), m.email, ''),
			undo = CASE WHEN g.kind = 'replaced' THEN jsonb_build_object('added_id', i.target_id) ELSE '{}' END
		FROM change_items i
		JOIN change_sets c ON c.id = i.change_set_id
		LEFT JOIN members m ON m.id = c.created_by_id
		WHERE i.change_set_id = $1
			AND i.result = 'changed'
			AND g.change_set_id = $1
			AND g.state = 'open'
			AND CASE WHEN g.kind = 'replaced'
				THEN i.source_id = g.source_id
					AND i.action = 'create'
					AND i.changes @> jsonb_build_array(jsonb_build_object('field', 'url', 'after', g.subject))
				ELSE i.target_id = coalesce(g.endpoint_id, g.source_id)
			END`, id)
	return err
}
