package fetch

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// Get fetches an address and follows its redirects. It never fails: what went wrong is the outcome.
func (c *Client) Get(ctx context.Context, request Request) *Result {
	return c.get(ctx, request, c.config.Timeout)
}

func (c *Client) get(ctx context.Context, request Request, budget time.Duration) *Result {
	started := time.Now()
	v := &visit{Client: c, request: request, left: budget, result: &Result{}}
	v.follow(ctx)
	v.result.Timings.Total = time.Since(started)
	if c.config.Observe != nil {
		c.config.Observe(v.result)
	}
	return v.result
}

// visit is one Get on its way.
type visit struct {
	*Client
	request Request
	left    time.Duration // to spend on the site; waiting for our turn isn't the site's fault
	result  *Result
}

// follow makes the request, and those that its redirects ask for.
func (v *visit) follow(ctx context.Context) {
	first, err := parseTarget(v.request.URL)
	if err != nil {
		v.refuse(err, InvalidAddress)
		return
	}
	seen := map[string]bool{}
	for at := first; ; {
		v.result.FinalURL = at.String()
		seen[v.result.FinalURL] = true
		if !at.server.KeepsCredentialsOf(first.server) { // not even when the chain comes back
			v.request.Username, v.request.Password = "", ""
		}
		if !v.request.SkipRobots && !v.allowed(ctx, at) {
			return
		}
		location := v.once(ctx, at)
		if location == "" {
			return
		}
		v.result.Hops = append(v.result.Hops, Hop{at.String(), v.result.Status, shown(location)})
		if v.request.NoRedirects {
			v.result.end(BadRedirect, "The site has something else in place of this.")
			return
		}
		next, err := at.resolve(location)
		switch {
		case err != nil:
			v.refuse(err, BadRedirect)
			return
		case seen[next.String()]:
			v.result.end(TooManyRedirects, "The site sends us in a circle.")
			return
		case len(v.result.Hops) > v.config.MaxRedirects:
			v.result.end(TooManyRedirects, "The site sends us from one address to the next without end.")
			return
		}
		at = next
	}
}

// refuse ends a visit at an address that isn't even looked up.
func (v *visit) refuse(err error, otherwise Outcome) {
	detail := err.Error()
	if otherwise == BadRedirect {
		detail = "The site sends us to an address that can't be fetched. " + detail
	}
	v.result.end(otherwise, detail)
	if refused, ok := errors.AsType[*weburl.Error](err); ok && isPrivate(refused.Code) {
		v.result.Outcome = Blocked
	}
}

// allowed asks the site's robots.txt.
func (v *visit) allowed(ctx context.Context, at target) bool {
	verdict := v.robotsOf(ctx, at)
	if !verdict.Allowed {
		v.result.forget()
		v.result.end(Robots, verdict.Detail)
		v.result.RetryAfter = verdict.RetryAfter
	}
	return verdict.Allowed
}

// once makes one request. It returns where the answer redirects to; otherwise the result is complete.
func (v *visit) once(ctx context.Context, at target) (location string) {
	v.result.forget()
	waiting := time.Now()
	leave, err := v.pace.enter(ctx, at.outlet)
	v.result.Timings.Queue += time.Since(waiting)
	if err != nil {
		v.result.stopped(ctx, err, PhaseQueue)
		return ""
	}
	defer leave()
	ctx, cancel := context.WithTimeout(ctx, v.left)
	defer cancel()
	trace := newTrace()
	defer func() { v.left -= trace.into(&v.result.Timings) }()

	out, err := http.NewRequestWithContext(trace.attach(ctx), http.MethodGet, at.String(), nil)
	if err != nil {
		v.refuse(notAnAddress, InvalidAddress)
		return ""
	}
	v.dress(out)
	answer, err := v.transport.RoundTrip(out)
	if err != nil {
		v.result.stopped(ctx, err, trace.phase())
		return ""
	}
	defer answer.Body.Close()
	trace.enter(PhaseBody)
	v.result.take(answer, trace)
	if isRedirect(answer.StatusCode) && answer.Header.Get("Location") != "" {
		return answer.Header.Get("Location")
	}
	v.read(ctx, answer, trace)
	return ""
}

func isRedirect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}
