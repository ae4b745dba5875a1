package source

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// Load returns the sources with the given ids and their endpoints, in the order of the ids, without
// their authors. Sources that do not exist are left out.
func Load(ctx context.Context, q postgres.Querier, ids []uuid.UUID) ([]*Source, error) {
	found, err := readSources(ctx, q, ids, nil, "")
	if err != nil {
		return nil, err
	}
	endpoints, err := readEndpoints(ctx, q, "e.source_id = ANY($1) ORDER BY e.source_id, e.position, e.id", ids)
	if err != nil {
		return nil, err
	}
	for _, s := range found {
		s.Endpoints, s.ArchivedFrom, s.tagIDs = []Endpoint{}, "", nil // the latter are only for edits
	}
	for _, e := range endpoints {
		if s := found[e.SourceID]; s != nil { // nil: created after the sources were read
			s.Endpoints = append(s.Endpoints, e)
		}
	}
	list := make([]*Source, 0, len(found))
	for _, id := range ids {
		if s := found[id]; s != nil {
			list = append(list, s)
		}
	}
	return list, nil
}

// LoadAfter returns up to limit sources with an id after the given one, in the order of their ids, as
// Load does.
func LoadAfter(ctx context.Context, q postgres.Querier, after uuid.UUID, limit int) ([]*Source, error) {
	rows, err := q.Query(ctx, "SELECT id FROM sources WHERE id > $1 ORDER BY id LIMIT $2", after, limit)
	if err != nil {
		return nil, err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return nil, err
	}
	return Load(ctx, q, ids)
}
