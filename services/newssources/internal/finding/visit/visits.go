// Package visit reads the homepages of incomplete sources in the background. Package suggestion
// suggests what they state.
package visit

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/checking/pause"
	"github.com/newsources/newsources/services/newssources/internal/finding/discover"
	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
	"github.com/newsources/newsources/services/newssources/internal/platform/ctxtime"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

const (
	// parallelVisits bounds the concurrent visits: about one homepage per second, so that an import of
	// 10,000 sources takes three hours and little bandwidth.
	parallelVisits = 4
	// idleInterval is the pause of a worker without a due visit, while another worker still visits a
	// homepage: a list that is imported meanwhile waits at most this long.
	idleInterval = time.Second
	// defaultDomainInterval is the time between two visits of one registrable domain, which may host
	// many sources.
	defaultDomainInterval = 10 * time.Second
	// releaseTimeout bounds the release of an interrupted visit, so that it fits into the shutdown of
	// the process.
	releaseTimeout = 2 * time.Second
	// visitLease is the time after which a visit is repeated if the process that started it has died.
	// It includes a reserve for recording the result on a slow database.
	visitLease = discover.VisitTimeout + 35*time.Second
)

// Visits reads the homepages of incomplete sources in the background. Several processes may run it
// concurrently.
type Visits struct {
	db          *postgres.DB
	suggestions *suggestion.Suggestions
	finder      *discover.Finder
	log         *slog.Logger
	now         func() time.Time
	// DomainInterval is the time between two visits of one registrable domain.
	DomainInterval time.Duration
	// Enqueue, if set, starts the job that calls Run immediately instead of at its next interval.
	Enqueue func(context.Context) error
}

// New returns the visits of a database. The client of finder must pause between the requests to one
// host. A nil finder is allowed for processes that never call Run.
func New(db *postgres.DB, suggestions *suggestion.Suggestions, finder *discover.Finder, log *slog.Logger) *Visits {
	return &Visits{db: db, suggestions: suggestions, finder: finder, log: log, now: time.Now,
		DomainInterval: defaultDomainInterval}
}

// Run visits the homepages that are due, until none is due, an administrator pauses the visits, or
// one of the contexts ends. No visit starts after claimCtx has ended; a visit that ctx interrupts
// is repeated later. One of the workers starts with the visits that became due last, so that a
// small import does not wait for the end of a large one.
func (v *Visits) Run(ctx, claimCtx context.Context) error {
	errs := make([]error, parallelVisits)
	var workers sync.WaitGroup
	var busy atomic.Int32
	for i := range errs {
		order := longestDueFirst
		if i == 0 {
			order = lastDueFirst
		}
		workers.Go(func() { errs[i] = v.work(ctx, claimCtx, order, &busy) })
	}
	workers.Wait()
	return errors.Join(errs...)
}

// work visits due homepages one after another. It returns when no homepage is due and no other
// worker is visiting one. A visit that fails does not stop the others.
func (v *Visits) work(ctx, claimCtx context.Context, order claimOrder, busy *atomic.Int32) error {
	var failures []error
	for ctx.Err() == nil && claimCtx.Err() == nil {
		busy.Add(1)
		found, err := v.claimAndVisit(ctx, claimCtx, order)
		others := busy.Add(-1)
		failures = append(failures, err)
		if !found && (err != nil || others == 0) || postgres.StopsBatch(ctx, err) {
			break
		}
		if !found {
			ctxtime.Sleep(claimCtx, idleInterval)
		}
	}
	return errors.Join(failures...)
}

// claimAndVisit visits one homepage, if one is due. It reports whether it found one.
func (v *Visits) claimAndVisit(ctx, claimCtx context.Context, order claimOrder) (found bool, err error) {
	claimed, err := v.claim(claimCtx, order)
	if claimCtx.Err() != nil && claimed == nil {
		return false, nil
	}
	if err != nil || claimed == nil {
		return false, err
	}
	return true, v.db.Batch("visits").
		EachID(ctx, []uuid.UUID{claimed.ID}, func(uuid.UUID) error { return v.visit(ctx, claimed) })
}

// maxLatest limits the items of a source that a visit uses.
const maxLatest = 60

// selectLatest selects the titles and addresses of the latest items of the endpoints of a source.
const selectLatest = `
	SELECT coalesce(array_agg(l.title), '{}'), coalesce(array_agg(l.url), '{}')
	FROM (
		SELECT i.title, i.url
		FROM endpoints e
		CROSS JOIN LATERAL (
			SELECT title, url, first_seen_at
			FROM items
			WHERE endpoint_id = e.id
			ORDER BY first_seen_at DESC
			LIMIT $2
		) i
		WHERE e.source_id = $1 AND e.live
		ORDER BY i.first_seen_at DESC
		LIMIT $2
	) l`

// selectLicenseFile selects the address of a licence file that a check has found in a feed of a source.
const selectLicenseFile = `
	SELECT v->>'value'
	FROM endpoints e
	JOIN endpoint_rights r ON r.endpoint_id = e.id, jsonb_array_elements(r.signals) v
	WHERE e.source_id = $1 AND e.live AND v->>'kind' = 'license_file'
	ORDER BY e.id, r.place
	LIMIT 1`

// visit visits a claimed homepage and records the result. If the database fails, the visit has failed.
func (v *Visits) visit(ctx context.Context, c *claim) error {
	result, err := v.read(ctx, c)
	if err == nil {
		err = v.record(ctx, c, result)
	}
	switch {
	case ctx.Err() == nil && err != nil && !postgres.StopsBatch(ctx, err):
		return errors.Join(err, v.db.Tx(ctx, func(tx postgres.Tx) error {
			_, err := v.finish(ctx, tx, c, &discover.Visit{Outcome: internalError, Detail: failed})
			return err
		}))
	case ctx.Err() == nil && err != nil:
		return err
	case err != nil:
		releaseCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseTimeout)
		defer cancel()
		return v.release(releaseCtx, c)
	}
	v.log.InfoContext(ctx, "visited homepage", "source", c.SourceID, "homepage", c.HomepageURL, "outcome",
		string(result.Outcome), "attempt", c.Attempts)
	return nil
}

// read reads the homepage of a claim. It returns an error if the database fails or ctx ends.
func (v *Visits) read(ctx context.Context, c *claim) (*discover.Visit, error) {
	request := discover.VisitRequest{Homepage: c.HomepageURL, Feed: c.Feed, IsDerived: c.HomepageDerived}
	err := v.db.Pool.QueryRow(ctx, selectLatest, c.SourceID, maxLatest).Scan(&request.Titles, &request.URLs)
	if err != nil {
		return nil, err
	}
	err = v.db.Pool.QueryRow(ctx, selectLicenseFile, c.SourceID).Scan(&request.LicenseFile)
	if err != nil && !postgres.IsNoRows(err) {
		return nil, err
	}
	result, err := v.finder.Visit(ctx, request)
	if err != nil {
		result = &discover.Visit{Outcome: fetch.InvalidAddress, Detail: err.Error()}
	}
	return result, ctx.Err()
}

// internalError is the outcome of a visit during which the database failed, and failed its detail.
const (
	internalError = fetch.Outcome("internal_error")
	failed        = "The visit failed because of an internal error. Report this to an administrator."
)

// maxCount is the number up to which visits are counted, so that the cost does not grow with the
// register.
const maxCount = 10_000

// Status is the state of the visits. Counts above maxCount are reported as maxCount, and IsCapped
// is set.
type Status struct {
	pause.State
	Waiting  int // visits that are running or due within 5 minutes
	Later    int // visits that are tried again later
	Failed   int // sources whose last visit failed
	IsCapped bool
}

// Status returns the state of the visits, of all sources or of those that an import created.
func (v *Visits) Status(ctx context.Context, importID uuid.UUID) (*Status, error) {
	paused, err := pause.Get(ctx, v.db, pause.Visits)
	if err != nil {
		return nil, err
	}
	status := &Status{State: paused}
	const scope = `AND ($1::uuid = '00000000-0000-0000-0000-000000000000' OR v.source_id IN (
		SELECT r.source_id FROM import_rows r WHERE r.import_id = $1 AND r.result = 'created'))`
	batch := &pgx.Batch{}
	for _, count := range []struct {
		condition string
		target    *int
	}{
		{"v.due_at < $2::timestamptz + interval '5 minutes'", &status.Waiting},
		{"v.due_at >= $2::timestamptz + interval '5 minutes' AND v.attempts > 0", &status.Later},
		{"v.outcome <> '' AND v.outcome <> 'ok' AND $2::timestamptz IS NOT NULL", &status.Failed},
	} {
		batch.Queue("SELECT count(*) FROM (SELECT 1 FROM visits v WHERE "+count.condition+" "+scope+" LIMIT $3) counted",
			importID, v.now(), maxCount+1).
			QueryRow(func(row pgx.Row) error {
				err := row.Scan(count.target)
				status.IsCapped = status.IsCapped || *count.target > maxCount
				*count.target = min(*count.target, maxCount)
				return err
			})
	}
	return status, v.db.Pool.SendBatch(ctx, batch).Close()
}

// Pause prevents new visits in all processes. Running visits are completed.
func (v *Visits) Pause(ctx context.Context, by *uuid.UUID) error {
	return pause.Start(ctx, v.db, pause.Visits, by, "")
}

// Resume ends a pause and starts the job.
func (v *Visits) Resume(ctx context.Context) error {
	if err := pause.End(ctx, v.db, pause.Visits); err != nil || v.Enqueue == nil {
		return err
	}
	return v.Enqueue(ctx)
}
