package source

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	entsource "github.com/newsources/newsources/services/newssources/internal/ent/source"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// MaxEndpoints is the maximum number of endpoints of a source. A domain with more is a hosting platform, not an outlet.
const MaxEndpoints = 1000

// ExistingEndpoint is a live endpoint found by its address.
type ExistingEndpoint struct {
	SourceID, EndpointID uuid.UUID
	ImportID             *uuid.UUID // the import that created it, if any
}

// FindEndpoints returns the live endpoints with the given keys, by key. The import is read with a
// subquery per endpoint, because with the outdated statistics of a fast-growing table PostgreSQL
// would scan the whole history for a join.
func FindEndpoints(ctx context.Context, tx postgres.Tx, keys []string) (map[string]ExistingEndpoint, error) {
	rows, err := tx.Query(ctx, `
		SELECT e.url_key, e.source_id, e.id,
			(SELECT import_id FROM audit_events WHERE target_id = e.id AND version = 1 AND action = 'endpoint.created' LIMIT 1)
		FROM endpoints e WHERE e.live AND e.url_key = ANY($1)`, postgres.Replan, keys)
	if err != nil {
		return nil, err
	}
	found := map[string]ExistingEndpoint{}
	var key string
	var e ExistingEndpoint
	_, err = pgx.ForEachRow(rows, []any{&key, &e.SourceID, &e.EndpointID, &e.ImportID}, func() error {
		found[key] = e
		return nil
	})
	return found, err
}

// ExistingSource is a source found by its outlet.
type ExistingSource struct {
	SourceID  uuid.UUID
	Endpoints int // number of endpoints that are not retired
	// IsAlias reports that the outlet is an alias of the source, which has another homepage.
	IsAlias bool
	// IsArchived reports that SourceID is archived, because no live source has the outlet.
	IsArchived bool
	// ArchivedID is the archived source with the outlet that was added last and was not merged; uuid.Nil: none.
	ArchivedID uuid.UUID
}

// FindSources returns one source for each outlet: the live one, or else the live one with the outlet as an alias,
// or else the archived one that was added last and was not merged.
func FindSources(ctx context.Context, tx postgres.Tx, outlets []Outlet) (map[Outlet]ExistingSource, error) {
	domains := make([]string, len(outlets))
	for i, outlet := range outlets {
		domains[i] = outlet.Domain
	}
	slices.Sort(domains)
	rows, err := tx.Ent.Source.Query().
		Where(entsource.CanonicalDomainIn(slices.Compact(domains)...), entsource.MergedIntoIsNil()).Order(entsource.ByID()).
		Select(entsource.FieldID, entsource.FieldCanonicalDomain, entsource.FieldPathPrefix, entsource.FieldEndpointCount,
			entsource.FieldLifecycle).All(ctx)
	found := make(map[Outlet]ExistingSource, len(rows))
	isLive := func(o Outlet) bool { return found[o].SourceID != uuid.Nil && !found[o].IsArchived }
	for _, row := range rows {
		o := Outlet{row.CanonicalDomain, row.PathPrefix}
		s := found[o]
		isArchived := row.Lifecycle == entsource.LifecycleArchived
		if isArchived {
			s.ArchivedID = row.ID
		}
		if !isLive(o) {
			s.SourceID, s.Endpoints, s.IsArchived = row.ID, row.EndpointCount, isArchived
		}
		found[o] = s
	}
	if err != nil {
		return nil, err
	}
	var unknown []soughtOutlet
	for _, o := range outlets {
		if !isLive(o) {
			unknown = append(unknown, soughtOutlet{Outlet: o, isOnlyAlias: true})
		}
	}
	owners, err := findOwners(ctx, tx, unknown)
	for _, m := range owners {
		o := unknown[m.Number].Outlet
		found[o] = ExistingSource{SourceID: m.ID, Endpoints: m.Endpoints, IsAlias: true, ArchivedID: found[o].ArchivedID}
	}
	return found, err
}

// Match is the source that has an address or its outlet. EndpointID is nil if only the outlet matches.
type Match struct {
	SourceID   uuid.UUID
	SourceName string
	EndpointID *uuid.UUID
}

// Match returns the live endpoint with an address, or else the live source that has the longest part of its path, or
// its outlet, as its own or as an alias, or nil.
func (r *Register) Match(ctx context.Context, address weburl.URL) (*Match, error) {
	rows, err := r.db.Pool.Query(ctx, `
		SELECT s.id AS source_id, s.name AS source_name, e.id AS endpoint_id
		FROM endpoints e JOIN sources s ON s.id = e.source_id WHERE e.live AND e.url_key = $1`, address.Key())
	if err != nil {
		return nil, err
	}
	match, err := pgx.CollectExactlyOneRow(rows, pgx.RowToAddrOfStructByName[Match])
	if !postgres.IsNoRows(err) {
		return match, err
	}
	var outlets []soughtOutlet
	for _, o := range outletsOf(address) {
		outlets = append(outlets, soughtOutlet{Outlet: o})
	}
	owners, err := findOwners(ctx, r.db.Pool, outlets)
	if err != nil || len(owners) == 0 {
		return nil, err
	}
	return &Match{SourceID: owners[0].ID, SourceName: owners[0].Name}, nil
}
