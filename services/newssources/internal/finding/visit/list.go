package visit

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// Record is the last and the next visit of a source's homepage.
type Record struct {
	ID          uuid.UUID
	SourceID    uuid.UUID
	SourceName  string
	HomepageURL string
	VisitedAt   *time.Time // nil if there was none
	Outcome     string     // of the last visit; empty if there was none
	Detail      string     // the reason of a failure, for people
	Attempts    int        // number of visits since the last success
	NextAt      *time.Time // nil if none is planned
}

const selectVisits = `
	SELECT coalesce(v.id, s.id) AS id, s.id AS source_id, s.name AS source_name, s.homepage_url,
		v.finished_at AS visited_at,
		coalesce(v.outcome, '') AS outcome, coalesce(v.detail, '') AS detail, coalesce(v.attempts, 0) AS attempts,
		v.due_at AS next_at
	FROM sources s `

// Get returns the visit of a source's homepage, or a not_found problem if there is no such source.
func (v *Visits) Get(ctx context.Context, sourceID uuid.UUID) (*Record, error) {
	rows, err := v.db.Pool.Query(ctx, selectVisits+"LEFT JOIN visits v ON v.source_id = s.id WHERE s.id = $1", sourceID)
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, pgx.RowToAddrOfStructByName[Record])
	if postgres.IsNoRows(err) {
		return nil, problem.New(problem.NotFound, "There is no source with this id. It may have been deleted, or the "+
			"address is wrong.")
	}
	return found, err
}

// ListFailed returns up to limit failed visits after the one with the id after, in the order in
// which they were first scheduled.
func (v *Visits) ListFailed(ctx context.Context, importID, after uuid.UUID, limit int) ([]Record, error) {
	rows, err := v.db.Pool.Query(ctx, selectVisits+`
		JOIN visits v ON v.source_id = s.id WHERE v.outcome <> '' AND v.outcome <> 'ok' AND v.id > $2 AND
			($1::uuid = '00000000-0000-0000-0000-000000000000'
			OR s.id IN (SELECT r.source_id FROM import_rows r WHERE r.import_id = $1 AND r.result = 'created'))
		ORDER BY v.id LIMIT $3`, importID, after, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[Record])
}

// Schedule makes a visit of a source's homepage due now, also after the last retry or a success.
func (v *Visits) Schedule(ctx context.Context, sourceID uuid.UUID) (*Record, error) {
	found, err := v.Get(ctx, sourceID)
	if err != nil {
		return nil, err
	}
	address, err := weburl.Parse(found.HomepageURL)
	if err != nil {
		return nil, err
	}
	scheduled, err := v.db.Pool.Exec(ctx, `
		INSERT INTO visits (id, source_id, domain, due_at, created_at) SELECT $1, s.id, $3, $4, $4 FROM sources s
		WHERE s.id = $2 AND s.lifecycle = $5 AND s.rights <> $6
		ON CONFLICT (source_id) DO UPDATE SET domain = excluded.domain, due_at = excluded.due_at, attempts = 0`,
		uuid.Must(uuid.NewV7()), sourceID, address.RegistrableDomain(), v.now(), source.Active, source.RightsForbidden)
	if err != nil {
		return nil, err
	}
	if scheduled.RowsAffected() == 0 {
		return nil, problem.New(problem.BadTransition, "Only homepages of active sources whose rights are not “forbidden” are "+
			"visited. Change “%s” first.", found.SourceName)
	}
	if v.Enqueue != nil {
		if err := v.Enqueue(ctx); err != nil {
			return nil, err
		}
	}
	return v.Get(ctx, sourceID)
}
