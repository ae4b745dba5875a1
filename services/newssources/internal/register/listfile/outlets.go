package listfile

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// FindOutlets returns the outlets of the sources with the given ids, by id. A merged source has the outlet of the
// remaining one.
func FindOutlets(ctx context.Context, q postgres.Querier, ids []uuid.UUID) (map[uuid.UUID]source.Outlet, error) {
	found := map[uuid.UUID]source.Outlet{}
	rows, err := q.Query(ctx, `
		SELECT s.id, r.canonical_domain, r.path_prefix
		FROM sources s
		JOIN sources r ON r.id = coalesce(s.merged_into, s.id)
		WHERE s.id = ANY($1)`, ids)
	if err != nil {
		return nil, err
	}
	var id uuid.UUID
	var o source.Outlet
	_, err = pgx.ForEachRow(rows, []any{&id, &o.Domain, &o.PathPrefix}, func() error {
		found[id] = o
		return nil
	})
	return found, err
}
