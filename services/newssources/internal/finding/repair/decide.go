package repair

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
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
	// The suggestion is no longer in the expected state: another member decided it, or it is obsolete.
	Gone    Outcome = "gone"
	Changed Outcome = "changed" // the endpoint or source was changed since; nothing was done
	Refused Outcome = "refused" // the register does not allow the change; nothing was done
)

// MaxBatch is the maximum number of suggestions that one call of Decide decides. Each takes a
// transaction of about 10 ms.
const MaxBatch = 100

// Result is the outcome of one suggestion.
type Result struct {
	ID         uuid.UUID
	SourceID   uuid.UUID
	SourceName string
	Kind       Kind
	Outcome    Outcome
	Detail     string              // why nothing was done, for people
	Existing   *source.DuplicateOf // the source that has the suggested address
}

const (
	keptDetail = "The other endpoint with these items is no longer active. This endpoint stays active."
	goneDetail = "The suggestion is no longer open: another member decided it, or the endpoint has recovered or " +
		"was changed."
	notUndoneDetail = "There is nothing to undo: another member has undone the decision, or the suggestion is obsolete."
	failedDetail    = "The decision could not be saved because of an internal error. The other suggestions are not " +
		"affected. Report this to an administrator."
	changedDetail = "The endpoint or source was changed after the suggestion was made. Its current settings are kept."
)

// Decide decides suggestions one after another, each in its own transaction. Those that cannot be
// decided do not stop the others.
func (r *Repairs) Decide(ctx context.Context, actor audit.Actor, decision Decision, ids []uuid.UUID) ([]Result, error) {
	results, done := []Result{}, map[uuid.UUID]bool{}
	for _, id := range ids {
		if done[id] {
			continue
		}
		done[id] = true
		result, err := r.decideID(ctx, actor, decision, id)
		if postgres.StopsBatch(ctx, err) {
			return nil, err
		}
		if err != nil {
			r.log.ErrorContext(ctx, "a suggestion could not be decided", "suggestion", id, "decision", string(decision), "error",
				err)
			result.Outcome, result.Detail = Refused, failedDetail
		}
		results = append(results, result)
	}
	return results, nil
}

// decideID decides the suggestion with an id.
func (r *Repairs) decideID(ctx context.Context, actor audit.Actor, decision Decision, id uuid.UUID) (Result, error) {
	result := Result{ID: id, Outcome: Gone}
	list, err := r.read(ctx, id)
	if err == nil && len(list) > 0 {
		if result, err = r.decide(ctx, actor, decision, list[0]); err == nil {
			result.Outcome, err = r.explain(ctx, list[0], result.Outcome)
		}
	}
	if err == nil && result.Outcome == Gone {
		result.Detail = goneDetail
		if decision == Undo {
			result.Detail = notUndoneDetail
		}
	}
	return result, err
}

// explain returns Gone instead of Changed if another member decided the suggestion meanwhile, which
// is why the endpoint or source has changed.
func (r *Repairs) explain(ctx context.Context, s Suggestion, outcome Outcome) (Outcome, error) {
	if outcome != Changed {
		return outcome, nil
	}
	var state State
	err := r.db.Pool.QueryRow(ctx, "SELECT state FROM suggestions WHERE id = $1", s.ID).Scan(&state)
	if postgres.IsNoRows(err) || err == nil && state != s.State {
		return Gone, nil
	}
	return outcome, err
}

func (r *Repairs) decide(ctx context.Context, actor audit.Actor, decision Decision, s Suggestion) (Result, error) {
	switch decision {
	case Accept:
		return r.accept(ctx, actor, s, Accepted)
	case Undo:
		return r.undo(ctx, actor, s)
	}
	err := r.db.Tx(ctx, func(tx postgres.Tx) error { return r.close(ctx, tx, actor, s, Dismissed, nil) })
	return r.finish(s, DismissedOutcome, string(Dismissed), err)
}

// accept makes the suggested change. state is Accepted or, if the service does it, Applied.
func (r *Repairs) accept(ctx context.Context, actor audit.Actor, s Suggestion, state State) (Result, error) {
	if s.State != Open {
		return r.finish(s, AcceptedOutcome, string(state), errGone)
	}
	result, err := r.finish(s, AcceptedOutcome, string(state), r.change(ctx, actor, s, state))
	if err == nil && result.Outcome == AcceptedOutcome && state == Applied {
		r.log.InfoContext(ctx, "applied a suggestion", "kind", string(s.Kind), "source", s.SourceID, "endpoint", s.EndpointID)
	}
	return result, err
}

// change makes the change of an open suggestion.
func (r *Repairs) change(ctx context.Context, actor audit.Actor, s Suggestion, state State) error {
	record := func(tx postgres.Tx, before source.EndpointDetails) error {
		return r.close(ctx, tx, actor, s, state, &restoration{Intent: before.Intent})
	}
	switch s.Kind {
	case Moved:
		return r.register.RepairEndpoint(ctx, actor, source.Repair{
			SourceID: s.SourceID, EndpointID: *s.EndpointID, Record: record,
			Applies: func(d source.EndpointDetails) bool {
				return d.URL == s.Evidence.URL && d.Intent == source.EndpointActive
			},
			Change: func(d *source.EndpointDetails) { d.URL = s.Evidence.Target },
		})
	case Duplicate:
		return r.retireDuplicate(ctx, actor, s, state)
	case Settings:
		return r.changeSetting(ctx, actor, s, s.Evidence.Before, s.Evidence.After, record)
	case Slower, Faster:
		return r.changeSchedule(ctx, actor, s, s.Evidence.Schedule, s.Evidence.suggestedSchedule(), record)
	case Replaced:
		return r.addReplacement(ctx, actor, s, state)
	case Archive:
		return r.changeLifecycle(ctx, actor, s, r.register.Archive,
			func(tx postgres.Tx) error { return r.close(ctx, tx, actor, s, state, &restoration{}) })
	}
	return errGone
}

// retire retires the endpoint of a suggestion. record is called in the same transaction and closes
// the suggestion. Other open suggestions about the endpoint become obsolete. kept is the endpoint
// that has the same items, or nil; suggestions to retire it become obsolete as well.
func (r *Repairs) retire(ctx context.Context, actor audit.Actor, s Suggestion, kept *uuid.UUID,
	record func(postgres.Tx, source.EndpointDetails) error) error {
	var closed []Kind
	err := r.register.RepairEndpoint(ctx, actor, source.Repair{
		SourceID: s.SourceID, EndpointID: *s.EndpointID,
		Applies: func(d source.EndpointDetails) bool {
			return d.URL == s.Evidence.URL && d.Intent == source.EndpointActive
		},
		Change: func(d *source.EndpointDetails) { d.Intent = source.EndpointRetired },
		Record: func(tx postgres.Tx, before source.EndpointDetails) (err error) {
			if err := record(tx, before); err != nil {
				return err
			}
			closed, err = closeSuggestions(ctx, tx, *s.EndpointID, kept)
			return err
		},
	})
	if err != nil {
		return err
	}
	for _, kind := range closed {
		r.count(kind, string(Obsolete), 1)
	}
	return nil
}

// closeSuggestions closes the open suggestions about a retired endpoint, and those to retire the
// endpoint kept as a duplicate. It returns the kinds of the closed suggestions.
func closeSuggestions(ctx context.Context, tx postgres.Tx, retired uuid.UUID, kept *uuid.UUID) ([]Kind, error) {
	rows, err := tx.Query(ctx, `UPDATE suggestions SET state = 'obsolete', decided_at = now() WHERE state = 'open'
		AND (endpoint_id = $1::uuid OR kind = 'duplicate' AND subject = ($1::uuid)::text OR kind = 'duplicate'
		AND endpoint_id = $2::uuid) RETURNING kind`, retired, kept)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[Kind])
}

// changeSetting replaces a setting of an endpoint.
func (r *Repairs) changeSetting(ctx context.Context, actor audit.Actor, s Suggestion, from, to string,
	record func(postgres.Tx, source.EndpointDetails) error) error {
	return r.register.RepairEndpoint(ctx, actor, source.Repair{
		SourceID: s.SourceID, EndpointID: *s.EndpointID, Record: record,
		Applies: func(d source.EndpointDetails) bool {
			return d.URL == s.Evidence.URL && settingOf(d, s.Evidence.Setting) == from
		},
		Change: func(d *source.EndpointDetails) { setSetting(d, s.Evidence.Setting, to) },
	})
}

// changeSchedule replaces the schedule of an endpoint.
func (r *Repairs) changeSchedule(ctx context.Context, actor audit.Actor, s Suggestion, from, to *schedule.Spec,
	record func(postgres.Tx, source.EndpointDetails) error) error {
	return r.register.RepairEndpoint(ctx, actor, source.Repair{
		SourceID: s.SourceID, EndpointID: *s.EndpointID, Record: record,
		Applies: func(d source.EndpointDetails) bool {
			return d.URL == s.Evidence.URL && reflect.DeepEqual(d.Schedule, from)
		},
		Change: func(d *source.EndpointDetails) { d.Schedule = to },
	})
}

// changeLifecycle archives or unarchives the current version of the source of a suggestion.
func (r *Repairs) changeLifecycle(ctx context.Context, actor audit.Actor, s Suggestion,
	change func(context.Context, audit.Actor, uuid.UUID, int, ...func(postgres.Tx) error) (*source.Source, error),
	record func(postgres.Tx) error,
) error {
	current, err := r.register.Get(ctx, s.SourceID)
	if err != nil {
		return err
	}
	_, err = change(ctx, actor, s.SourceID, current.Version, record)
	return err
}

// undo restores what an accepted suggestion changed, or opens a dismissed one. The service does not
// apply it again.
func (r *Repairs) undo(ctx context.Context, actor audit.Actor, s Suggestion) (Result, error) {
	if s.State == Dismissed {
		return r.finish(s, UndoneOutcome, string(UndoneOutcome),
			r.db.Tx(ctx, func(tx postgres.Tx) error { return r.reopen(ctx, tx, actor, s) }))
	}
	if s.State != Accepted && s.State != Applied || s.Undo == nil {
		return r.finish(s, UndoneOutcome, string(UndoneOutcome), errGone)
	}
	return r.finish(s, UndoneOutcome, string(UndoneOutcome), r.restore(ctx, actor, s))
}

// restore reverts the change of an accepted suggestion.
func (r *Repairs) restore(ctx context.Context, actor audit.Actor, s Suggestion) error {
	record := func(tx postgres.Tx, _ source.EndpointDetails) error { return r.reopen(ctx, tx, actor, s) }
	switch s.Kind {
	case Moved:
		return r.register.RepairEndpoint(ctx, actor, source.Repair{
			SourceID: s.SourceID, EndpointID: *s.EndpointID, Record: record,
			Applies: func(d source.EndpointDetails) bool { return d.URL == s.Evidence.Target },
			Change:  func(d *source.EndpointDetails) { d.URL = s.Evidence.URL },
		})
	case Duplicate:
		return r.register.RepairEndpoint(ctx, actor, source.Repair{
			SourceID: s.SourceID, EndpointID: *s.EndpointID, Record: record,
			Applies: func(d source.EndpointDetails) bool { return d.Intent == source.EndpointRetired },
			Change:  func(d *source.EndpointDetails) { d.Intent = s.Undo.Intent },
		})
	case Settings:
		return r.changeSetting(ctx, actor, s, s.Evidence.After, s.Evidence.Before, record)
	case Slower, Faster:
		return r.changeSchedule(ctx, actor, s, s.Evidence.suggestedSchedule(), s.Evidence.Schedule, record)
	case Replaced:
		return r.removeReplacement(ctx, actor, s)
	case Archive:
		return r.changeLifecycle(ctx, actor, s, r.register.Unarchive,
			func(tx postgres.Tx) error { return r.reopen(ctx, tx, actor, s) })
	}
	return errGone
}

// close ends an open suggestion with a decision and records it in the history.
func (r *Repairs) close(ctx context.Context, tx postgres.Tx, actor audit.Actor, s Suggestion, state State,
	undo *restoration) error {
	restored, err := json.Marshal(undo)
	if err != nil {
		return err
	}
	closed, err := tx.Exec(ctx, `UPDATE suggestions
		SET state = $2, undo = $3::jsonb, decided_at = $4, decided_by = $5, decided_by_name = $6
		WHERE id = $1 AND state = 'open'`,
		s.ID, string(state), string(restored), time.Now(), actor.ActorID, actor.Name)
	if err != nil {
		return err
	}
	if closed.RowsAffected() == 0 {
		return errGone
	}
	return recordDecision(ctx, tx, actor, s, "suggestion."+string(state))
}

// reopen opens a decided suggestion, which only a person can accept from now on.
func (r *Repairs) reopen(ctx context.Context, tx postgres.Tx, actor audit.Actor, s Suggestion) error {
	opened, err := tx.Exec(ctx, `UPDATE suggestions
		SET state = 'open', undo = NULL, by_person = true, decided_at = NULL, decided_by = NULL, decided_by_name = ''
		WHERE id = $1 AND state = $2`, s.ID, string(s.State))
	if err != nil {
		return err
	}
	if opened.RowsAffected() == 0 {
		return errGone
	}
	if s.Kind == Duplicate {
		if err := closeConflicting(ctx, tx, s); err != nil {
			return err
		}
	}
	return recordDecision(ctx, tx, actor, s, "suggestion.undone")
}

// recordDecision adds a decision to the history of the source. It has version 0, because the
// decision itself changes nothing.
func recordDecision(ctx context.Context, tx postgres.Tx, actor audit.Actor, s Suggestion, action string) error {
	changes, err := audit.Diff(nil, map[string]any{"suggestion": s.Kind})
	if err != nil {
		return err
	}
	event := audit.Event{Action: action, TargetType: audit.TargetSource, TargetID: s.SourceID, TargetName: s.SourceName,
		SourceID: s.SourceID, Changes: changes}
	if s.EndpointID != nil {
		event.TargetType, event.TargetID, event.TargetName = audit.TargetEndpoint, *s.EndpointID, s.EndpointURL
		if s.EndpointName != "" {
			event.TargetName = s.EndpointName
		}
	}
	return audit.Record(ctx, tx, actor, event)
}

// finish returns the result of a decision. Errors for people become the outcome; all others are
// returned. event is the label of the metric.
func (r *Repairs) finish(s Suggestion, outcome Outcome, event string, err error) (Result, error) {
	result := Result{ID: s.ID, SourceID: s.SourceID, SourceName: s.SourceName, Kind: s.Kind, Outcome: outcome}
	refusal, isProblem := errors.AsType[*problem.Error](err)
	switch {
	case err == nil:
		r.count(s.Kind, event, 1)
	case errors.Is(err, errGone), isProblem && refusal.Code == problem.NotFound:
		result.Outcome, result.Detail = Gone, goneDetail
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
