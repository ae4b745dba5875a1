package source

import (
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	entendpoint "github.com/newsources/newsources/services/newssources/internal/ent/endpoint"
	entsource "github.com/newsources/newsources/services/newssources/internal/ent/source"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// RemoveImported deletes the sources and endpoints that an import created, and returns the deleted
// endpoints. It keeps what someone changed after the import: a changed source keeps its endpoints,
// and of a source with a changed or added endpoint, only the unchanged endpoints are deleted.
// Endpoints of archived sources are kept.
func RemoveImported(ctx context.Context, tx postgres.Tx, actor audit.Actor, importID uuid.UUID,
	endpointIDs []uuid.UUID) (removed []uuid.UUID, err error) {
	rows, err := tx.Ent.Source.Query().
		Where(entsource.HasEndpointsWith(entendpoint.IDIn(endpointIDs...)),
			entsource.LifecycleNEQ(entsource.LifecycleArchived)).
		Order(entsource.ByID()).ForUpdate(sql.WithLockTables(entsource.Table)).WithTags().All(ctx)
	if err != nil {
		return nil, err
	}
	sources := make(map[uuid.UUID]*ent.Source, len(rows))
	for _, row := range rows {
		sources[row.ID] = row
	}
	history, err := readImportHistory(ctx, tx, importID, sources)
	if err != nil {
		return nil, err
	}
	endpoints, err := tx.Ent.Endpoint.Query().Where(entendpoint.IDIn(endpointIDs...)).Order(entendpoint.ByID()).
		WithCredentials(selectExistence).All(ctx)
	if err != nil {
		return nil, err
	}
	var events []audit.Event
	var sourceIDs, singleIDs []uuid.UUID
	var reduced []*ent.Source
	for _, row := range rows {
		if history.createdSources[row.ID] && !history.touchedSources[row.ID] {
			changes, err := audit.Diff(fromEnt(row).Details, nil)
			if err != nil {
				return nil, err
			}
			sourceIDs = append(sourceIDs, row.ID)
			events = append(events, audit.Event{Action: "source.deleted", TargetType: audit.TargetSource, TargetID: row.ID,
				TargetName: row.Name, SourceID: row.ID, Version: row.Version + 1, Changes: changes})
		}
	}
	for _, e := range endpoints {
		row := sources[e.SourceID]
		switch {
		case row == nil, history.changedTargets[e.ID], history.createdSources[row.ID] && history.changedTargets[row.ID]:
			continue
		case !history.createdSources[row.ID] || history.touchedSources[row.ID]:
			before := endpointFromEnt(e).EndpointDetails
			event, err := endpointEvent(e.ID, row.ID, e.Version+1, &before, nil)
			if err != nil {
				return nil, err
			}
			events, singleIDs = append(events, event), append(singleIDs, e.ID)
			if !slices.Contains(reduced, row) {
				reduced = append(reduced, row)
			}
		}
		removed = append(removed, e.ID)
	}
	if err := audit.Record(ctx, tx, actor, events...); err != nil {
		return nil, err
	}
	if _, err := tx.Ent.Source.Delete().Where(entsource.IDIn(sourceIDs...)).Exec(ctx); err != nil {
		return nil, err
	}
	if _, err := tx.Ent.Endpoint.Delete().Where(entendpoint.IDIn(singleIDs...)).Exec(ctx); err != nil {
		return nil, err
	}
	return removed, updateDerived(ctx, tx, actor, reduced, nil)
}

// importHistory summarizes the history of the sources that an import created or extended.
type importHistory struct {
	createdSources map[uuid.UUID]bool // by the import
	touchedSources map[uuid.UUID]bool // they or one of their endpoints were changed by anyone else
	changedTargets map[uuid.UUID]bool // sources and endpoints that anyone else changed
}

func readImportHistory(ctx context.Context, tx postgres.Tx, importID uuid.UUID,
	sources map[uuid.UUID]*ent.Source) (importHistory, error) {
	h := importHistory{map[uuid.UUID]bool{}, map[uuid.UUID]bool{}, map[uuid.UUID]bool{}}
	ids := make([]uuid.UUID, 0, len(sources))
	for id := range sources {
		ids = append(ids, id)
	}
	rows, err := tx.Query(ctx, `
		SELECT source_id, target_id, action = 'source.created', import_id IS NOT DISTINCT FROM $2 FROM audit_events
		WHERE source_id = ANY($1) AND (action = 'source.created' OR import_id IS DISTINCT FROM $2)`, ids, importID)
	if err != nil {
		return h, err
	}
	defer rows.Close()
	for rows.Next() {
		var sourceID, targetID uuid.UUID
		var isCreation, isOfImport bool
		if err := rows.Scan(&sourceID, &targetID, &isCreation, &isOfImport); err != nil {
			return h, err
		}
		if isOfImport {
			h.createdSources[sourceID] = true
		} else {
			h.touchedSources[sourceID], h.changedTargets[targetID] = true, true
		}
	}
	return h, rows.Err()
}
