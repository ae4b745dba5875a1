package sourcelist

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// matchesTimeout bounds the statement of Matches, which sorts up to a million sources.
const matchesTimeout = 10 * time.Second

// IDs returns the ids of at most limit sources that match q, in no particular order.
func (r *Reader) IDs(ctx context.Context, q Query, limit int) (ids []uuid.UUID, err error) {
	s, err := r.prepare(ctx, q)
	if err != nil {
		return nil, err
	}
	c := s.matches("")
	err = r.send(ctx, trip{func(batch *pgx.Batch) {
		batch.Queue("SELECT s.id "+c.from(limit), c.args...).Query(func(rows pgx.Rows) (err error) {
			ids, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
			return err
		})
	}})
	return ids, err
}

// Matches are the sources of a query.
type Matches struct {
	IDs       []uuid.UUID
	Endpoints int // the largest number of endpoints of a source that are not retired
}

// Matches returns at most limit sources that match q, in the order of q.
func (r *Reader) Matches(ctx context.Context, q Query, limit int) (found Matches, err error) {
	s, err := r.prepare(ctx, q)
	if err != nil {
		return found, err
	}
	order, _, err := s.position()
	if err != nil {
		return found, err
	}
	c := s.matches("")
	key := order.found(c, s.words)
	sql := `
		SELECT id, endpoints
		FROM (
			SELECT s.id, s.endpoints, ` + key.rank + ` AS rank, ` + key.key + ` AS sort_key, ` + key.tie + ` AS sort_tie
			FROM (SELECT s.id, s.endpoint_count AS endpoints` + key.columns + ` ` + c.from(limit) + `) s
			` + key.join + `
		) m
		ORDER BY ` + order.by("rank", "sort_key", "sort_tie")
	return found, r.readMatches(ctx, sql, c.args, &found)
}

// MatchesOf returns those of some sources that exist, by name.
func (r *Reader) MatchesOf(ctx context.Context, ids []uuid.UUID) (found Matches, err error) {
	const sql = `
		SELECT id, endpoint_count
		FROM sources
		WHERE id = ANY($1)
		ORDER BY name_key, id`
	return found, r.readMatches(ctx, sql, []any{ids}, &found)
}

func (r *Reader) readMatches(ctx context.Context, sql string, args []any, found *Matches) error {
	return searchProblem(r.db.QueryLimited(ctx, matchesTimeout, sql, args, func(rows pgx.Rows) error {
		var id uuid.UUID
		var endpoints int
		_, err := pgx.ForEachRow(rows, []any{&id, &endpoints}, func() error {
			found.IDs, found.Endpoints = append(found.IDs, id), max(found.Endpoints, endpoints)
			return nil
		})
		return err
	}))
}
