package fetch

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/newsources/newsources/services/newssources/internal/platform/ctxtime"
)

const (
	// MaxWait is the longest time that a request waits for other requests to its domain. It is the
	// same for checks and for interactive requests, so that neither can starve the other.
	MaxWait = 10 * time.Second
	// startSlack is the time in which a reserved request must start. It allows for slow queries and a
	// busy machine.
	startSlack = 250 * time.Millisecond
	// paceTimeout limits the queries of the pacer, which take about a millisecond.
	paceTimeout = 2 * time.Second
	// maxPause is the maximum Crawl-delay that is obeyed. With longer pauses, a domain with many
	// endpoints could not be checked once a day.
	maxPause = time.Minute
)

// pacer spaces the requests to one registrable domain, because the hosts of a domain are often one
// server. The row of the domain in check_hosts has the time at which its next request may start, so
// that all processes share the pauses (ADR 38).
type pacer struct {
	db       *pgxpool.Pool // nil: requests are not spaced
	interval time.Duration
	mu       sync.Mutex
	queues   map[callerKey]*callerQueue
}

// callerKey identifies the queue of the requests of one caller to one domain. Only the first
// request of a queue reserves a time, so that many requests of one member delay a request of
// another member by one pause only.
type callerKey struct {
	caller uuid.UUID
	domain string
}

type callerQueue struct {
	place chan struct{} // has an element while a request waits for its reserved time
	users int
}

// Reservation is a period in which one caller may send requests to a domain, spaced by the
// interval.
type Reservation struct {
	domain string
	from   time.Time // the start of the next request at the earliest, by the local clock
	until  time.Time // others may send requests from then on
	isUsed bool      // a request was sent
	mark   time.Time // the value of next_request_at that the reservation has set
	pause  time.Duration
	hold   time.Duration // for which the site asked to wait
	leave  func()        // lets the next request of the caller reserve its time
}

// NewReservation returns the reservation that the claim of a check has made. The caller ends it by
// recording the check.
func NewReservation(domain string, from, until time.Time) *Reservation {
	return &Reservation{domain: domain, from: from, until: until}
}

// waitError reports that a request may not be sent now.
type waitError struct {
	wait   time.Duration
	isHold bool // the site asked to wait
}

func (e *waitError) Error() string {
	wait := e.wait.Truncate(time.Second) + time.Second
	if e.isHold {
		return fmt.Sprintf("No requests are sent to this site until %s UTC (in %s), because it asked to wait or refused "+
			"several "+
			"requests. Try again then.", time.Now().Add(wait).UTC().Format("15:04:05"), wait)
	}
	return fmt.Sprintf("Other requests to this site come first, because they are spaced. Try again in %s.", wait)
}

// pauseAfter returns the pause after a request to a site whose robots.txt asks for crawlDelay.
func (p *pacer) pauseAfter(crawlDelay time.Duration) time.Duration {
	return max(p.interval, min(crawlDelay, maxPause))
}

// fits reports whether a request that starts at the given time leaves the interval to the next
// request of others.
func (p *pacer) fits(r *Reservation, at time.Time) bool {
	return p.interval == 0 || !at.Add(p.interval).After(r.until)
}

// next waits for the start of the next request within a reservation. It reports false if the
// reservation does not last that long.
func (p *pacer) next(ctx context.Context, r *Reservation) (bool, error) {
	wait := time.Until(r.from)
	if !p.fits(r, time.Now().Add(max(wait, 0))) {
		return false, nil
	}
	if wait <= 0 {
		return true, ctx.Err()
	}
	ctxtime.Sleep(ctx, wait)
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if !r.isUsed { // the site may have asked to wait since the reservation
		if err := p.checkHold(ctx, r.domain); err != nil {
			return false, err
		}
	}
	return p.fits(r, time.Now()), nil
}

// reserve waits until a request to the domain may start. The pause follows it. finish must be
// called after the last request of the reservation. The error is a waitError if the site asked to
// wait or too many requests of others come first.
func (p *pacer) reserve(ctx context.Context, caller uuid.UUID, domain string, pause time.Duration) (*Reservation,
	error) {
	if pause == 0 {
		return &Reservation{domain: domain, leave: func() {}}, p.checkHold(ctx, domain)
	}
	deadline := time.Now().Add(MaxWait)
	leave, err := p.join(ctx, callerKey{caller, domain})
	if err != nil {
		return nil, err
	}
	for {
		r, err := p.tryReserve(ctx, domain, pause, min(time.Until(deadline), remaining(ctx)))
		if err != nil {
			leave()
			return nil, err
		}
		isStarted, err := p.next(ctx, r)
		if err != nil {
			leave()
			return nil, err
		}
		// The next request of the caller follows the pause after this one, or after the slack if this one
		// is slow.
		if isStarted {
			r.leave = leave
			time.AfterFunc(startSlack, leave)
			return r, nil
		}
	}
}

// remaining returns the time until the deadline of ctx, or MaxWait if it has none.
func remaining(ctx context.Context) time.Duration {
	if at, ok := ctx.Deadline(); ok {
		return time.Until(at)
	}
	return MaxWait
}

// asyncCommit makes a transaction commit without waiting for the disk. If the server crashes, the
// pauses of the last second are lost.
const asyncCommit = "SELECT set_config('synchronous_commit', 'off', true)"

const reserveTime = `
	INSERT INTO check_hosts AS h (domain, next_request_at) VALUES ($1, now() + $2::interval)
	ON CONFLICT (domain) DO UPDATE SET next_request_at = greatest(h.next_request_at, now()) + $2::interval
	WHERE h.next_request_at <= now() + $3::interval AND (h.held_until IS NULL OR h.held_until <= now())
	RETURNING next_request_at, next_request_at - $2::interval - now()`

// tryReserve reserves the next time at which a request may start, or returns a waitError if that is
// later than limit.
func (p *pacer) tryReserve(ctx context.Context, domain string, pause, limit time.Duration) (*Reservation, error) {
	queryCtx, cancel := context.WithTimeout(ctx, paceTimeout)
	defer cancel()
	period, sent := pause+startSlack, time.Now()
	r := &Reservation{domain: domain, pause: pause}
	var wait time.Duration
	isReserved := false
	batch := &pgx.Batch{}
	batch.Queue(asyncCommit)
	batch.Queue(reserveTime, domain, period, max(limit, 0)).Query(func(rows pgx.Rows) error {
		_, err := pgx.ForEachRow(rows, []any{&r.mark, &wait}, func() error { isReserved = true; return nil })
		return err
	})
	var free, held *time.Duration
	batch.Queue("SELECT greatest(next_request_at, now()) - now(), held_until - now() FROM check_hosts WHERE domain = $1",
		domain).QueryRow(func(row pgx.Row) error {
		return row.Scan(&free, &held)
	})
	if err := p.db.SendBatch(queryCtx, batch).Close(); err != nil {
		return nil, err
	}
	switch {
	case isReserved:
		r.from, r.until = time.Now().Add(wait), sent.Add(wait+period)
		return r, nil
	case held != nil && *held > 0:
		return nil, &waitError{*held, true}
	}
	return nil, &waitError{*free, false}
}

// checkHold returns a waitError if the site asked to wait.
func (p *pacer) checkHold(ctx context.Context, domain string) error {
	ctx, cancel := context.WithTimeout(ctx, paceTimeout)
	defer cancel()
	var held time.Duration
	err := p.db.QueryRow(ctx, "SELECT coalesce(max(held_until) - now(), interval '0') FROM check_hosts WHERE domain = $1",
		domain).Scan(&held)
	if err == nil && held > 0 {
		return &waitError{held, true}
	}
	return err
}

// endReservation sets when the next request may start: after the pause if no other request is
// waiting, and not before the end of a hold. A hold also delays the checks of the domain.
const endReservation = `
	INSERT INTO check_hosts AS h (domain, next_request_at, held_until, free_at)
	VALUES ($1, now() + $3::interval, now() + $4::interval, coalesce(now() + $4::interval, '-infinity'))
	ON CONFLICT (domain) DO UPDATE SET
		next_request_at = CASE WHEN h.next_request_at = $2 THEN excluded.next_request_at
		ELSE greatest(h.next_request_at, excluded.next_request_at) END,
		held_until = greatest(h.held_until, excluded.held_until),
		free_at = CASE WHEN h.lease IS NULL THEN greatest(h.free_at, excluded.free_at) ELSE h.free_at END,
		ready_at = CASE WHEN h.lease IS NULL AND h.ready_at IS NOT NULL THEN greatest(h.ready_at, excluded.free_at)
		ELSE h.ready_at END`

// finish ends a reservation after its last request.
func (p *pacer) finish(ctx context.Context, r *Reservation) error {
	defer r.leave()
	if r.pause == 0 && r.hold == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), paceTimeout)
	defer cancel()
	batch := &pgx.Batch{}
	batch.Queue(asyncCommit)
	batch.Queue(endReservation, r.domain, r.mark, r.pause, holdOrNil(r.hold))
	return p.db.SendBatch(ctx, batch).Close()
}

func holdOrNil(hold time.Duration) *time.Duration {
	if hold <= 0 {
		return nil
	}
	return &hold
}

// join waits until no earlier request of the same caller to the domain waits for its reserved time.
// leave may be called more than once.
func (p *pacer) join(ctx context.Context, key callerKey) (leave func(), err error) {
	p.mu.Lock()
	q := p.queues[key]
	if q == nil {
		q = &callerQueue{place: make(chan struct{}, 1)}
		p.queues[key] = q
	}
	q.users++
	p.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, MaxWait)
	defer cancel()
	select {
	case q.place <- struct{}{}:
		return sync.OnceFunc(func() {
			<-q.place
			p.leave(key, q)
		}), nil
	case <-ctx.Done():
		p.leave(key, q)
		return nil, ctx.Err()
	}
}

func (p *pacer) leave(key callerKey, q *callerQueue) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if q.users--; q.users == 0 {
		delete(p.queues, key)
	}
}
