package source

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	entsource "github.com/newsources/newsources/services/newssources/internal/ent/source"
)

// MaxEndpoints of one source; more is not an outlet but a host.
const MaxEndpoints = 1000

// ExistingEndpoint is an address that the register already has.
type ExistingEndpoint struct {
	SourceID, EndpointID uuid.UUID
	ImportID             *uuid.UUID // the import that made it, if one did
}

// FindEndpoints finds which of the addresses with these keys are live endpoints. The history is asked endpoint by endpoint:
// in tables that grew in this minute, and of which PostgreSQL knows little, it would rather read all of it.
func FindEndpoints(ctx context.Context, tx *ent.Tx, keys []string) (map[string]ExistingEndpoint, error) {
	rows, err := tx.QueryContext(ctx, `
		SELECT e.url_key, e.source_id, e.id,
			(SELECT import_id FROM audit_events WHERE target_id = e.id AND version = 1 AND action = 'endpoint.created' LIMIT 1)
		FROM endpoints e WHERE e.live AND e.url_key = ANY($1)`, keys)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := map[string]ExistingEndpoint{}
	for rows.Next() {
		var key string
		var g ExistingEndpoint
		if err := rows.Scan(&key, &g.SourceID, &g.EndpointID, &g.ImportID); err != nil {
			return nil, err
		}
		found[key] = g
	}
	return found, rows.Err()
}

// ExistingSource is a live source that an outlet has.
type ExistingSource struct {
	SourceID  uuid.UUID
	Endpoints int // live ones
}

// FindSources finds which of the outlets are live sources.
func FindSources(ctx context.Context, tx *ent.Tx, outlets []Outlet) (map[Outlet]ExistingSource, error) {
	domains := make([]string, len(outlets))
	for i, outlet := range outlets {
		domains[i] = outlet.Domain
	}
	slices.Sort(domains)
	rows, err := tx.Source.Query().
		Where(entsource.CanonicalDomainIn(slices.Compact(domains)...), entsource.LifecycleNEQ(entsource.LifecycleArchived)).
		Select(entsource.FieldID, entsource.FieldCanonicalDomain, entsource.FieldPathPrefix, entsource.FieldEndpointCount).All(ctx)
	found := make(map[Outlet]ExistingSource, len(rows))
	for _, row := range rows {
		found[Outlet{row.CanonicalDomain, row.PathPrefix}] = ExistingSource{row.ID, row.EndpointCount}
	}
	return found, err
}
