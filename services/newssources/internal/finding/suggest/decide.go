package suggest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// Decision is what a person decides about a proposal.
type Decision string

// The decisions about a proposal.
const (
	Accept  Decision = "accept"
	Dismiss Decision = "dismiss"
)

// Outcome is the result of a decision about one proposal.
type Outcome string

// The outcomes of a decision.
const (
	Accepted  Outcome = "accepted"
	Dismissed Outcome = "dismissed"
	Gone      Outcome = "gone"    // not open any more: decided by someone else, or deleted because the source was changed
	Changed   Outcome = "changed" // the field has another value than when the proposal was made; the proposal was deleted
	Refused   Outcome = "refused" // the register does not allow the value; the proposal stays
)

// MaxBatch is the maximum number of proposals that one call of Decide decides. Each takes a
// transaction of about 10 ms, so a batch takes one to two seconds.
const MaxBatch = 100

// DecideInput selects the proposals to decide: those with IDs or, if IDs is empty, all that match
// the filter from After (exclusive) to Through (inclusive), which is the newest proposal that the
// person may have seen.
type DecideInput struct {
	Decision       Decision
	IDs            []uuid.UUID
	Filter         Filter
	After, Through uuid.UUID
}

// Result is the outcome of one proposal.
type Result struct {
	ID         uuid.UUID
	SourceID   uuid.UUID
	SourceName string
	Field      Field
	Outcome    Outcome
	Detail     string              // the reason why it was not accepted, for people
	Existing   *source.DuplicateOf // the source that already has the proposed homepage
}

// Batch holds the results of up to MaxBatch proposals. Next is the id of the last one if more may
// match the filter.
type Batch struct {
	Results []Result
	Next    uuid.UUID
}

const (
	goneDetail   = "The proposal no longer exists: another member decided it, or the source was changed."
	failedDetail = "The decision could not be saved because of an internal error. The other proposals are not affected. " +
		"Report this to an administrator."
)

// Decide accepts or dismisses proposals one after another, each in its own transaction. Proposals
// that cannot be accepted do not stop the others.
func (p *Proposals) Decide(ctx context.Context, actor audit.Actor, input DecideInput) (*Batch, error) {
	list, err := p.selectDecided(ctx, input)
	if err != nil {
		return nil, err
	}
	batch := &Batch{Results: []Result{}}
	found := map[uuid.UUID]bool{}
	for _, proposal := range list {
		found[proposal.ID] = true
		result, err := p.decide(ctx, actor, input.Decision, proposal)
		if postgres.StopsBatch(ctx, err) {
			return nil, err
		}
		if err != nil {
			slog.ErrorContext(ctx, "a proposal could not be decided", "proposal", proposal.ID, "decision",
				string(input.Decision), "error", err)
			result.Outcome, result.Detail = Refused, failedDetail
		}
		batch.Results = append(batch.Results, result)
	}
	for _, id := range input.IDs {
		if !found[id] {
			found[id] = true
			batch.Results = append(batch.Results, Result{ID: id, Outcome: Gone, Detail: goneDetail})
		}
	}
	if len(input.IDs) == 0 && len(list) == MaxBatch {
		batch.Next = list[len(list)-1].ID
	}
	return batch, nil
}

func (p *Proposals) selectDecided(ctx context.Context, input DecideInput) ([]Proposal, error) {
	where, args := input.Filter.where([]any{input.IDs, input.After, input.Through, MaxBatch})
	condition := "p.id = ANY($1) AND $2::uuid IS NOT NULL AND $3::uuid IS NOT NULL"
	if len(input.IDs) == 0 {
		condition = "$1::uuid[] IS NOT DISTINCT FROM $1 AND p.id > $2 AND p.id <= $3"
	}
	rows, err := p.db.Pool.Query(ctx,
		fmt.Sprintf("%s %s AND %s ORDER BY p.id LIMIT $4", selectProposals, where, condition), args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[Proposal])
}

// decide accepts or dismisses one proposal. It returns an error only for failures without a text
// for people.
func (p *Proposals) decide(ctx context.Context, actor audit.Actor, decision Decision, proposal Proposal) (Result,
	error) {
	result := Result{ID: proposal.ID, SourceID: proposal.SourceID, SourceName: proposal.SourceName, Field: proposal.Field}
	if decision == Dismiss {
		result.Outcome = Dismissed
		err := p.db.Tx(ctx, func(tx postgres.Tx) error { return closeProposal(ctx, tx, actor, proposal.ID, Dismissed) })
		return result.explain(err)
	}
	result.Outcome = Accepted
	completion := source.Completion{Field: string(proposal.Field), Before: proposal.Before, Value: proposal.Value}
	if proposal.Field == Logo {
		logo, err := source.ReadLogo(proposal.PNG)
		if err != nil {
			return result, err
		}
		completion.Logo = logo
	}
	err := p.register.Complete(ctx, actor, proposal.SourceID, completion, func(tx postgres.Tx) error {
		return closeProposal(ctx, tx, actor, proposal.ID, Accepted)
	})
	if errors.Is(err, source.ErrFieldChanged) {
		_, deleteErr := p.db.Pool.Exec(ctx, "DELETE FROM proposals WHERE id = $1 AND state = 'open'", proposal.ID)
		err = errors.Join(deleteErr, err)
	}
	return result.explain(err)
}

var errGone = errors.New("the proposal is not open")

// closeProposal marks an open proposal as accepted or dismissed, and deletes its image.
func closeProposal(ctx context.Context, tx postgres.Tx, actor audit.Actor, id uuid.UUID, state Outcome) error {
	closed, err := tx.Exec(ctx, "UPDATE proposals SET state = $2, decided_at = $3, decided_by_id = $4, png = NULL WHERE "+
		"id = $1 AND state = 'open'",
		id, string(state), time.Now(), actor.ActorID)
	if err != nil {
		return err
	}
	if closed.RowsAffected() == 0 {
		return errGone
	}
	return nil
}

// explain converts an error for people to the outcome and detail of a proposal. It returns all
// other errors.
func (r Result) explain(err error) (Result, error) {
	refusal, isProblem := errors.AsType[*problem.Error](err)
	switch {
	case err == nil:
		return r, nil
	case errors.Is(err, errGone), isProblem && refusal.Code == problem.NotFound:
		r.Outcome, r.Detail = Gone, goneDetail
	case errors.Is(err, source.ErrFieldChanged):
		r.Outcome, r.Detail = Changed, "The field was changed after the proposal was made. Its current value is kept."
	case isProblem:
		r.Outcome, r.Detail = Refused, refusal.Detail
		if len(refusal.Fields) > 0 {
			r.Detail = refusal.Fields[0].Detail
		}
		if existing, ok := refusal.Extensions["existing"].(source.DuplicateOf); ok {
			r.Existing = &existing
		}
	default:
		return r, err
	}
	return r, nil
}
