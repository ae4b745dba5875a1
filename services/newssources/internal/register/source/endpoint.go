package source

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	entendpoint "github.com/newsources/newsources/services/newssources/internal/ent/endpoint"
	entsource "github.com/newsources/newsources/services/newssources/internal/ent/source"
	"github.com/newsources/newsources/services/newssources/internal/platform/idempotency"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// AddEndpoint adds an endpoint to a source.
func (r *Register) AddEndpoint(ctx context.Context, actor audit.Actor, sourceID uuid.UUID,
	details EndpointDetails) (*Endpoint, error) {
	if err := details.Validate(); err != nil {
		return nil, err
	}
	var wrong problem.Fields
	if r.checkKeys(&wrong, "", details); wrong.Err() != nil {
		return nil, wrong.Err()
	}
	get := func(ctx context.Context, id uuid.UUID) (*Endpoint, error) { return r.Endpoint(ctx, sourceID, id) }
	if created, err := idempotency.Created(ctx, get); created != nil || err != nil {
		return created, err
	}
	input := &ExtendInput{SourceID: sourceID, Endpoints: []EndpointDetails{details},
		EndpointIDs: []uuid.UUID{idempotency.NewID(ctx)}}
	err := r.db.Tx(ctx, func(tx postgres.Tx) error {
		row, err := lockEditable(ctx, tx, sourceID)
		if err != nil {
			return err
		}
		count, err := tx.Ent.Endpoint.Query().Where(entendpoint.SourceID(sourceID)).Count(ctx)
		if err != nil {
			return err
		}
		if err := r.checkAddition(details, tierOf(row.Tier), count); err != nil {
			return err
		}
		return InsertAll(ctx, tx, r.keys, actor, nil, []*ExtendInput{input})
	})
	if err != nil {
		return nil, r.explainDuplicate(ctx, err, Outlet{}, urlKeys(input.Endpoints))
	}
	return get(ctx, input.EndpointIDs[0])
}

// checkAddition returns a problem if an endpoint can't be added to a source of this tier, which has
// count endpoints.
func (r *Register) checkAddition(details EndpointDetails, tier, count int) error {
	var wrong problem.Fields
	if details.Schedule.CheckLimits(&wrong, schedulePointer, r.limits, tier); wrong.Err() != nil {
		return wrong.Err()
	}
	if count >= MaxEndpoints {
		return problem.New(problem.Invalid, "A source can have at most %d endpoints. Delete an endpoint first, or create "+
			"another source.", MaxEndpoints)
	}
	return nil
}

// CheckEndpoint normalizes the details of a new endpoint, and returns the name of its source, or a
// problem if it can't be added now. It does not notice an address that another endpoint has.
func (r *Register) CheckEndpoint(ctx context.Context, sourceID uuid.UUID, details *EndpointDetails) (name string,
	err error) {
	if err := details.Validate(); err != nil {
		return "", err
	}
	of, err := r.Get(ctx, sourceID)
	switch {
	case err != nil:
		return "", err
	case of.Lifecycle == Archived:
		return "", ArchivedError()
	}
	return of.Name, r.checkAddition(*details, tierOf(of.Tier), len(of.Endpoints))
}

// UpdateEndpoint applies change to an endpoint if version is its current version. A change without
// effect creates no new version and no history.
func (r *Register) UpdateEndpoint(ctx context.Context, actor audit.Actor, sourceID, id uuid.UUID, version int,
	change func(*EndpointDetails)) (*Endpoint, error) {
	edit := EndpointEdit{ID: id, SourceID: sourceID, Version: version, Change: func(d *EndpointDetails) error {
		change(d)
		return nil
	}}
	if err := r.editEndpoint(ctx, actor, func(postgres.Tx) EndpointEdit { return edit }); err != nil {
		return nil, err
	}
	return r.Endpoint(ctx, sourceID, id)
}

// editEndpoint applies one edit, which newEdit returns for a transaction.
func (r *Register) editEndpoint(ctx context.Context, actor audit.Actor,
	newEdit func(tx postgres.Tx) EndpointEdit) error {
	var edit EndpointEdit
	var outcome EndpointOutcome
	err := r.db.Tx(ctx, func(tx postgres.Tx) error {
		edit = newEdit(tx)
		outcomes, err := r.ApplyEndpointEdits(ctx, tx, actor, []EndpointEdit{edit})
		if len(outcomes) > 0 {
			outcome = outcomes[0]
		}
		if err != nil {
			return err
		}
		return outcome.Err
	})
	return r.ExplainEndpoint(ctx, err, edit, outcome)
}

// ExplainEndpoint converts the error of an edit like Explain.
func (r *Register) ExplainEndpoint(ctx context.Context, err error, edit EndpointEdit, outcome EndpointOutcome) error {
	return r.explain(ctx, err, edit.ID, edit.Version, Outlet{}, []string{outcome.After.key})
}

// DeleteEndpoint deletes an endpoint of a source that is not archived.
func (r *Register) DeleteEndpoint(ctx context.Context, actor audit.Actor, sourceID, id uuid.UUID, version int) error {
	err := r.db.Tx(ctx, func(tx postgres.Tx) error {
		source, err := lockEditable(ctx, tx, sourceID)
		if err != nil {
			return err
		}
		before, err := readEndpoint(ctx, tx, "e.source_id = $1 AND e.id = $2 FOR UPDATE OF e", sourceID, id)
		if err != nil {
			return err
		}
		if err := checkVersion(before.Version, version); err != nil {
			return err
		}
		// The deletion is recorded as the next version of the endpoint.
		event, err := endpointEvent(id, sourceID, before.Version+1, &before.EndpointDetails, nil)
		if err != nil {
			return err
		}
		if err := audit.Record(ctx, tx, actor, event); err != nil {
			return err
		}
		if err := tx.Ent.Endpoint.DeleteOneID(id).Exec(ctx); err != nil {
			return err
		}
		return updateDerived(ctx, tx, actor, []*ent.Source{source}, nil)
	})
	return r.explain(ctx, err, id, version, Outlet{}, nil)
}

// lockEditable locks a source and returns an error if the source is archived.
func lockEditable(ctx context.Context, tx postgres.Tx, id uuid.UUID) (*ent.Source, error) {
	row, err := lockSource(ctx, tx, id)
	switch {
	case err != nil:
		return nil, err
	case row.MergedInto != nil:
		return nil, cmp.Or(RefuseMerged(ctx, tx, row.ID), MergedError(*row.MergedInto))
	case row.Lifecycle == entsource.LifecycleArchived:
		return nil, ArchivedError()
	}
	return row, nil
}

// endpointEvent returns the event of a change from before to after. before is nil for a created
// endpoint; after is nil for a deleted endpoint.
func endpointEvent(id, sourceID uuid.UUID, version int, before, after *EndpointDetails) (audit.Event, error) {
	action := "endpoint.updated"
	var old, now any // a nil *EndpointDetails in an interface is not nil
	if before != nil {
		old = before
	} else {
		action = "endpoint.created"
	}
	if after != nil {
		now = after
	} else {
		action = "endpoint.deleted"
	}
	changes, err := audit.Diff(old, now)
	shown := cmp.Or(after, before)
	if before == nil || after == nil { // the default identity policy and the source are omitted
		changes = slices.DeleteFunc(changes, func(c audit.Change) bool {
			return c.Field == "source_id" || c.Field == "identity_policy" && shown.IdentityPolicy == feed.IdentityAuto
		})
	}
	changes = append(changes,
		credentialsChange(*cmp.Or(before, &EndpointDetails{}), *cmp.Or(after, &EndpointDetails{}))...)
	slices.SortFunc(changes, func(a, b audit.Change) int { return cmp.Compare(a.Field, b.Field) })
	return audit.Event{Action: action, TargetType: audit.TargetEndpoint, TargetID: id,
		TargetName: cmp.Or(shown.Name, shown.URL), SourceID: sourceID, Version: version, Changes: changes}, err
}
