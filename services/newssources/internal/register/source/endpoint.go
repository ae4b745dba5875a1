package source

import (
	"cmp"
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"
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
		if details.Schedule.CheckLimits(&wrong, schedulePointer, r.limits, tierOf(row.Tier)); wrong.Err() != nil {
			return wrong.Err()
		}
		count, err := tx.Ent.Endpoint.Query().Where(entendpoint.SourceID(sourceID)).Count(ctx)
		if err != nil {
			return err
		}
		if count >= MaxEndpoints {
			return problem.New(problem.Invalid, "A source can have at most %d endpoints. Delete an endpoint first, or create "+
				"another source.", MaxEndpoints)
		}
		return InsertAll(ctx, tx, r.keys, actor, nil, []*ExtendInput{input})
	})
	if err != nil {
		return nil, r.explainDuplicate(ctx, err, Outlet{}, urlKeys(input.Endpoints))
	}
	return get(ctx, input.EndpointIDs[0])
}

// UpdateEndpoint applies change to an endpoint if version is its current version. A change without
// effect creates no new version and no history.
func (r *Register) UpdateEndpoint(ctx context.Context, actor audit.Actor, sourceID, id uuid.UUID, version int,
	change func(*EndpointDetails),
) (*Endpoint, error) {
	var key string
	err := r.changeEndpoint(ctx, actor, sourceID, id, version,
		func(tx postgres.Tx, row *ent.Endpoint) (changed bool, err error) {
			changed, key, err = r.updateEndpoint(ctx, tx, actor, row, change)
			return changed, err
		})
	if err != nil {
		return nil, r.explain(ctx, err, id, version, Outlet{}, []string{key})
	}
	return r.Endpoint(ctx, sourceID, id)
}

// updateEndpoint applies change to a locked endpoint and records it. It returns the key of the new
// address.
func (r *Register) updateEndpoint(ctx context.Context, tx postgres.Tx, actor audit.Actor, row *ent.Endpoint,
	change func(*EndpointDetails)) (changed bool, key string, err error) {
	before := endpointFromEnt(row).EndpointDetails
	after := before
	change(&after)
	tier, err := tierForChange(ctx, tx, row.SourceID, before, after)
	if err != nil {
		return false, "", err
	}
	if err := r.validateChange(tier, before, &after); err != nil {
		return false, "", err
	}
	event, err := endpointEvent(row.ID, row.SourceID, row.Version+1, &before, &after)
	if err != nil || len(event.Changes) == 0 {
		return false, after.key, err
	}
	if after.URL == before.URL { // an unchanged address keeps the spelling that was entered first
		after.URLEntered = before.URLEntered
	}
	if err := updateCredentials(ctx, tx, r.keys, row.ID, before, after); err != nil {
		return false, after.key, err
	}
	update := tx.Ent.Endpoint.UpdateOne(row).AddVersion(1)
	setEndpoint(update.Mutation(), after)
	if err := update.Exec(ctx); err != nil {
		return false, after.key, err
	}
	return true, after.key, audit.Record(ctx, tx, actor, event)
}

// DeleteEndpoint deletes an endpoint.
func (r *Register) DeleteEndpoint(ctx context.Context, actor audit.Actor, sourceID, id uuid.UUID, version int) error {
	err := r.changeEndpoint(ctx, actor, sourceID, id, version, func(tx postgres.Tx, row *ent.Endpoint) (bool, error) {
		before := endpointFromEnt(row).EndpointDetails
		// The deletion is recorded as the next version of the endpoint.
		event, err := endpointEvent(id, sourceID, row.Version+1, &before, nil)
		if err != nil {
			return false, err
		}
		if err := audit.Record(ctx, tx, actor, event); err != nil {
			return false, err
		}
		return true, tx.Ent.Endpoint.DeleteOneID(id).Exec(ctx)
	})
	return r.explain(ctx, err, id, version, Outlet{}, nil)
}

// changeEndpoint calls change with a locked endpoint of a source that is not archived.
func (r *Register) changeEndpoint(ctx context.Context, actor audit.Actor, sourceID, id uuid.UUID, version int,
	change func(postgres.Tx, *ent.Endpoint) (changed bool, err error),
) error {
	return r.db.Tx(ctx, func(tx postgres.Tx) error {
		source, err := lockEditable(ctx, tx, sourceID)
		if err != nil {
			return err
		}
		row, err := tx.Ent.Endpoint.Query().Where(entendpoint.ID(id), entendpoint.SourceID(sourceID)).
			ForUpdate(sql.WithLockTables(entendpoint.Table)).WithCredentials(selectExistence).Only(ctx)
		if err != nil {
			return notFound(err, "endpoint")
		}
		if err := checkVersion(row.Version, version); err != nil {
			return err
		}
		if changed, err := change(tx, row); err != nil || !changed {
			return err
		}
		return updateDerived(ctx, tx, actor, []*ent.Source{source}, nil)
	})
}

// lockEditable locks a source and returns an error if the source is archived.
func lockEditable(ctx context.Context, tx postgres.Tx, id uuid.UUID) (*ent.Source, error) {
	row, err := lockSource(ctx, tx, id)
	if err == nil && row.Lifecycle == entsource.LifecycleArchived {
		return nil, archivedError()
	}
	return row, err
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
	if before == nil || after == nil { // the default identity policy is omitted
		changes = slices.DeleteFunc(changes, func(c audit.Change) bool {
			return c.Field == "identity_policy" && shown.IdentityPolicy == feed.IdentityAuto
		})
	}
	changes = append(changes,
		credentialsChange(*cmp.Or(before, &EndpointDetails{}), *cmp.Or(after, &EndpointDetails{}))...)
	slices.SortFunc(changes, func(a, b audit.Change) int { return cmp.Compare(a.Field, b.Field) })
	return audit.Event{Action: action, TargetType: audit.TargetEndpoint, TargetID: id,
		TargetName: cmp.Or(shown.Name, shown.URL),
		SourceID:   sourceID, Version: version, Changes: changes}, err
}
