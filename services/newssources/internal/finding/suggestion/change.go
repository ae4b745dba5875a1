package suggestion

import (
	"context"
	"reflect"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
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
	i := slices.IndexFunc(kinds, func(k rules) bool { return k.Kind == g.Kind })
	if i < 0 { // of a later version of the service
		return errGone
	}
	return kinds[i].change(s, ctx, actor, g, state)
}

// changeAddress replaces the address of an endpoint.
func (s *Suggestions) changeAddress(ctx context.Context, actor audit.Actor, g Suggestion, state State) error {
	return s.register.RepairEndpoint(ctx, actor, source.Repair{
		SourceID: g.SourceID, EndpointID: *g.EndpointID,
		Record: func(tx postgres.Tx) error { return s.close(ctx, tx, actor, g, state, restoration{}) },
		Applies: func(d source.EndpointDetails) bool {
			return d.URL == g.Evidence.URL && d.Intent == source.EndpointActive
		},
		Change: func(d *source.EndpointDetails) { d.URL = g.Evidence.Target },
	})
}

// retire retires the endpoint of a suggestion. record is called in the same transaction and closes
// the suggestion. Other open suggestions about the endpoint become obsolete. kept is the endpoint
// that has the same items, or nil; suggestions to retire it become obsolete as well.
func (s *Suggestions) retire(ctx context.Context, actor audit.Actor, g Suggestion, kept *uuid.UUID,
	record func(postgres.Tx) error) error {
	var closed []Kind
	err := s.register.RepairEndpoint(ctx, actor, source.Repair{
		SourceID: g.SourceID, EndpointID: *g.EndpointID,
		Applies: func(d source.EndpointDetails) bool {
			return d.URL == g.Evidence.URL && d.Intent == source.EndpointActive
		},
		Change: func(d *source.EndpointDetails) { d.Intent = source.EndpointRetired },
		Record: func(tx postgres.Tx) (err error) {
			if err := record(tx); err != nil {
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
func (s *Suggestions) changeSetting(ctx context.Context, actor audit.Actor, g Suggestion, state State) error {
	return s.register.RepairEndpoint(ctx, actor, source.Repair{
		SourceID: g.SourceID, EndpointID: *g.EndpointID,
		Record: func(tx postgres.Tx) error { return s.close(ctx, tx, actor, g, state, restoration{}) },
		Applies: func(d source.EndpointDetails) bool {
			return d.URL == g.Evidence.URL && settingOf(d, g.Evidence.Setting) == g.Evidence.Before
		},
		Change: func(d *source.EndpointDetails) { setSetting(d, g.Evidence.Setting, g.Evidence.After) },
	})
}

// changeSchedule replaces the schedule of an endpoint.
func (s *Suggestions) changeSchedule(ctx context.Context, actor audit.Actor, g Suggestion, state State) error {
	return s.register.RepairEndpoint(ctx, actor, source.Repair{
		SourceID: g.SourceID, EndpointID: *g.EndpointID,
		Record: func(tx postgres.Tx) error { return s.close(ctx, tx, actor, g, state, restoration{}) },
		Applies: func(d source.EndpointDetails) bool {
			return d.URL == g.Evidence.URL && reflect.DeepEqual(d.Schedule, g.Evidence.Schedule)
		},
		Change: func(d *source.EndpointDetails) { d.Schedule = g.Evidence.suggestedSchedule() },
	})
}
