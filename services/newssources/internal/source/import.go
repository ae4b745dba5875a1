package source

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/audit"
	"github.com/newsources/newsources/services/newssources/internal/ent"
	entendpoint "github.com/newsources/newsources/services/newssources/internal/ent/endpoint"
	"github.com/newsources/newsources/services/newssources/internal/ent/predicate"
	entsource "github.com/newsources/newsources/services/newssources/internal/ent/source"
	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// Gathered is an address that the register already has.
type Gathered struct {
	SourceID, EndpointID uuid.UUID
	ImportID             *uuid.UUID // the import that made it, where it is the running one
}

// Reason says in words why an outline isn't made again.
func (g Gathered) Reason(running *uuid.UUID) string {
	if g.ImportID != nil && running != nil && *g.ImportID == *running {
		return "The same address stands earlier in this list."
	}
	return "The register already has this address."
}

// GatheredIn finds which of the addresses with these keys are live endpoints.
func GatheredIn(ctx context.Context, tx *ent.Tx, keys []string) (map[string]Gathered, error) {
	rows, err := tx.Endpoint.Query().Where(entendpoint.URLKeyIn(keys...), entendpoint.Live(true)).
		Select(entendpoint.FieldID, entendpoint.FieldSourceID, entendpoint.FieldURLKey).All(ctx)
	found := make(map[string]Gathered, len(rows))
	for _, row := range rows {
		found[row.URLKey] = Gathered{SourceID: row.SourceID, EndpointID: row.ID}
	}
	return found, err
}

// OutletsIn finds which of the outlets are live sources.
func OutletsIn(ctx context.Context, tx *ent.Tx, outlets []Outlet) (map[Outlet]uuid.UUID, error) {
	domains := make([]string, len(outlets))
	for i, outlet := range outlets {
		domains[i] = outlet.Domain
	}
	slices.Sort(domains)
	rows, err := tx.Source.Query().
		Where(entsource.CanonicalDomainIn(slices.Compact(domains)...), live()).
		Select(entsource.FieldID, entsource.FieldCanonicalDomain, entsource.FieldPathPrefix).All(ctx)
	found := make(map[Outlet]uuid.UUID, len(rows))
	for _, row := range rows {
		found[Outlet{row.CanonicalDomain, row.PathPrefix}] = row.ID
	}
	return found, err
}

func live() predicate.Source { return entsource.LifecycleNEQ(entsource.LifecycleArchived) }

// JoinIn adds an endpoint to a source that is there, and gives the source the tags it lacks, within a transaction.
func JoinIn(ctx context.Context, tx *ent.Tx, by audit.By, sourceID uuid.UUID, details EndpointDetails, tags []string) (uuid.UUID, error) {
	var wrong problem.Fields
	key := details.normalize(&wrong, "")
	if err := wrong.Err(); err != nil {
		return uuid.Nil, err
	}
	row, err := lock(ctx, tx, sourceID)
	if err != nil {
		return uuid.Nil, err
	}
	endpoint, err := insertEndpoint(ctx, tx, by, sourceID, details, key)
	if err != nil {
		return uuid.Nil, err
	}
	before := fromEnt(row).Details
	after := before
	after.Tags = append(slices.Clone(before.Tags), tags...)
	var ignored problem.Fields // tags that don't fit any more are no reason to refuse an endpoint
	after.normalizeTags(&ignored)
	if len(after.Tags) > len(before.Tags) && len(after.Tags) <= maxTags {
		err = save(ctx, tx, by, row, before, after, Outlet{row.CanonicalDomain, row.PathPrefix})
	} else {
		err = touch(ctx, tx, by, sourceID)
	}
	return endpoint.ID, err
}
