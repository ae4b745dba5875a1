package source

import (
	"context"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/audit"
	"github.com/newsources/newsources/services/newssources/internal/ent"
	entendpoint "github.com/newsources/newsources/services/newssources/internal/ent/endpoint"
	entsource "github.com/newsources/newsources/services/newssources/internal/ent/source"
	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// maxEndpoints of one source; more is not an outlet but a host.
const maxEndpoints = 1000

// AddEndpoint adds an address to a source.
func (r *Register) AddEndpoint(ctx context.Context, by audit.By, sourceID uuid.UUID, details EndpointDetails) (*Endpoint, error) {
	var wrong problem.Fields
	key := details.normalize(&wrong, "")
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	var row *ent.Endpoint
	err := r.db.Tx(ctx, func(tx *ent.Tx) (err error) {
		if err := unlockedSource(ctx, tx, sourceID); err != nil {
			return err
		}
		count, err := tx.Endpoint.Query().Where(entendpoint.SourceID(sourceID)).Count(ctx)
		if err != nil {
			return err
		}
		if count >= maxEndpoints {
			return problem.New(problem.Invalid, "A source has at most %d endpoints.", maxEndpoints)
		}
		if row, err = insertEndpoint(ctx, tx, by, sourceID, details, key); err != nil {
			return err
		}
		return touch(ctx, tx, by, sourceID)
	})
	if err != nil {
		return nil, r.explainDuplicate(ctx, err, Outlet{}, []string{key})
	}
	endpoint := endpointFromEnt(row)
	return &endpoint, nil
}

// UpdateEndpoint changes an endpoint, if it still is in that version.
func (r *Register) UpdateEndpoint(ctx context.Context, by audit.By, sourceID, id uuid.UUID, version int,
	change func(*EndpointDetails),
) (*Endpoint, error) {
	var key string
	err := r.changeEndpoint(ctx, sourceID, id, version, func(tx *ent.Tx, row *ent.Endpoint) error {
		before := endpointFromEnt(row).EndpointDetails
		after := before
		change(&after)
		var wrong problem.Fields
		key = after.normalize(&wrong, "")
		if err := wrong.Err(); err != nil {
			return err
		}
		changes, err := audit.Diff(before, after)
		if err != nil || len(changes) == 0 {
			return err
		}
		if after.URL == before.URL { // a person who changes the kind hasn't entered the address again
			after.URLEntered = before.URLEntered
		}
		update := tx.Endpoint.UpdateOne(row).AddVersion(1).SetLive(after.Intent != EndpointRetired)
		setEndpoint(update.Mutation(), after, key)
		saved, err := update.Save(ctx)
		if err != nil {
			return err
		}
		if err := recordEndpoint(ctx, tx, by, "endpoint.updated", saved, changes); err != nil {
			return err
		}
		return touch(ctx, tx, by, sourceID)
	})
	if err != nil {
		return nil, r.explain(ctx, err, id, version, Outlet{}, []string{key})
	}
	return r.Endpoint(ctx, sourceID, id)
}

// DeleteEndpoint removes an endpoint that never collected.
func (r *Register) DeleteEndpoint(ctx context.Context, by audit.By, sourceID, id uuid.UUID, version int) error {
	err := r.changeEndpoint(ctx, sourceID, id, version, func(tx *ent.Tx, row *ent.Endpoint) error {
		changes, err := audit.Diff(endpointFromEnt(row).EndpointDetails, nil)
		if err != nil {
			return err
		}
		row.Version++ // the history counts the deletion as its last version
		if err := recordEndpoint(ctx, tx, by, "endpoint.deleted", row, changes); err != nil {
			return err
		}
		if err := tx.Endpoint.DeleteOneID(id).Exec(ctx); err != nil {
			return err
		}
		return touch(ctx, tx, by, sourceID)
	})
	return r.explain(ctx, err, id, version, Outlet{}, nil)
}

// changeEndpoint runs change on a locked endpoint of a source that isn't archived.
func (r *Register) changeEndpoint(ctx context.Context, sourceID, id uuid.UUID, version int,
	change func(*ent.Tx, *ent.Endpoint) error,
) error {
	return r.db.Tx(ctx, func(tx *ent.Tx) error {
		if err := unlockedSource(ctx, tx, sourceID); err != nil {
			return err
		}
		row, err := tx.Endpoint.Query().Where(entendpoint.ID(id), entendpoint.SourceID(sourceID)).
			ForUpdate(sql.WithLockTables(entendpoint.Table)).Only(ctx)
		if err != nil {
			return notFound(err, "endpoint")
		}
		if err := sameVersion(row.Version, version); err != nil {
			return err
		}
		return change(tx, row)
	})
}

// unlockedSource locks a source and makes sure that its endpoints may be changed.
func unlockedSource(ctx context.Context, tx *ent.Tx, id uuid.UUID) error {
	row, err := lock(ctx, tx, id)
	if err == nil && row.Lifecycle == entsource.LifecycleArchived {
		return archived()
	}
	return err
}

func insertEndpoint(ctx context.Context, tx *ent.Tx, by audit.By, sourceID uuid.UUID, details EndpointDetails, key string) (*ent.Endpoint, error) {
	create := tx.Endpoint.Create().SetSourceID(sourceID)
	setEndpoint(create.Mutation(), details, key)
	row, err := create.Save(ctx)
	if err != nil {
		return nil, err
	}
	changes, err := audit.Diff(nil, details)
	if err != nil {
		return nil, err
	}
	return row, recordEndpoint(ctx, tx, by, "endpoint.created", row, changes)
}

func recordEndpoint(ctx context.Context, tx *ent.Tx, by audit.By, action string, row *ent.Endpoint, changes []audit.Change) error {
	name := row.Name
	if name == "" {
		name = row.URL
	}
	return audit.Record(ctx, tx, by, audit.Event{Action: action, TargetType: "endpoint", TargetID: row.ID, TargetName: name,
		SourceID: row.SourceID, Version: row.Version, Changes: changes})
}

// touch marks a source as changed by its endpoints. Its version stays: whoever edits the source meanwhile has no conflict.
func touch(ctx context.Context, tx *ent.Tx, by audit.By, sourceID uuid.UUID) error {
	update := tx.Source.UpdateOneID(sourceID).SetUpdatedAt(time.Now())
	setUpdatedBy(update.Mutation(), by)
	if err := update.Exec(ctx); err != nil {
		return err
	}
	return refreshSearch(ctx, tx, sourceID)
}
