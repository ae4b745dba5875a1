package change

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/approval"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// Approval is the decision to apply a proposal. The pending items that it leaves out are refused with
// the reason.
type Approval struct {
	Items  []int // the numbers of the approved items; empty: all but Except
	Except []int // the numbers of the rejected items
	Reason string
	ApplyInput
	Generation *int // that the person saw; nil: any
}

// Approve starts to apply a proposal, or the chosen items.
func (s *Sets) Approve(ctx context.Context, by audit.Actor, id uuid.UUID, input Approval) (*Set, error) {
	err := s.decide(ctx, by, id, func(tx postgres.Tx, set *Set) error {
		if err := checkApproval(set, by, input); err != nil {
			return err
		}
		rejected, err := approval.RefuseOthers(ctx, tx, set.ID, input.Items, input.Except, input.Reason)
		if err != nil {
			return err
		}
		switch {
		case rejected == set.Pending:
			return problem.New(problem.Invalid, "None of the chosen items can be applied. Choose others, or reject the proposal.")
		case rejected > 0 && input.Reason == "":
			return reasonRequired()
		}
		// announced keeps the rejected items, so that the change set is applied in part.
		_, err = tx.Exec(ctx, start+`, pending = pending - $6, refused = refused + $6, answer = $7, answer_seen = false,
				decided_at = now(), decided_by_id = $2
			WHERE id = $1`, id, by.ActorID, by.TokenID, by.RequestID, by.ActorID == nil, rejected, postgres.Text(input.Reason))
		if err != nil {
			return err
		}
		kind := Approved
		if rejected > 0 {
			kind = ApprovedInPart
		}
		if err := s.tell(ctx, tx, by, set, kind, input.Reason); err != nil {
			return err
		}
		return s.enqueue(ctx, tx, id)
	})
	if err != nil {
		return nil, err
	}
	return s.runNow(ctx, id, true)
}

// Reject ends a proposal without changing anything.
func (s *Sets) Reject(ctx context.Context, by audit.Actor, id uuid.UUID, reason string) (*Set, error) {
	err := s.decide(ctx, by, id, func(tx postgres.Tx, set *Set) error {
		if reason == "" {
			return reasonRequired()
		}
		_, err := tx.Exec(ctx, `
			UPDATE change_sets SET state = 'rejected', finished_at = now(), updated_at = now(), answer = $3,
				answer_seen = false, decided_at = now(), decided_by_id = $2
			WHERE id = $1`, id, by.ActorID, postgres.Text(reason))
		if err != nil {
			return err
		}
		return s.tell(ctx, tx, by, set, WasRejected, reason)
	})
	if err != nil {
		return nil, err
	}
	return s.Get(ctx, id)
}

// decide calls decision with a locked proposal on which the actor may decide.
func (s *Sets) decide(ctx context.Context, by audit.Actor, id uuid.UUID,
	decision func(tx postgres.Tx, set *Set) error) error {
	found, err := s.Get(ctx, id)
	if err != nil {
		return err
	}
	return s.db.Tx(ctx, func(tx postgres.Tx) error {
		set, err := lock(ctx, tx, id)
		switch {
		case err != nil:
			return err
		case set.DecidedAt != nil:
			return problem.New(problem.BadTransition, "Another member has decided on this proposal already. Reload to see "+
				"the answer.")
		case set.State == Cancelled && set.ProposedAt != nil && set.Stopped != "":
			return problem.New(problem.BadTransition, "This proposal has ended. %s", set.Stopped)
		case set.State == Cancelled && set.ProposedAt != nil:
			return problem.New(problem.BadTransition, "%s withdrew this proposal.", nameOf(found.CreatedBy))
		case set.State != Proposed:
			return problem.New(problem.BadTransition, "This change set is not a proposal.")
		case isBy(found.CreatedBy, by):
			return problem.New(problem.OwnProposal, "This is your own proposal. Another editor must decide on it.")
		}
		set.CreatedBy = found.CreatedBy
		return decision(tx, set)
	})
}

func checkApproval(set *Set, by audit.Actor, input Approval) error {
	if err := checkRole(set.Spec, by); err != nil {
		return err
	}
	switch {
	case !set.Previewed:
		return problem.New(problem.BadTransition, "The items are being compared with the current values. Wait until this "+
			"is complete, then approve them.")
	case input.Generation != nil && *input.Generation != set.Generation:
		return problem.New(problem.BadTransition, "The proposal was rebased after you opened it. Reload, then approve it.")
	case input.Expected != nil && *input.Expected != set.Total():
		return selectionChanged(Difference{Expected: *input.Expected, Matches: set.Total()})
	case len(input.Items)+len(input.Except) > 0 && set.Spec.Operations.Spelling() != nil:
		return problem.New(problem.Invalid, "All sources share the spelling of a tag. Approve or reject the whole proposal.")
	}
	return set.checkConfirmation(input.Confirm)
}

func reasonRequired() error {
	var wrong problem.Fields
	wrong.Add("/reason", "required", "Enter a reason, which the author of the proposal reads.")
	return wrong.Err()
}

// MarkSeen records that the author of a proposal has seen the decision.
func (s *Sets) MarkSeen(ctx context.Context, by audit.Actor, id uuid.UUID) (*Set, error) {
	_, err := s.db.Pool.Exec(ctx, "UPDATE change_sets SET answer_seen = true WHERE id = $1 AND created_by_id = $2", id,
		by.ActorID)
	if err != nil {
		return nil, err
	}
	return s.Get(ctx, id)
}

// Waiting are the proposals that wait for a member: for a decision, and those of the member with an
// answer that the member has not seen.
type Waiting struct{ Proposed, Answered int }

// Waiting counts the proposals that wait for a member.
func (s *Sets) Waiting(ctx context.Context, by audit.Actor) (w Waiting, err error) {
	err = s.db.Pool.QueryRow(ctx, `
		SELECT (
			SELECT count(*)
			FROM change_sets c
			WHERE c.state = 'proposed' AND c.created_by_id IS DISTINCT FROM $1
		), (
			SELECT count(*)
			FROM change_sets c
			WHERE NOT c.answer_seen AND c.created_by_id = $1
		)`, by.ActorID).Scan(&w.Proposed, &w.Answered)
	return w, err
}
