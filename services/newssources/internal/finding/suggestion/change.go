package suggestion

import (
	"context"
	"reflect"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// accept makes the suggested change. state is Accepted or, if the service does it, Applied.
func (s *Suggestions) accept(ctx context.Context, actor audit.Actor, g Suggestion, state State) (Result, error) {
	if g.State != Open {
		return s.finish(g, AcceptedOutcome, string(state), errGone)
	}
	result, err := s.finish(g, AcceptedOutcome, string(state), s.change(ctx, actor, g, state))
	if err == nil && result.Outcome == AcceptedOutcome && state == Applied {
		s.log.InfoContext(ctx, "applied a suggestion", "kind", string(g.Kind), "source", g.SourceID, "endpoint", g.EndpointID)
	}
	return result, err
}

// change makes the change of an open suggestion.
func (s *Suggestions) change(ctx context.Context, actor audit.Actor, g Suggestion, state State) error {
	record := func(tx postgres.Tx, before source.EndpointDetails) error {
		return s.close(ctx, tx, actor, g, state, &restoration{Intent: before.Intent})
	}
	switch g.Kind {
	case Moved:
		return s.register.RepairEndpoint(ctx, actor, source.Repair{
			SourceID: g.SourceID, EndpointID: *g.EndpointID, Record: record,
			Applies: func(d source.EndpointDetails) bool {
				return d.URL == g.Evidence.URL && d.Intent == source.EndpointActive
			},
			Change: func(d *source.EndpointDetails) { d.URL = g.Evidence.Target },
		})
	case Duplicate:
		return s.retireDuplicate(ctx, actor, g, state)
	case Settings:
		return s.changeSetting(ctx, actor, g, g.Evidence.Before, g.Evidence.After, record)
	case Slower, Faster:
		return s.changeSchedule(ctx, actor, g, g.Evidence.Schedule, g.Evidence.suggestedSchedule(), record)
	case Replaced:
		return s.addReplacement(ctx, actor, g, state)
	case Field:
		return s.completeField(ctx, actor, g, state)
	case Archive:
		return s.changeLifecycle(ctx, actor, g, s.register.Archive,
			func(tx postgres.Tx) error { return s.close(ctx, tx, actor, g, state, &restoration{}) })
	}
	return errGone
}

// retire retires the endpoint of a suggestion. record is called in the same transaction and closes
// the suggestion. Other open suggestions about the endpoint become obsolete. kept is the endpoint
// that has the same items, or nil; suggestions to retire it become obsolete as well.
func (s *Suggestions) retire(ctx context.Context, actor audit.Actor, g Suggestion, kept *uuid.UUID,
	record func(postgres.Tx, source.EndpointDetails) error) error {
	var closed []Kind
	err := s.register.RepairEndpoint(ctx, actor, source.Repair{
		SourceID: g.SourceID, EndpointID: *g.EndpointID,
		Applies: func(d source.EndpointDetails) bool {
			return d.URL == g.Evidence.URL && d.Intent == source.EndpointActive
		},
		Change: func(d *source.EndpointDetails) { d.Intent = source.EndpointRetired },
		Record: func(tx postgres.Tx, before source.EndpointDetails) (err error) {
			if err := record(tx, before); err != nil {
				return err
			}
			closed, err = closeSuggestions(ctx, tx, *g.EndpointID, kept)
			return err
		},
	})
	if err != nil {
		return err
	}
	for _, kind := range closed {
		s.count(kind, string(Obsolete), 1)
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
func (s *Suggestions) changeSetting(ctx context.Context, actor audit.Actor, g Suggestion, from, to string,
	record func(postgres.Tx, source.EndpointDetails) error) error {
	return s.register.RepairEndpoint(ctx, actor, source.Repair{
		SourceID: g.SourceID, EndpointID: *g.EndpointID, Record: record,
		Applies: func(d source.EndpointDetails) bool {
			return d.URL == g.Evidence.URL && settingOf(d, g.Evidence.Setting) == from
		},
		Change: func(d *source.EndpointDetails) { setSetting(d, g.Evidence.Setting, to) },
	})
}

// changeSchedule replaces the schedule of an endpoint.
func (s *Suggestions) changeSchedule(ctx context.Context, actor audit.Actor, g Suggestion, from, to *schedule.Spec,
	record func(postgres.Tx, source.EndpointDetails) error) error {
	return s.register.RepairEndpoint(ctx, actor, source.Repair{
		SourceID: g.SourceID, EndpointID: *g.EndpointID, Record: record,
		Applies: func(d source.EndpointDetails) bool {
			return d.URL == g.Evidence.URL && reflect.DeepEqual(d.Schedule, from)
		},
		Change: func(d *source.EndpointDetails) { d.Schedule = to },
	})
}

// changeLifecycle archives or unarchives the current version of the source of a suggestion.
func (s *Suggestions) changeLifecycle(ctx context.Context, actor audit.Actor, g Suggestion,
	change func(context.Context, audit.Actor, uuid.UUID, int, ...func(postgres.Tx) error) (*source.Source, error),
	record func(postgres.Tx) error,
) error {
	current, err := s.register.Get(ctx, g.SourceID)
	if err != nil {
		return err
	}
	_, err = change(ctx, actor, g.SourceID, current.Version, record)
	return err
}

// undo restores what an accepted suggestion changed, or opens a dismissed one. The service does not
// apply it again.
func (s *Suggestions) undo(ctx context.Context, actor audit.Actor, g Suggestion) (Result, error) {
	if g.Kind == Field { // the image is deleted, and the field may have another suggestion
		return s.finish(g, UndoneOutcome, string(UndoneOutcome), errGone)
	}
	if g.State == Dismissed {
		return s.finish(g, UndoneOutcome, string(UndoneOutcome),
			s.db.Tx(ctx, func(tx postgres.Tx) error { return s.reopen(ctx, tx, actor, g) }))
	}
	if g.State != Accepted && g.State != Applied || g.Undo == nil {
		return s.finish(g, UndoneOutcome, string(UndoneOutcome), errGone)
	}
	return s.finish(g, UndoneOutcome, string(UndoneOutcome), s.restore(ctx, actor, g))
}

// restore reverts the change of an accepted suggestion.
func (s *Suggestions) restore(ctx context.Context, actor audit.Actor, g Suggestion) error {
	record := func(tx postgres.Tx, _ source.EndpointDetails) error { return s.reopen(ctx, tx, actor, g) }
	switch g.Kind {
	case Moved:
		return s.register.RepairEndpoint(ctx, actor, source.Repair{
			SourceID: g.SourceID, EndpointID: *g.EndpointID, Record: record,
			Applies: func(d source.EndpointDetails) bool { return d.URL == g.Evidence.Target },
			Change:  func(d *source.EndpointDetails) { d.URL = g.Evidence.URL },
		})
	case Duplicate:
		return s.register.RepairEndpoint(ctx, actor, source.Repair{
			SourceID: g.SourceID, EndpointID: *g.EndpointID, Record: record,
			Applies: func(d source.EndpointDetails) bool { return d.Intent == source.EndpointRetired },
			Change:  func(d *source.EndpointDetails) { d.Intent = g.Undo.Intent },
		})
	case Settings:
		return s.changeSetting(ctx, actor, g, g.Evidence.After, g.Evidence.Before, record)
	case Slower, Faster:
		return s.changeSchedule(ctx, actor, g, g.Evidence.suggestedSchedule(), g.Evidence.Schedule, record)
	case Replaced:
		return s.removeReplacement(ctx, actor, g)
	case Archive:
		return s.changeLifecycle(ctx, actor, g, s.register.Unarchive,
			func(tx postgres.Tx) error { return s.reopen(ctx, tx, actor, g) })
	}
	return errGone
}
