package sourcelist

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/health"
)

// HealthChange is a recorded change of the health of a source.
type HealthChange struct {
	At       time.Time
	SourceID uuid.UUID
	State    health.State
	Cause    health.Cause
}

// HealthChanges returns at most limit changes of the sources that match q now, the latest first, and the start of the records,
// which is zero without any.
func (r *Reader) HealthChanges(ctx context.Context, q Query, since time.Time, limit int) (list []HealthChange, recorded time.Time, err error) {
	if q, err = r.expandLanguages(ctx, q); err != nil {
		return nil, recorded, searchProblem(err)
	}
	c := q.conditions("")
	sql := `SELECT c.at, c.source_id, c.state, c.cause FROM source_health_changes c WHERE c.at >= ` + c.arg(since) + ` AND c.source_id IN (
		SELECT s.id FROM sources s WHERE ` + c.where() + `) ORDER BY c.at DESC, c.source_id LIMIT ` + c.arg(limit)
	err = r.db.QueryLimited(ctx, readTimeout, sql, c.args, func(rows pgx.Rows) (err error) {
		list, err = pgx.CollectRows(rows, pgx.RowToStructByPos[HealthChange])
		return err
	})
	if err != nil {
		return nil, recorded, searchProblem(err)
	}
	var first *time.Time
	err = r.db.Pool.QueryRow(ctx, `SELECT min(at) FROM source_health_changes`).Scan(&first)
	if first != nil {
		recorded = *first
	}
	return list, recorded, err
}
