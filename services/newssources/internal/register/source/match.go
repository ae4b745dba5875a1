package source

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// Match is the source that has an address or its outlet. EndpointID is nil if only the outlet
// matches.
type Match struct {
	SourceID   uuid.UUID
	SourceName string
	EndpointID *uuid.UUID
}

// Match returns the live endpoint with an address, or else the live source of its outlet, or else the
// one with an alias of its outlet, or nil.
func (r *Register) Match(ctx context.Context, address weburl.URL) (*Match, error) {
	domain, prefix := weburl.Outlet(address)
	rows, err := r.db.Pool.Query(ctx, `
		(SELECT s.id AS source_id, s.name AS source_name, e.id AS endpoint_id
			FROM endpoints e JOIN sources s ON s.id = e.source_id WHERE e.live AND e.url_key = $1)
		UNION ALL
		(SELECT s.id, s.name, NULL FROM sources s
		WHERE s.lifecycle <> 'archived' AND s.canonical_domain = $2 AND s.path_prefix = $3)
		LIMIT 1`, address.Key(), domain, prefix)
	if err != nil {
		return nil, err
	}
	match, err := pgx.CollectExactlyOneRow(rows, pgx.RowToAddrOfStructByName[Match])
	if !postgres.IsNoRows(err) {
		return match, err
	}
	outlet := Outlet{domain, prefix}
	aliases, err := findByAlias(ctx, r.db.Pool, []Outlet{outlet})
	if m, isAlias := aliases[outlet.key()]; isAlias {
		return &Match{SourceID: m.ID, SourceName: m.Name}, nil
	}
	return nil, err
}
