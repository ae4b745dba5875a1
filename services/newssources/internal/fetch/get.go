package fetch

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

const acceptFeeds = "application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml;q=0.9, " +
	"application/xml;q=0.8, text/xml;q=0.8, text/html;q=0.6, */*;q=0.5"

// Get fetches an address and follows its redirects. It never fails: what went wrong is the outcome.
func (c *Client) Get(ctx context.Context, request Request) *Result {
	ctx, cancel := context.WithTimeout(ctx, c.config.Timeout)
	defer cancel()
	started := time.Now()
	result := &Result{FinalURL: request.URL}
	c.follow(ctx, request, result)
	result.Timings.Total = time.Since(started)
	result.Permanent = len(result.Hops) > 0
	for _, hop := range result.Hops {
		result.Permanent = result.Permanent && (hop.Status == http.StatusMovedPermanently || hop.Status == http.StatusPermanentRedirect)
	}
	return result
}

// follow makes the request, and those that its redirects ask for.
func (c *Client) follow(ctx context.Context, request Request, result *Result) {
	address, ok := c.vet(request.URL, result, InvalidAddress)
	if !ok {
		return
	}
	firstHost := address.Host
	for {
		result.FinalURL = address.String()
		if !request.SkipRobots {
			if verdict := c.Robots(ctx, result.FinalURL); !verdict.Allowed {
				result.Outcome, result.Detail = Robots, verdict.Detail
				return
			}
		}
		if address.Host != firstHost { // credentials never go to another host, not even to one and back
			request.Username, request.Password = "", ""
		}
		location := c.once(ctx, address, request, result)
		if location == "" {
			return
		}
		result.Hops = append(result.Hops, Hop{address.String(), result.Status, location})
		if len(result.Hops) > c.config.MaxRedirects {
			result.Outcome, result.Detail = TooManyRedirects, "The site sends us from one address to the next without end."
			return
		}
		next, err := address.Parse(location)
		if err != nil {
			result.Outcome, result.Detail = BadRedirect, "The site sends us to something that isn't an address."
			return
		}
		next.Fragment, next.RawFragment = "", ""
		if address, ok = c.vet(next.String(), result, BadRedirect); !ok {
			return
		}
	}
}

// vet refuses what must not even be looked up: other schemes, credentials inside of the address, machines by number.
func (c *Client) vet(raw string, result *Result, otherwise Outcome) (*url.URL, bool) {
	if _, err := weburl.Parse(raw); err != nil {
		result.Outcome, result.Detail = otherwise, err.Error()
		if refused, ok := errors.AsType[*weburl.Error](err); ok && isPrivate(refused.Code) {
			result.Outcome = Blocked
		}
		return nil, false
	}
	address, err := url.Parse(strings.TrimSpace(raw))
	if err != nil || address.Host == "" {
		result.Outcome, result.Detail = otherwise, "This isn't an address that can be fetched."
		return nil, false
	}
	address.Fragment, address.RawFragment = "", ""
	return address, true
}

// once makes one request. It returns where the answer redirects to; otherwise the result is complete.
func (c *Client) once(ctx context.Context, address *url.URL, request Request, result *Result) (location string) {
	trace := newTrace()
	leave, err := c.pace.enter(ctx, address)
	if err != nil {
		result.Outcome, result.Detail = ofError(ctx, err, PhaseConnect)
		if result.Outcome == Timeout {
			result.Phase, result.Detail = PhaseConnect, "Others were asking the same site, and our turn didn't come in time."
		}
		return ""
	}
	defer leave()
	out, err := http.NewRequestWithContext(trace.attach(ctx), http.MethodGet, address.String(), nil)
	if err != nil {
		result.Outcome, result.Detail = InvalidAddress, "This isn't an address that can be fetched."
		return ""
	}
	c.dress(out, request)
	answer, err := c.transport.RoundTrip(out)
	if err != nil {
		trace.into(&result.Timings)
		result.stopped(ctx, err, trace.phase())
		return ""
	}
	defer answer.Body.Close()
	trace.begun()
	result.take(answer, trace)
	if isRedirect(answer.StatusCode) {
		trace.into(&result.Timings)
		if location := answer.Header.Get("Location"); location != "" {
			return location
		}
		result.Outcome, result.Detail = ofStatus(answer.StatusCode)
		return ""
	}
	c.read(ctx, answer, request, result)
	trace.into(&result.Timings)
	return ""
}

// dress gives a request its headers.
func (c *Client) dress(out *http.Request, request Request) {
	out.Header.Set("User-Agent", c.config.UserAgent)
	out.Header.Set("Accept", or(request.Accept, acceptFeeds))
	out.Header.Set("Accept-Encoding", "br, gzip")
	if request.ETag != "" {
		out.Header.Set("If-None-Match", request.ETag)
	}
	if request.LastModified != "" {
		out.Header.Set("If-Modified-Since", request.LastModified)
	}
	if request.Username != "" || request.Password != "" {
		out.SetBasicAuth(request.Username, request.Password)
	}
}

// read reads the body of the last answer and settles the outcome.
func (c *Client) read(ctx context.Context, answer *http.Response, request Request, result *Result) {
	if answer.StatusCode == http.StatusNotModified {
		result.Outcome = NotModified
		if request.ETag == "" && request.LastModified == "" {
			result.Outcome, result.Detail = BadResponse, "The site says that nothing has changed, though we have nothing yet."
		}
		return
	}
	var err error
	result.Body, result.ContentEncoding, result.WireBytes, err =
		readBody(answer.Body, answer.Header.Get("Content-Encoding"), or(request.MaxBytes, c.config.MaxBytes), c.config.MaxRatio)
	switch {
	case errors.Is(err, errTooLarge), errors.Is(err, errRatio):
		result.Truncated = true
		if answer.StatusCode/100 == 2 {
			result.Outcome, result.Detail = TooLarge, "The answer is larger than what is read."
			return
		}
	case errors.Is(err, errEncoding):
		result.Outcome, result.Detail = BadEncoding, "The answer is packed in a way that can't be undone."
		return
	case err != nil:
		result.stopped(ctx, err, PhaseBody)
		return
	}
	result.Outcome, result.Detail = ofStatus(answer.StatusCode)
	if isChallenge(answer.StatusCode, answer.Header, result.Body) {
		result.Outcome, result.Detail = Challenge, "The site wants to see a browser first. We don't pretend to be one."
	}
}

// take keeps what an answer says before its body.
func (r *Result) take(answer *http.Response, trace *trace) {
	r.Status, r.Header, r.Proto, r.Remote = answer.StatusCode, answer.Header, answer.Proto, trace.remote()
	r.ContentType = answer.Header.Get("Content-Type")
	r.ETag, r.LastModified = answer.Header.Get("ETag"), answer.Header.Get("Last-Modified")
	r.RetryAfter = retryAfter(answer.Header.Get("Retry-After"), time.Now())
}

func (r *Result) stopped(ctx context.Context, err error, phase string) {
	r.Outcome, r.Detail = ofError(ctx, err, phase)
	if r.Outcome == Timeout {
		r.Phase = phase
	}
}

func isRedirect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

// isPrivate says which refusals of weburl are attempts to reach what isn't public, rather than typing errors.
func isPrivate(code weburl.Code) bool {
	return code == weburl.CodeIPAddress || code == weburl.CodeCredentials || code == weburl.CodeLocalHost
}
