package sourcelist

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// HealthMatch is a source with its health.
type HealthMatch struct {
	ID   uuid.UUID
	Name string
	Health
}

// HealthMatches returns at most limit sources that match q and have a health, without those in except, the longest in their
// state first.
func (r *Reader) HealthMatches(ctx context.Context, q Query, except []uuid.UUID, limit int) ([]HealthMatch, error) {
	return r.healthMatches(ctx, q, "s.id <> ALL(%s)", except, limit)
}

// HealthMatchesOf returns those of the sources ids that match q and have a health.
func (r *Reader) HealthMatchesOf(ctx context.Context, q Query, ids []uuid.UUID) ([]HealthMatch, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return r.healthMatches(ctx, q, "s.id = ANY(%s)", ids, len(ids))
}

func (r *Reader) healthMatches(ctx context.Context, q Query, condition string, ids []uuid.UUID, limit int) (list []HealthMatch, err error) {
	if q, err = r.expandLanguages(ctx, q); err != nil {
		return nil, searchProblem(err)
	}
	c := q.conditions("")
	if ids == nil {
		ids = []uuid.UUID{} // a NULL would match nothing
	}
	c.add("", condition, ids)
	err = r.db.QueryLimited(ctx, readTimeout, `SELECT s.id, s.name, h.state, h.cause, h.since, h.affected, h.checked
		FROM sources s JOIN source_health h ON h.source_id = s.id AND h.state <> '' WHERE `+c.where()+`
		ORDER BY h.since, s.id LIMIT `+c.arg(limit), c.args, func(rows pgx.Rows) (err error) {
		list, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (m HealthMatch, err error) {
			return m, row.Scan(&m.ID, &m.Name, &m.State, &m.Cause, &m.Since, &m.Affected, &m.Checked)
		})
		return err
	})
	return list, searchProblem(err)
}

// CountHealth returns how many sources match q and have a health.
func (r *Reader) CountHealth(ctx context.Context, q Query) (count int, err error) {
	if q, err = r.expandLanguages(ctx, q); err != nil {
		return 0, searchProblem(err)
	}
	c := q.conditions("")
	err = r.db.QueryLimited(ctx, readTimeout, `SELECT count(*) FROM sources s JOIN source_health h ON h.source_id = s.id AND h.state <> '' WHERE `+c.where(),
		c.args, func(rows pgx.Rows) (err error) {
			count, err = pgx.CollectExactlyOneRow(rows, pgx.RowTo[int])
			return err
		})
	return count, searchProblem(err)
}
