package change

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/approval"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// submit makes a draft a proposal, which changes nothing until another member approves it. Only the
// author can propose the draft, so that two members decide on each change.
func (s *Sets) submit(ctx context.Context, by audit.Actor, set *Set) (*Set, error) {
	if set.Pending == 0 {
		return nil, problem.New(problem.Invalid, "Nothing would change. See the reasons in the preview.")
	}
	isCommand := set.CreatedBy == nil && by.ActorID == nil
	if !isCommand && !isBy(set.CreatedBy, by) {
		return nil, problem.New(problem.NotOwner, "Only the author of this draft, %s, can propose it. Make the change "+
			"yourself to propose it.", nameOf(set.CreatedBy))
	}
	err := s.db.Tx(ctx, func(tx postgres.Tx) error {
		return proposeDraft(ctx, tx, by, set.ID)
	})
	if err != nil {
		return nil, err
	}
	return s.Get(ctx, set.ID)
}

// setProposed makes a previewed draft a proposal.
const setProposed = `
	UPDATE change_sets SET state = 'proposed', proposed_at = now(), updated_at = now()
	WHERE id = $1 AND state = 'draft' AND previewed`

// proposeDraft makes a previewed draft a proposal of the actor, within the limit of open proposals.
func proposeDraft(ctx context.Context, tx postgres.Tx, by audit.Actor, id uuid.UUID) error {
	err := approval.CheckOpen(ctx, tx, by)
	if err == nil {
		_, err = tx.Exec(ctx, setProposed, id)
	}
	return err
}

// startAtOnce applies a draft that needs no confirmation after its preview, or proposes it.
func startAtOnce(ctx context.Context, tx postgres.Tx, set *Set) error {
	by, _, err := readActor(ctx, tx, set)
	if err != nil {
		return err
	}
	reasons, err := approval.Reasons(ctx, tx, by, set.ID, set.Pending)
	if err != nil {
		return err
	}
	statement := "UPDATE change_sets SET state = 'applying', started_at = now(), announced = pending WHERE id = $1"
	if len(reasons) > 0 {
		statement = setProposed
	}
	_, err = tx.Exec(ctx, statement, set.ID)
	return err
}
