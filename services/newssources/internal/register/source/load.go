package source

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Load returns the sources with the given ids and their endpoints, in the order of the ids of the
// sources.
func Load(ctx context.Context, q Querier, ids []uuid.UUID) ([]*Source, error) {
	return load(ctx, q, "WHERE s.id = ANY($1) ORDER BY s.id", ids)
}

// LoadAfter returns up to limit sources with an id after the given one, in the order of their ids,
// and their endpoints.
func LoadAfter(ctx context.Context, q Querier, after uuid.UUID, limit int) ([]*Source, error) {
	return load(ctx, q, "WHERE s.id > $1 ORDER BY s.id LIMIT $2", after, limit)
}

func load(ctx context.Context, q Querier, condition string, args ...any) ([]*Source, error) {
	rows, err := q.Query(ctx, selectSources+condition, args...)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (*Source, error) {
		s := &Source{Endpoints: []Endpoint{}}
		return s, s.scan(row)
	})
	if err != nil {
		return nil, err
	}
	found, ids := make(map[uuid.UUID]*Source, len(list)), make([]uuid.UUID, len(list))
	for i, s := range list {
		found[s.ID], ids[i] = s, s.ID
	}
	endpoints, err := readEndpoints(ctx, q, "e.source_id = ANY($1) ORDER BY e.position, e.id", ids)
	if err != nil {
		return nil, err
	}
	for _, e := range endpoints {
		if s := found[e.SourceID]; s != nil { // nil: a concurrent change moved the endpoint
			s.Endpoints = append(s.Endpoints, e)
		}
	}
	return list, nil
}
