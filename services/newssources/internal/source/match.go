package source

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// Match is what the register already has for an address: the endpoint that gathers it, or at least a source of its outlet.
type Match struct {
	SourceID   uuid.UUID
	SourceName string
	EndpointID *uuid.UUID
}

// Match finds the live endpoint with an address, or else the live source of its outlet; nil when there is neither.
func (r *Register) Match(ctx context.Context, address weburl.URL) (*Match, error) {
	domain, prefix := weburl.Outlet(address)
	var m Match
	err := r.db.Pool.QueryRow(ctx, `
		(SELECT s.id, s.name, e.id FROM endpoints e JOIN sources s ON s.id = e.source_id WHERE e.live AND e.url_key = $1)
		UNION ALL
		(SELECT s.id, s.name, NULL FROM sources s WHERE s.lifecycle <> 'archived' AND s.canonical_domain = $2 AND s.path_prefix = $3)
		LIMIT 1`, address.Key(), domain, prefix).Scan(&m.SourceID, &m.SourceName, &m.EndpointID)
	if postgres.NoRows(err) {
		return nil, nil
	}
	return &m, err
}
