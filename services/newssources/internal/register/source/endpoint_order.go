package source

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	entendpoint "github.com/newsources/newsources/services/newssources/internal/ent/endpoint"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// OrderEndpoints sets the order of the endpoints of a source if version is its current version. ids
// holds each of them once; endpoints that are added later follow. An unchanged order creates no new
// version and no history.
func (r *Register) OrderEndpoints(ctx context.Context, actor audit.Actor, id uuid.UUID, version int,
	ids []uuid.UUID) (*Source, error) {
	err := r.db.Tx(ctx, func(tx postgres.Tx) error {
		row, err := lockEditable(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := checkVersion(row.Version, version); err != nil {
			return err
		}
		current, err := orderedEndpoints(ctx, tx, id)
		if err != nil {
			return err
		}
		ordered, err := inOrder(current, ids)
		if err != nil {
			return err
		}
		changes, err := audit.Diff(map[string]any{"endpoints": endpointNames(current)},
			map[string]any{"endpoints": endpointNames(ordered)})
		if err != nil || slices.EqualFunc(current, ordered, func(a, b *ent.Endpoint) bool { return a.ID == b.ID }) {
			return err
		}
		update := tx.Ent.Source.UpdateOne(row).AddVersion(1)
		setUpdatedBy(update.Mutation(), actor)
		if err := update.Exec(ctx); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE endpoints e SET position = o.position
			FROM unnest($1::uuid[]) WITH ORDINALITY o(id, position) WHERE e.id = o.id`, ids)
		if err != nil {
			return err
		}
		return audit.Record(ctx, tx, actor,
			audit.Event{Action: "source.updated", TargetType: audit.TargetSource, TargetID: id,
				TargetName: row.Name, SourceID: id, Version: row.Version + 1, Changes: changes})
	})
	if err != nil {
		return nil, r.explain(ctx, err, id, version, Outlet{}, nil)
	}
	return r.Get(ctx, id)
}

// orderedEndpoints reads the endpoints of a locked source in their order.
func orderedEndpoints(ctx context.Context, tx postgres.Tx, sourceID uuid.UUID) ([]*ent.Endpoint, error) {
	rows, err := tx.Ent.Endpoint.Query().Where(entendpoint.SourceID(sourceID)).Order(entendpoint.ByID()).
		Select(entendpoint.FieldID, entendpoint.FieldName, entendpoint.FieldURL, entendpoint.FieldPosition).All(ctx)
	last := func(row *ent.Endpoint) int {
		if row.Position == nil {
			return MaxEndpoints + 1
		}
		return *row.Position
	}
	slices.SortStableFunc(rows, func(a, b *ent.Endpoint) int { return cmp.Compare(last(a), last(b)) })
	return rows, err
}

// inOrder returns the endpoints in the order of ids, which must hold each of them once.
func inOrder(endpoints []*ent.Endpoint, ids []uuid.UUID) ([]*ent.Endpoint, error) {
	byID := make(map[uuid.UUID]*ent.Endpoint, len(endpoints))
	for _, e := range endpoints {
		byID[e.ID] = e
	}
	ordered := make([]*ent.Endpoint, 0, len(ids))
	for _, id := range ids {
		if e, ok := byID[id]; ok {
			ordered = append(ordered, e)
			delete(byID, id)
		}
	}
	if len(ordered) != len(ids) || len(byID) > 0 {
		var wrong problem.Fields
		wrong.Add("/endpoint_ids", "incomplete", "The order must have each endpoint of the source once. Endpoints were "+
			"added or deleted meanwhile: load the source again.")
		return nil, wrong.Err()
	}
	return ordered, nil
}

// endpointNames returns the name of each endpoint, or its address, for the history.
func endpointNames(endpoints []*ent.Endpoint) []string {
	names := make([]string, len(endpoints))
	for i, e := range endpoints {
		names[i] = cmp.Or(e.Name, e.URL)
	}
	return names
}
