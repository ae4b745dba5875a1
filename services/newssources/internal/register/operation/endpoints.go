package operation

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// EndpointEdits returns the edits of the endpoints of sources, of the given kinds or of all. Retired
// endpoints are kept.
func (l List) EndpointEdits(ctx context.Context, q postgres.Querier, sources []uuid.UUID,
	kinds []feed.Kind) ([]source.EndpointEdit, error) {
	rows, err := q.Query(ctx, `
		SELECT e.id, e.source_id
		FROM endpoints e
		WHERE e.source_id = ANY($1) AND e.intent <> 'retired' AND (cardinality($2::text[]) = 0 OR e.kind = ANY($2))
		ORDER BY e.source_id, e.id`, sources, append([]feed.Kind{}, kinds...))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (edit source.EndpointEdit, err error) {
		edit.IsUnconditional, edit.Change = true, l.ApplyToEndpoint
		return edit, row.Scan(&edit.ID, &edit.SourceID)
	})
}
