package check

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/checking/pause"
	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

const (
	// maxRequested is the number of endpoints that one request makes due, a quarter of an hour of
	// checks.
	maxRequested = 10_000
	// requestSpacing spreads requested checks, so that the scheduled ones of other endpoints are not
	// delayed: 10 a second are a tenth of what one worker checks.
	requestSpacing = 100 * time.Millisecond
	// requestPauses is the shortest time between two checks of an endpoint that members request, in
	// pauses between two requests to a site: with one second, a minute, as for announcements of hubs
	// (schedule.AnnouncedSpacing). Repeated clicks do not become requests to the site.
	requestPauses = 60
	// requestBatch endpoints are made due in one transaction: it locks their domains for a few
	// milliseconds.
	requestBatch = 500
)

// Control is what people can do with the checks: ask for a check now, pause and resume, and decide about
// held items.
type Control struct {
	*record.HeldItemStore
	db    *postgres.DB
	lists *sourcelist.Reader
	// requestPause is the shortest time between two checks of an endpoint that members request.
	requestPause time.Duration
}

// NewControl returns the control of the checks in db. hostInterval is the pause between two
// requests to a site.
func NewControl(db *postgres.DB, lists *sourcelist.Reader, hostInterval time.Duration) *Control {
	return &Control{record.NewHeldItemStore(db), db, lists, requestPauses * max(hostInterval, 0)}
}

// Requested is the result of a request for checks.
type Requested struct {
	Endpoints int        // that are checked
	Skipped   int        // that are paused, or whose source is not active or is forbidden
	From, To  *time.Time // when the first and the last check start at the earliest
	IsPaused  bool       // the checks are paused, so that they start after the pause
}

// CheckEndpoint makes an endpoint due. It returns a problem if the endpoint is not checked at all.
func (c *Control) CheckEndpoint(ctx context.Context, by *uuid.UUID, sourceID, endpointID uuid.UUID) (*Requested,
	error) {
	requested, err := c.request(ctx, by, "e.source_id = $1 AND e.id = $2", sourceID, endpointID)
	switch {
	case err != nil:
		return nil, err
	case requested.Endpoints+requested.Skipped == 0:
		return nil, problem.New(problem.NotFound, "There is no such endpoint, or it is retired.")
	case requested.Endpoints == 0:
		return nil, problem.New(problem.NotChecked, "This endpoint is not checked: it is paused, its source is not "+
			"active, or the rights of the source are “forbidden”. Change this, and it is checked at once.")
	}
	return requested, nil
}

// CheckSource makes the active endpoints of a source due. It returns a problem if there are none.
func (c *Control) CheckSource(ctx context.Context, by *uuid.UUID, id uuid.UUID) (*Requested, error) {
	requested, err := c.request(ctx, by, "e.source_id = $1", id)
	if err != nil || requested.Endpoints > 0 {
		return requested, err
	}
	var lifecycle source.Lifecycle
	var rights source.Rights
	const selectSource = "SELECT lifecycle, rights FROM sources WHERE id = $1"
	switch err := c.db.Pool.QueryRow(ctx, selectSource, id).Scan(&lifecycle, &rights); {
	case postgres.IsNoRows(err):
		return nil, problem.New(problem.NotFound, "There is no source with this id.")
	case err != nil:
		return nil, err
	case lifecycle != source.Active:
		return nil, problem.New(problem.NotChecked, "This source is not checked, because it is %s. Activate it, and its "+
			"endpoints are checked at once.", lifecycle)
	case rights == source.RightsForbidden:
		return nil, problem.New(problem.NotChecked, "This source is not checked, because its rights are “forbidden”. Change "+
			"them if its use is allowed, and its endpoints are checked at once.")
	}
	return nil, problem.New(problem.NotChecked, "This source has no active endpoint. Add or activate one, and it is "+
		"checked at once.")
}

// CheckSources makes the active endpoints of selected sources due.
func (c *Control) CheckSources(ctx context.Context, by *uuid.UUID, ids []uuid.UUID) (*Requested, error) {
	return c.request(ctx, by, "e.source_id = ANY($1)", ids)
}

// CheckView makes the active endpoints of all sources due that match a query.
func (c *Control) CheckView(ctx context.Context, by *uuid.UUID, q sourcelist.Query) (*Requested, error) {
	ids, err := c.lists.IDs(ctx, q, maxRequested+1)
	if err != nil {
		return nil, err
	}
	if len(ids) > maxRequested {
		return nil, tooManyRequested()
	}
	return c.CheckSources(ctx, by, ids)
}

func tooManyRequested() error {
	return problem.New(problem.LimitReached, "More than %d endpoints match. Narrow the list with filters, or wait for "+
		"the scheduled checks.", maxRequested)
}

// request makes the endpoints e due that match a condition, spread over time.
func (c *Control) request(ctx context.Context, by *uuid.UUID, condition string, args ...any) (*Requested, error) {
	rows, err := c.db.Pool.Query(ctx, `SELECT s.endpoint_id, s.enabled FROM endpoints e
		JOIN endpoint_states s ON s.endpoint_id = e.id
		WHERE e.live AND `+condition+` LIMIT `+strconv.Itoa(maxRequested+1), args...)
	if err != nil {
		return nil, err
	}
	requested := &Requested{}
	var ids []uuid.UUID
	var id uuid.UUID
	var isEnabled bool
	_, err = pgx.ForEachRow(rows, []any{&id, &isEnabled}, func() error {
		if isEnabled {
			ids = append(ids, id)
		} else {
			requested.Skipped++
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case len(ids)+requested.Skipped > maxRequested:
		return nil, tooManyRequested()
	}
	delay := time.Duration(0)
	for batch := range slices.Chunk(ids, requestBatch) {
		if err := c.makeDue(ctx, by, batch, delay, requested); err != nil {
			return nil, err
		}
		delay += time.Duration(len(batch)) * requestSpacing
	}
	paused, err := pause.Get(ctx, c.db, pause.Checks)
	requested.IsPaused = paused.PausedAt != nil
	return requested, err
}

// requestChecks sets the time and the reasons of requested checks. A domain that is on hold or
// between two requests delays its endpoints: they are due when it is free. The last reason names
// the wait: Retry-After of the last response of the endpoint if the domain is on hold for about
// that long, otherwise the wait for the domain. An endpoint that is due earlier keeps its time. A
// check that a member requests again within the pause $7 follows after it.
const requestChecks = `
	UPDATE endpoint_states s
		SET requested = true, requested_by = $3, next_check_at = least(s.next_check_at, greatest(r.at, r.free_at)),
		next_reasons = ($4::jsonb || CASE
		WHEN r.free_at > r.at THEN coalesce((SELECT jsonb_agg(n) FROM jsonb_array_elements(s.next_reasons::jsonb) n
			WHERE n->>'code' = $6 AND s.next_check_at < r.free_at + (r.free_at - s.last_attempt_at) / 5), $5::jsonb)
				ELSE '[]' END)::json
	FROM (
		SELECT t.endpoint_id, h.free_at, greatest(now() + i.delay * interval '1 second', $7::interval + (
				SELECT max(a.started_at) FROM attempts a
				WHERE a.endpoint_id = t.endpoint_id AND a.requested AND a.started_at > now() - $7::interval
			)) AS at
		FROM unnest($1::uuid[], $2::float8[]) i(id, delay)
		JOIN endpoint_states t ON t.endpoint_id = i.id LEFT JOIN check_hosts h ON h.domain = t.domain AND h.lease IS NULL
	) r WHERE s.endpoint_id = r.endpoint_id AND s.enabled`

// makeDue makes endpoints due, each requestSpacing after the one before, but not before their
// domains are free. An endpoint that is being checked is not checked again: its result answers the
// request.
func (c *Control) makeDue(ctx context.Context, by *uuid.UUID, ids []uuid.UUID, delay time.Duration,
	requested *Requested) error {
	delays := make([]float64, len(ids))
	for i := range ids {
		delays[i] = (delay + time.Duration(i)*requestSpacing).Seconds()
	}
	requestReasons, hostReasons := []schedule.Reason{{Code: schedule.ReasonRequested, Text: "a member asked for a check"}},
		[]schedule.Reason{schedule.HostReason()}
	var count int
	var from, to *time.Time
	err := c.db.Tx(ctx, func(tx postgres.Tx) error {
		var domains []string
		if err := tx.QueryRow(ctx, "SELECT coalesce(array_agg(DISTINCT domain), '{}') FROM endpoint_states WHERE "+
			"endpoint_id = ANY($1) AND domain IS NOT NULL", ids).Scan(&domains); err != nil {
			return err
		}
		batch := &pgx.Batch{}
		batch.Queue(queue.LockDomains, domains)
		batch.Queue("SELECT FROM endpoint_states WHERE endpoint_id = ANY($1) ORDER BY endpoint_id FOR UPDATE", ids)
		batch.Queue(requestChecks, ids, delays, by, requestReasons, hostReasons, schedule.ReasonRetry, c.requestPause)
		batch.Queue(queue.SettleDomains, domains)
		// The lease of a domain that is being checked ends with the check, much earlier than free_at.
		batch.Queue(`SELECT count(*), min(at), max(at) FROM endpoint_states s
			LEFT JOIN check_hosts h ON h.domain = s.domain AND h.lease IS NULL,
			LATERAL (SELECT greatest(s.next_check_at, h.free_at, now()) AS at) t
		WHERE s.endpoint_id = ANY($1) AND s.enabled`, ids).
			QueryRow(func(row pgx.Row) error { return row.Scan(&count, &from, &to) })
		return tx.SendBatch(ctx, batch).Close()
	})
	if err == nil {
		requested.add(count, len(ids)-count, from, to)
	}
	return err
}

func (r *Requested) add(endpoints, skipped int, from, to *time.Time) {
	r.Endpoints += endpoints
	r.Skipped += skipped
	if from != nil && (r.From == nil || from.Before(*r.From)) {
		r.From = from
	}
	if to != nil && (r.To == nil || to.After(*r.To)) {
		r.To = to
	}
}
