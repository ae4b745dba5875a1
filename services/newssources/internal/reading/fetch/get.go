package fetch

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/http/cookiejar"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/tracing"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/robotstxt"
)

// Get fetches an address and follows its redirects. Failures are reported as the result's outcome.
func (c *Client) Get(ctx context.Context, request Request) *Result {
	return c.get(ctx, request, c.config.Timeout)
}

func (c *Client) get(ctx context.Context, request Request, timeout time.Duration) *Result {
	started := time.Now()
	v := &visit{Client: c, request: request, remaining: timeout, result: &Result{Agent: c.agent}}
	if tracing.IsOn() {
		var end func(*Result, string)
		ctx, end = startSpan(ctx, "fetch")
		defer func() { end(v.result, v.result.FinalURL) }()
	}
	v.follow(ctx)
	v.endReservation(ctx)
	v.result.Timings.Total = time.Since(started)
	if c.config.Observe != nil {
		c.config.Observe(v.result)
	}
	return v.result
}

// visit is the state of one Get.
type visit struct {
	*Client
	request    Request
	remaining  time.Duration // rest of the timeout; the wait until a request may start does not count
	result     *Result
	crawlDelay time.Duration // of the site of the next request
	reserved   *Reservation  // made by this visit; nil if there is none
	first      target
	jar        *cookiejar.Jar // nil before the first cookie
	cookie     string         // Cookie header of the next request
}

// follow sends the request and follows redirects until the result is complete.
func (v *visit) follow(ctx context.Context) {
	first, err := parseTarget(v.request.URL)
	if err != nil {
		v.refuse(err, InvalidAddress)
		return
	}
	v.first = first
	seen := map[string]bool{} // requested addresses, each followed by its Cookie header
	for at, from := first, first.domain; ; {
		v.result.FinalURL = at.String()
		v.cookie = v.cookies(at, seen)
		seen[v.result.FinalURL+v.cookie] = true
		if !at.server.KeepsCredentialsOf(first.server) { // permanently, even if the chain returns to the first server
			v.request.Username, v.request.Password = "", ""
		}
		if v.needsRefusalCheck(at, from) && v.isRefused(ctx, at) {
			return
		}
		from = at.domain
		if !v.request.SkipRobots && !v.isAllowed(ctx, at) {
			return
		}
		location := v.sendRequest(ctx, at)
		if location == "" {
			return
		}
		v.result.Hops = append(v.result.Hops, Hop{at.String(), v.result.Status, displayLocation(location)})
		if v.request.NoRedirects {
			v.result.finish(BadRedirect, "The site redirects this address to another one.")
			return
		}
		next, err := at.resolve(location)
		switch {
		case err != nil:
			v.refuse(err, BadRedirect)
			return
		case seen[next.String()+v.cookies(next, seen)]:
			v.result.finish(TooManyRedirects, "The site redirects in a loop.")
			return
		case len(v.result.Hops) > min(v.config.MaxRedirects, cmp.Or(v.request.MaxRedirects, v.config.MaxRedirects)):
			v.result.finish(TooManyRedirects, "The site redirects too many times.")
			return
		}
		at = next
	}
}

// refuse finishes the result for an address that is invalid or must not be requested. The outcome
// of a private address is Blocked instead of the given one.
func (v *visit) refuse(err error, outcome Outcome) {
	detail := err.Error()
	if outcome == BadRedirect {
		detail = "The site redirects to an address that cannot be fetched. " + detail
	}
	v.result.finish(outcome, detail)
	if refused, ok := errors.AsType[*weburl.Error](err); ok && isPrivate(refused.Code) {
		v.result.Outcome = Blocked
	}
}

// needsRefusalCheck reports whether Config.Refuse decides about the address. from is the domain of the address before.
func (v *visit) needsRefusalCheck(at target, from string) bool {
	switch {
	case at.domain != from:
		return true
	case v.request.isEntered():
		return false
	case v.request.SkipRefuse: // also for redirects to https or "www."
		return at.key() != v.first.key()
	}
	return true
}

// isRefused reports whether Config.Refuse refuses the address. If so, it finishes the result.
func (v *visit) isRefused(ctx context.Context, at target) bool {
	reason, err := v.refusal(ctx, at)
	switch {
	case err != nil:
		v.refuseToSend(ctx, err)
	case reason != "":
		v.result.clearResponse()
		v.result.finish(ForbiddenSource, reason)
	}
	return err != nil || reason != ""
}

// refusal returns why Config.Refuse refuses an address, or "".
func (c *Client) refusal(ctx context.Context, at target) (reason string, err error) {
	address, err := weburl.Parse(at.String())
	if c.config.Refuse == nil || err != nil { // the guard refuses an address that is not valid
		return "", nil
	}
	return c.config.Refuse(ctx, address)
}

// isAllowed reports whether the site's robots.txt allows the address. If not, it finishes the
// result.
func (v *visit) isAllowed(ctx context.Context, at target) bool {
	verdict, err := v.robotsOf(ctx, at, v.request)
	if err != nil {
		v.refuseToSend(ctx, err)
		return false
	}
	v.crawlDelay = verdict.CrawlDelay
	v.result.RobotsSignals, v.result.robots, v.result.RobotsURL = verdict.file.signals, verdict.file.text, ""
	if verdict.isKnown() {
		v.result.RobotsURL = at.site() + robotstxt.Path
	}
	if len(v.result.Hops) == 0 {
		v.result.CrawlDelay = verdict.CrawlDelay
	}
	if !verdict.Allowed {
		v.result.clearResponse()
		outcome := Robots
		if verdict.RetryAfter > 0 && verdict.Outcome == RateLimited { // the request for robots.txt was limited
			outcome = RateLimited
		}
		v.result.finish(outcome, verdict.Detail)
		v.result.RetryAfter = verdict.RetryAfter
	}
	return verdict.Allowed
}

// sendRequest sends one request. It returns the location of a redirect, or "" when the result is
// complete.
func (v *visit) sendRequest(ctx context.Context, at target) (location string) {
	v.result.clearResponse()
	queued := time.Now()
	reservation, err := v.reserve(ctx, at.domain)
	v.result.Timings.Queue += time.Since(queued)
	if err != nil {
		v.refuseToSend(ctx, err)
		return ""
	}
	defer func() { v.pacer.sent(reservation, v.result) }()
	ctx, cancel := context.WithTimeout(ctx, v.remaining)
	defer cancel()
	trace := newTrace()
	defer func() { v.remaining -= trace.addTo(&v.result.Timings) }()

	out, err := http.NewRequestWithContext(trace.attach(ctx), http.MethodGet, at.String(), nil)
	if err != nil {
		v.refuse(errNotAnAddress, InvalidAddress)
		return ""
	}
	v.setHeaders(out)
	if v.cookie != "" {
		out.Header.Set("Cookie", v.cookie)
	}
	out.Close = v.request.CloseConnection
	response, err := v.transport.RoundTrip(out)
	if err != nil {
		v.result.fail(ctx, err, trace.currentPhase())
		return ""
	}
	defer response.Body.Close()
	trace.enter(PhaseBody)
	v.result.setResponse(response, trace)
	if isRedirect(response.StatusCode) && response.Header.Get("Location") != "" {
		v.keepCookies(at, response)
		return response.Header.Get("Location")
	}
	v.readResponse(ctx, response, &stallReader{body: response.Body, timeout: v.config.StallTimeout, end: cancel}, trace)
	return ""
}

func isRedirect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect,
		http.StatusPermanentRedirect:
		return true
	}
	return false
}
