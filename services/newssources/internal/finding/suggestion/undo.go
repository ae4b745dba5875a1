package suggestion

import (
	"cmp"
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
)

// unknownDetail is why a suggestion that an earlier version of the service accepted cannot be undone.
const unknownDetail = "It was accepted before changes of suggestions were recorded. Restore an earlier version from the " +
	"history of the source instead."

// recording returns an actor whose changes are a change set.
func recording(by audit.Actor, id uuid.UUID, title string) audit.Actor {
	return change.Recording(by, change.Set{ID: id, Title: title, Origin: change.Suggestion, State: change.Applied})
}

// undo undoes decisions: it opens dismissed suggestions, and undoes the change sets of accepted ones.
// Those that were accepted together are undone together. The service does not apply them again.
func (s *Suggestions) undo(ctx context.Context, actor audit.Actor, ids []uuid.UUID) (results []Result, err error) {
	accepted := map[uuid.UUID][]Suggestion{} // by change set
	done := map[uuid.UUID]Result{}
	for _, id := range ids {
		g, err := s.prepareUndo(ctx, actor, id)
		switch {
		case postgres.StopsBatch(ctx, err):
			return nil, err
		case err == nil && g.ChangeSetID != nil:
			accepted[*g.ChangeSetID] = append(accepted[*g.ChangeSetID], g)
		default:
			done[id] = s.undone(ctx, g, err)
		}
	}
	for set, list := range accepted {
		items, err := s.undoItems(ctx, actor, set, list)
		if postgres.StopsBatch(ctx, err) {
			return nil, err
		}
		for _, g := range list {
			cause := err
			if err == nil {
				cause = s.errorOf(ctx, g, items[g.target()])
			}
			done[g.ID] = s.undone(ctx, g, cause)
		}
	}
	for _, id := range ids {
		results = append(results, done[id])
	}
	return results, nil
}

// prepareUndo opens a dismissed suggestion, or returns an accepted one, which has a change set.
func (s *Suggestions) prepareUndo(ctx context.Context, actor audit.Actor, id uuid.UUID) (Suggestion, error) {
	list, err := s.read(ctx, id)
	if err != nil || len(list) == 0 {
		return Suggestion{ID: id}, cmp.Or(err, errGone)
	}
	g := list[0]
	switch {
	case g.State == Dismissed && g.Kind == Field: // its image is deleted, and the field may have another suggestion
		return g, errGone
	case g.State == Dismissed && g.Kind == OtherOutlet && g.Evidence.EndpointID == nil:
		return g, problem.New(problem.Invalid, "“It is the same outlet” cannot be undone, because later visits are "+
			"compared with the confirmed homepage. Archive the source if it belongs to another outlet.")
	case g.State == Dismissed && g.Kind == OtherOutlet:
		return g, problem.New(problem.Invalid, "The held items were stored, and programs may have received them. Archive the "+
			"source instead if it is another outlet.")
	case g.State == Dismissed:
		return g, s.db.Tx(ctx, func(tx postgres.Tx) error { return reopen(ctx, tx, actor, g) })
	case g.State != Accepted && g.State != Applied:
		return g, errGone
	case g.ChangeSetID == nil:
		return g, problem.New(problem.Invalid, unknownDetail)
	}
	return g, nil
}

// undoItems undoes the changes that a change set made for some suggestions, and returns the items of
// the undo by target.
func (s *Suggestions) undoItems(ctx context.Context, actor audit.Actor, set uuid.UUID,
	list []Suggestion) (map[uuid.UUID]change.Item, error) {
	var targets []uuid.UUID
	for _, g := range list {
		if targets = append(targets, g.target()); g.EndpointID != nil {
			targets = append(targets, *g.EndpointID) // a replaced endpoint was perhaps retired
		}
	}
	numbers, err := s.changes.Numbers(ctx, set, targets)
	if err != nil || len(numbers) == 0 { // without numbers, the whole change set would be undone
		return nil, err
	}
	undo, err := s.changes.UndoNow(ctx, actor, set, numbers)
	if err != nil {
		return nil, err
	}
	if undo.State == change.Proposed {
		return nil, problem.New(problem.Invalid, "The undo became a proposal, which another editor or administrator must "+
			"approve. See the changes.")
	}
	items, err := s.changes.Items(ctx, undo.ID, nil, 0, len(numbers))
	byTarget := make(map[uuid.UUID]change.Item, len(items))
	if undo.State == change.Draft { // a job continues
		for _, target := range targets {
			byTarget[target] = change.Item{Result: change.Pending}
		}
	}
	for _, i := range items {
		byTarget[i.TargetID] = i
	}
	return byTarget, err
}

// errorOf returns why the item of an undo was not changed. A job continues what is pending.
func (s *Suggestions) errorOf(ctx context.Context, g Suggestion, i change.Item) error {
	switch i.Result {
	case change.Refused, "":
		return problem.New(problem.Invalid, "%s", cmp.Or(i.Reason, unknownDetail))
	case change.Conflict:
		if outcome, err := s.explain(ctx, g, Changed); err != nil || outcome == Gone {
			return cmp.Or(err, errGone)
		}
		return problem.New(problem.StaleVersion, "%s", i.Reason)
	}
	return nil
}

// undone returns the result of an undo.
func (s *Suggestions) undone(ctx context.Context, g Suggestion, cause error) Result {
	result, err := s.finish(g, UndoneOutcome, string(UndoneOutcome), cause)
	switch {
	case err != nil:
		s.log.ErrorContext(ctx, "a decision could not be undone", "suggestion", g.ID, "error", err)
		result.Outcome, result.Detail = Refused, failedDetail
	case result.Outcome == Gone:
		result.Detail = notUndoneDetail
	case result.Outcome == Changed:
		result.Detail = problem.As(cause).Detail
	}
	return result
}

// target returns the source or endpoint that an accepted suggestion has changed or added.
func (g Suggestion) target() uuid.UUID {
	switch {
	case g.Undo != nil && g.Undo.AddedID != nil:
		return *g.Undo.AddedID
	case g.EndpointID != nil:
		return *g.EndpointID
	}
	return g.SourceID
}

// FollowUndo opens the suggestions whose changes were undone. A suggestion for a field becomes obsolete,
// so that it can be made again. After the undo of an undo, the review makes them obsolete, because the
// endpoint has changed. It is a change.FollowFunc.
func FollowUndo(ctx context.Context, tx postgres.Tx, by audit.Actor, u change.Undone) error {
	if u.IsRedone {
		return nil
	}
	rows, err := tx.Query(ctx, selectSuggestions+`g.change_set_id = $1
		AND g.state IN ('accepted', 'applied')
		AND EXISTS (
			SELECT
			FROM change_items i
			WHERE i.change_set_id = $2
				AND i.result = 'changed'
				AND i.target_id = coalesce((g.undo->>'added_id')::uuid, g.endpoint_id, g.source_id))
		ORDER BY g.id`, u.Root, u.Undo.ID)
	if err != nil {
		return err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[Suggestion])
	if err != nil {
		return err
	}
	for _, g := range list {
		if g.Kind == Field {
			_, err = tx.Exec(ctx, "UPDATE suggestions SET state = 'obsolete' WHERE id = $1", g.ID)
		} else {
			err = reopen(ctx, tx, by, g)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reopen opens a decided suggestion, which only a person can accept from now on.
func reopen(ctx context.Context, tx postgres.Tx, actor audit.Actor, g Suggestion) error {
	opened, err := tx.Exec(ctx, `
		UPDATE suggestions SET state = 'open', undo = NULL, change_set_id = NULL, by_person = true, decided_at = NULL,
			decided_by = NULL, decided_by_name = ''
		WHERE id = $1 AND state = $2`, g.ID, string(g.State))
	if err != nil {
		return err
	}
	if opened.RowsAffected() == 0 {
		return errGone
	}
	if g.Kind == Duplicate {
		if err := closeConflicting(ctx, tx, g); err != nil {
			return err
		}
	}
	return recordDecision(ctx, tx, actor, g, "suggestion.undone")
}
