package suggestion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// Decision is what a person decides about a suggestion.
type Decision string

// The decisions about a suggestion.
const (
	Accept  Decision = "accept"
	Dismiss Decision = "dismiss"
	Undo    Decision = "undo" // of an accepted, applied or dismissed suggestion, which is open again
)

// Outcome is the result of a decision about one suggestion.
type Outcome string

// The outcomes of a decision.
const (
	AcceptedOutcome  Outcome = "accepted"
	DismissedOutcome Outcome = "dismissed"
	UndoneOutcome    Outcome = "undone"
	// Another member must approve the change. The suggestion stays open until then.
	ProposedOutcome Outcome = "proposed"
	// The suggestion is no longer in the expected state: another member decided it, or it is obsolete.
	Gone    Outcome = "gone"
	Changed Outcome = "changed" // the endpoint or source was changed since; nothing was done
	Refused Outcome = "refused" // the register does not allow the change; nothing was done
)

// MaxBatch is the maximum number of suggestions that one call of Decide decides. Each takes a
// transaction of about 10 ms.
const MaxBatch = 100

// maxChangeSetAge is the time in which calls of Decide add to one change set. 10,000 suggestions take a few minutes.
const maxChangeSetAge = time.Hour

// Result is the outcome of one suggestion.
type Result struct {
	ID         uuid.UUID
	SourceID   uuid.UUID
	SourceName string
	Kind       Kind
	Field      FieldName // of the kind Field
	Outcome    Outcome
	Detail     string              // why nothing was done, for people
	Existing   *source.DuplicateOf // the source that has the suggested address
	ProposalID uuid.UUID           // the proposal of which the change is an item
}

const (
	keptDetail = "The other endpoint with these items is no longer active. This endpoint stays active."
	goneDetail = "The suggestion is no longer open: another member decided it, or the source or endpoint was changed " +
		"or has recovered."
	notUndoneDetail = "There is nothing to undo: another member has undone the decision, or the suggestion is obsolete."
	failedDetail    = "The decision could not be saved because of an internal error. The other suggestions are not " +
		"affected. Report this to an administrator."
	fieldDetail   = "The field was changed after the suggestion was made. Its current value is kept."
	changedDetail = "The endpoint or source was changed after the suggestion was made. Its current settings are kept."
)

// DecideInput selects the suggestions to decide: those with IDs or, if IDs is empty, all open ones
// that match the filter from After (exclusive) to Through (inclusive), which is the newest
// suggestion that the person may have seen.
type DecideInput struct {
	Decision       Decision
	IDs            []uuid.UUID
	Filter         Filter
	After, Through uuid.UUID
	ChangeSetID    uuid.UUID // of the call before, if After is its Next
}

// Decided has the results of up to MaxBatch suggestions. Next is the id of the last one if more may
// match the filter.
type Decided struct {
	Results     []Result
	Next        uuid.UUID
	ChangeSetID uuid.UUID // for the next call; a change set has this id only if something was changed
}

// Decide decides suggestions one after another, each in its own transaction. Those that cannot be
// decided do not stop the others. What it changes is one change set, also with the calls before, or a proposal if
// another member must approve it.
func (s *Suggestions) Decide(ctx context.Context, actor audit.Actor, input DecideInput) (*Decided, error) {
	ids, decided := input.IDs, &Decided{Results: []Result{}}
	if len(ids) == 0 {
		var err error
		if ids, err = s.selectAll(ctx, input); err != nil {
			return nil, err
		}
		if len(ids) == MaxBatch {
			decided.Next = ids[MaxBatch-1]
		}
	}
	seen := map[uuid.UUID]bool{}
	ids = slices.DeleteFunc(slices.Clone(ids), func(id uuid.UUID) bool {
		isRepeated := seen[id]
		seen[id] = true
		return isRepeated
	})
	switch input.Decision {
	case Undo:
		results, err := s.undo(ctx, actor, ids)
		decided.Results = append(decided.Results, results...)
		return decided, err
	case Accept:
		needsApproval, err := s.needsApproval(ctx, actor, input, ids)
		if err != nil {
			return nil, err
		}
		if needsApproval {
			results, err := s.propose(ctx, actor, ids)
			decided.Results = append(decided.Results, results...)
			return decided, err
		}
		if decided.ChangeSetID, err = s.changeSetID(ctx, actor, input.ChangeSetID); err != nil {
			return nil, err
		}
		actor = recording(actor, decided.ChangeSetID, "Accepted suggestions")
	}
	for _, id := range ids {
		result, err := s.decideID(ctx, actor, input.Decision, id)
		if postgres.StopsBatch(ctx, err) {
			return nil, err
		}
		if err != nil {
			s.log.ErrorContext(ctx, "a suggestion could not be decided", "suggestion", id, "decision",
				string(input.Decision), "error", err)
			result.Outcome, result.Detail = Refused, failedDetail
		}
		decided.Results = append(decided.Results, result)
	}
	return decided, nil
}

// changeSetID returns id if the actor started that change set of accepted suggestions within maxChangeSetAge and it was
// not undone, and otherwise a new id.
func (s *Suggestions) changeSetID(ctx context.Context, actor audit.Actor, id uuid.UUID) (uuid.UUID, error) {
	if id == uuid.Nil {
		return uuid.Must(uuid.NewV7()), nil
	}
	var isOther bool
	err := s.db.Pool.QueryRow(ctx, `
		SELECT EXISTS (
			SELECT
			FROM change_sets s
			WHERE s.id = $1 AND (s.origin <> 'suggestion' OR s.state <> 'applied'
				OR s.created_by_id IS DISTINCT FROM $2 OR s.started_at < now() - $3::interval
				OR EXISTS (SELECT FROM change_sets u WHERE u.parent_id = s.id)))`, id, actor.ActorID, maxChangeSetAge).
		Scan(&isOther)
	if isOther {
		id = uuid.Must(uuid.NewV7())
	}
	return id, err
}

// selectAll returns the ids of the first MaxBatch suggestions that match a filter.
func (s *Suggestions) selectAll(ctx context.Context, input DecideInput) ([]uuid.UUID, error) {
	where := input.Filter.conditions()
	where.add("g.id > $%d", input.After)
	where.add("g.id <= $%d", input.Through)
	return s.db.IDs(ctx, fmt.Sprintf("SELECT g.id FROM suggestions g WHERE %s ORDER BY g.id LIMIT %d", where, MaxBatch),
		where.args...)
}

// decideID decides the suggestion with an id.
func (s *Suggestions) decideID(ctx context.Context, actor audit.Actor, decision Decision, id uuid.UUID) (Result,
	error) {
	result := Result{ID: id, Outcome: Gone}
	list, err := s.read(ctx, id)
	if err == nil && len(list) > 0 {
		if result, err = s.decide(ctx, actor, decision, list[0]); err == nil {
			result.Outcome, err = s.explain(ctx, list[0], result.Outcome)
		}
	}
	if err == nil && result.Outcome == Gone {
		result.Detail = goneDetail
	}
	if err == nil && result.Outcome == Changed && result.Kind == Field {
		err = s.deleteChanged(ctx, id)
	}
	return result, err
}

// explain returns Gone instead of Changed if another member decided the suggestion meanwhile, which
// is why the endpoint or source has changed.
func (s *Suggestions) explain(ctx context.Context, g Suggestion, outcome Outcome) (Outcome, error) {
	if outcome != Changed {
		return outcome, nil
	}
	var state State
	err := s.db.Pool.QueryRow(ctx, "SELECT state FROM suggestions WHERE id = $1", g.ID).Scan(&state)
	if postgres.IsNoRows(err) || err == nil && state != g.State {
		return Gone, nil
	}
	return outcome, err
}

func (s *Suggestions) decide(ctx context.Context, actor audit.Actor, decision Decision, g Suggestion) (Result, error) {
	if err := s.checkNotProposed(ctx, g); err != nil {
		return s.finish(g, Refused, "", err)
	}
	if decision == Accept {
		return s.accept(ctx, actor, g, Accepted)
	}
	err := s.db.Tx(ctx, func(tx postgres.Tx) error {
		if g.Kind == OtherOutlet && g.State == Open {
			if err := confirmOutlet(ctx, tx, actor, g); err != nil {
				return err
			}
		}
		return s.close(ctx, tx, actor, g, Dismissed, restoration{})
	})
	return s.finish(g, DismissedOutcome, string(Dismissed), err)
}

// close ends an open suggestion with a decision and records it in the history.
func (s *Suggestions) close(ctx context.Context, tx postgres.Tx, actor audit.Actor, g Suggestion, state State,
	undo restoration) error {
	restored, err := json.Marshal(undo)
	if err != nil {
		return err
	}
	closed, err := tx.Exec(ctx, `UPDATE suggestions
		SET state = $2, undo = $3::jsonb, png = NULL, decided_at = $4, decided_by = $5, decided_by_name = $6,
			change_set_id = $7
		WHERE id = $1 AND state = 'open'`,
		g.ID, string(state), string(restored), time.Now(), actor.ActorID, actor.Name, actor.ChangeSetID)
	if err != nil {
		return err
	}
	if closed.RowsAffected() == 0 {
		return errGone
	}
	if g.Kind == Field { // the history has the edit of the field
		return nil
	}
	return recordDecision(ctx, tx, actor, g, "suggestion."+string(state))
}

// recordDecision adds a decision to the history of the source. It has version 0, because the
// decision itself changes nothing.
func recordDecision(ctx context.Context, tx postgres.Tx, actor audit.Actor, g Suggestion, action string) error {
	changes, err := audit.Diff(nil, map[string]any{"suggestion": g.Kind})
	if err != nil {
		return err
	}
	event := audit.Event{Action: action, TargetType: audit.TargetSource, TargetID: g.SourceID, TargetName: g.SourceName,
		SourceID: g.SourceID, Changes: changes}
	if g.EndpointID != nil {
		event.TargetType, event.TargetID, event.TargetName = audit.TargetEndpoint, *g.EndpointID, g.EndpointURL
		if g.EndpointName != "" {
			event.TargetName = g.EndpointName
		}
	}
	return audit.Record(ctx, tx, actor, event)
}

// finish returns the result of a decision. Errors for people become the outcome; all others are
// returned. event is the label of the metric.
func (s *Suggestions) finish(g Suggestion, outcome Outcome, event string, err error) (Result, error) {
	result := Result{ID: g.ID, SourceID: g.SourceID, SourceName: g.SourceName, Kind: g.Kind, Field: g.Field,
		Outcome: outcome}
	refusal, isProblem := errors.AsType[*problem.Error](err)
	switch {
	case err == nil:
		s.count(g.Kind, event, 1)
	case errors.Is(err, errGone), isProblem && refusal.Code == problem.NotFound:
		result.Outcome, result.Detail = Gone, goneDetail
	case errors.Is(err, source.ErrFieldChanged):
		result.Outcome, result.Detail = Changed, fieldDetail
	case errors.Is(err, errKeptInactive):
		result.Outcome, result.Detail = Changed, keptDetail
	case errors.Is(err, source.ErrEndpointChanged), isProblem &&
		(refusal.Code == problem.StaleVersion || refusal.Code == problem.BadTransition):
		result.Outcome, result.Detail = Changed, changedDetail
	case isProblem:
		result.Outcome, result.Detail = Refused, refusal.Detail
		if len(refusal.Fields) > 0 {
			result.Detail = refusal.Fields[0].Detail
		}
		if existing, ok := refusal.Extensions["existing"].(source.DuplicateOf); ok {
			result.Existing = &existing
		}
	default:
		return result, err
	}
	return result, nil
}
