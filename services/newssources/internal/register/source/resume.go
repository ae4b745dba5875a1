package source

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// maxResumed bounds one run; the next one resumes the others.
const maxResumed = 1000

// ResumePaused activates the paused sources whose pause has ended, and returns their number. Each
// is an edit in the history without an actor. A source that a person changes at the same time is
// left to the next run.
func (r *Register) ResumePaused(ctx context.Context) (resumed int, err error) {
	type pausedSource struct {
		ID      uuid.UUID
		Version int
	}
	batch := r.db.Batch("resume_sources")
	rows, err := r.db.Pool.Query(ctx, `
		SELECT id, version
		FROM sources
		WHERE lifecycle = 'paused' AND paused_until IS NOT NULL AND paused_until <= $1 AND `+batch.NotFailed("id")+`
		ORDER BY paused_until
		LIMIT $2`, time.Now(), maxResumed)
	if err != nil {
		return 0, err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[pausedSource])
	if err != nil {
		return 0, err
	}
	err = postgres.EachRow(ctx, batch, list, func(s pausedSource) uuid.UUID { return s.ID }, func(s pausedSource) error {
		_, err := r.Update(ctx, audit.Actor{}, s.ID, s.Version,
			func(d *Details) { d.Lifecycle, d.PausedUntil, d.PauseReason = Active, nil, "" })
		switch {
		case err == nil:
			resumed++
		case problem.Is(err, problem.StaleVersion), problem.Is(err, problem.NotFound), problem.Is(err, problem.Archived):
			return nil
		}
		return err
	})
	return resumed, err
}
