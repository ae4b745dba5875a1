package record

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// HeldEndpoint is an endpoint with held items.
type HeldEndpoint struct {
	SourceID   uuid.UUID
	SourceName string
	EndpointID uuid.UUID
	Name       string    // of the endpoint, or its address
	Version    uuid.UUID // changes with the items
	Count      int
}

// HeldEndpoints returns the endpoints of sources that hold items, by the names of the sources.
func (h *HeldItemStore) HeldEndpoints(ctx context.Context, sources []uuid.UUID) ([]HeldEndpoint, error) {
	rows, err := h.db.Pool.Query(ctx, `SELECT s.id, s.name, e.id, coalesce(nullif(e.name, ''), e.url), i.version, i.held
		FROM endpoints e JOIN endpoint_held_items i ON i.endpoint_id = e.id JOIN sources s ON s.id = e.source_id
		WHERE e.source_id = ANY($1) ORDER BY lower(s.name), s.id, e.id`, sources)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[HeldEndpoint])
}
