package fetch

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// defaultWait is the wait after a response 429 without Retry-After.
const defaultWait = time.Minute

// reserve waits until the next request to the domain may start. It returns nil if requests are not
// spaced. It uses the reservation of the check or of the request before as long as it lasts, as for
// robots.txt and redirects within a domain.
func (v *visit) reserve(ctx context.Context, domain string) (*Reservation, error) {
	if v.pacer == nil {
		return nil, nil
	}
	for _, r := range []*Reservation{v.request.Reservation, v.reserved} {
		if r == nil || r.domain != domain {
			continue
		}
		// The period of a check that is not spaced leaves no time for a crawl delay.
		if r == v.request.Reservation && v.pacer.interval == 0 && v.crawlDelay > 0 {
			continue
		}
		if ok, err := v.pacer.next(ctx, r); err != nil || ok {
			return r, err
		}
	}
	v.endReservation(ctx)
	r, err := v.pacer.reserve(ctx, v.request.Caller, domain, v.pacer.pauseAfter(v.crawlDelay))
	v.reserved = r
	return r, err
}

// endReservation ends the reservation of this visit.
func (v *visit) endReservation(ctx context.Context) {
	if v.reserved == nil {
		return
	}
	if err := v.pacer.finish(ctx, v.reserved); err != nil {
		slog.WarnContext(ctx, "the end of a request was not shared; the next one to this site follows the time that was "+
			"reserved", "domain", v.reserved.domain, "error", err)
	}
	v.reserved = nil
}

// sent records the end of a request within a reservation.
func (p *pacer) sent(r *Reservation, result *Result) {
	if r == nil {
		return
	}
	r.from, r.isUsed = time.Now().Add(p.interval), true
	r.hold = max(r.hold, result.RequestedWait(schedule.Limits{}))
}

// RequestedWait returns the time for which the site that sent the response asked to wait, as far as
// it is obeyed, or 0.
func (r *Result) RequestedWait(limits schedule.Limits) time.Duration {
	switch {
	case r.NotSent:
	case r.Outcome == RateLimited:
		return max(limits.Wait(r.RetryAfter), defaultWait)
	case r.Outcome == Unavailable:
		return limits.Wait(r.RetryAfter)
	}
	return 0
}

// refuseToSend finishes the result without a request: the site asked to wait, requests of others
// come first, or the database, which has the times of the requests, does not respond.
func (v *visit) refuseToSend(ctx context.Context, err error) {
	v.result.clearResponse()
	v.result.NotSent = true
	wait, isWait := errors.AsType[*waitError](err)
	switch {
	case isWait && wait.isHold:
		v.result.finish(RateLimited, wait.Error())
		v.result.RetryAfter = wait.wait
	case isWait:
		v.result.finish(Timeout, wait.Error())
		v.result.Phase, v.result.RetryAfter = PhaseQueue, wait.wait
	case ctx.Err() != nil, errors.Is(err, context.DeadlineExceeded):
		v.result.fail(ctx, err, PhaseQueue)
	default:
		v.result.finish(Cancelled, "The request was not sent, because the database did not respond. Try again in a moment.")
	}
}
