package sourcelist

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// Alert rules are about the last known health: the functions of this file ignore an incident of the
// service.

// HealthMatch is a source with its health.
type HealthMatch struct {
	ID   uuid.UUID
	Name string
	Health
	Review sourcerights.Review // of the rights
}

// HealthMatches returns at most limit sources that match q and have a health, without those in
// except, the longest in their state first.
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

func (r *Reader) healthMatches(
	ctx context.Context, q Query, condition string, ids []uuid.UUID, limit int,
) (list []HealthMatch, err error) {
	c, err := r.storedConditions(ctx, q)
	if err != nil {
		return nil, err
	}
	if ids == nil {
		ids = []uuid.UUID{} // a NULL would match nothing
	}
	c.add(condition, ids)
	err = r.db.QueryLimited(ctx, readTimeout, `
		SELECT s.id, s.name, h.state, h.cause, h.since, h.affected, h.checked, s.rights_review
		FROM sources s
		JOIN source_health h ON h.source_id = s.id AND h.state <> ''
		WHERE `+c.where()+`
		ORDER BY h.since, s.id
		LIMIT `+c.arg(limit), c.args, func(rows pgx.Rows) (err error) {
		list, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (m HealthMatch, err error) {
			return m, row.Scan(&m.ID, &m.Name, &m.State, &m.Cause, &m.Since, &m.Affected, &m.Checked, &m.Review)
		})
		return err
	})
	return list, searchProblem(err)
}

// storedConditions returns the conditions of q on the last known health.
func (r *Reader) storedConditions(ctx context.Context, q Query) (*conditions, error) {
	q.LastKnown = true
	s, err := r.prepare(ctx, q)
	if err != nil {
		return nil, err
	}
	return s.conditions("", false), nil
}

// CountHealth returns how many sources match q and have a health.
func (r *Reader) CountHealth(ctx context.Context, q Query) (count int, err error) {
	c, err := r.storedConditions(ctx, q)
	if err != nil {
		return 0, err
	}
	err = r.db.QueryLimited(ctx, readTimeout, `
		SELECT count(*)
		FROM sources s
		JOIN source_health h ON h.source_id = s.id AND h.state <> ''
		WHERE `+c.where(), c.args, func(rows pgx.Rows) (err error) {
		count, err = pgx.CollectExactlyOneRow(rows, pgx.RowTo[int])
		return err
	})
	return count, searchProblem(err)
}

// HealthChange is a recorded change of the health of a source.
type HealthChange struct {
	At       time.Time
	SourceID uuid.UUID
	State    health.State
	Cause    health.Cause
}

// HealthChanges returns at most limit changes of the sources that match q now, the latest first,
// and the start of the records, which is zero without any.
func (r *Reader) HealthChanges(
	ctx context.Context, q Query, since time.Time, limit int,
) (list []HealthChange, recorded time.Time, err error) {
	c, err := r.storedConditions(ctx, q)
	if err != nil {
		return nil, recorded, err
	}
	sql := `
		SELECT c.at, c.source_id, c.state, c.cause
		FROM source_health_changes c
		WHERE c.at >= ` + c.arg(since) + `
			AND c.source_id IN (
				SELECT s.id
				FROM sources s
				WHERE ` + c.where() + `)
		ORDER BY c.at DESC, c.source_id
		LIMIT ` + c.arg(limit)
	var first *time.Time
	err = r.send(ctx, trip{
		func(batch *pgx.Batch) {
			batch.Queue(sql, c.args...).Query(func(rows pgx.Rows) (err error) {
				list, err = pgx.CollectRows(rows, pgx.RowToStructByPos[HealthChange])
				return err
			})
		},
		func(batch *pgx.Batch) {
			batch.Queue("SELECT min(at) FROM source_health_changes").
				QueryRow(func(row pgx.Row) error { return row.Scan(&first) })
		},
	})
	if first != nil {
		recorded = *first
	}
	return list, recorded, err
}
