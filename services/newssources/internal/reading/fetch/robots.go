package fetch

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/rightsignal"
	"github.com/newsources/newsources/services/newssources/internal/reading/robotstxt"
)

const (
	robotsTTL      = time.Hour       // of a robots.txt, by default; RFC 9309 §2.4 allows a day
	robotsRetry    = 5 * time.Minute // until a failed robots.txt is fetched again
	robotsTimeout  = 5 * time.Second // short, so that a hanging robots.txt leaves time for the request
	robotsMaxBytes = 512 << 10       // RFC 9309 §2.5 requires at least 500 KiB
)

// Verdict is the decision of a site's robots.txt about an address.
type Verdict struct {
	Allowed    bool
	Detail     string // the reason for people, if it is not allowed
	file       robotsFile
	Sitemaps   []string
	CrawlDelay time.Duration // requested by the site; the client does not apply it
	Outcome    Outcome       // of fetching robots.txt
	RetryAfter time.Duration // until robots.txt is fetched again, if its failure blocks all requests
}

// isKnown reports whether the site has said what its robots.txt is: it was read, or does not exist.
func (v Verdict) isKnown() bool {
	return v.Outcome == OK || v.Outcome == NotFound || v.Outcome == Gone
}

// Robots reports whether a site's robots.txt allows an address. A missing or forbidden robots.txt
// allows everything. A server error blocks all requests for a while (RFC 9309 §2.3.1). If the site
// is unreachable, the address is allowed and the request itself reports the failure. Of the request, only URL, Caller
// and Entered are used.
func (c *Client) Robots(ctx context.Context, request Request) Verdict {
	at, err := parseTarget(request.URL)
	if err != nil {
		return Verdict{Allowed: true, Outcome: InvalidAddress} // Get reports the reason
	}
	if !request.isEntered() {
		reason, err := c.refusal(ctx, at)
		switch {
		case err != nil:
			return Verdict{Detail: "Whether the address may be requested could not be determined.", Outcome: Cancelled}
		case reason != "":
			return Verdict{Detail: reason, Outcome: ForbiddenSource}
		}
	}
	verdict, err := c.robotsOf(ctx, at, Request{Caller: request.Caller})
	if err != nil {
		return Verdict{Allowed: true, Outcome: Timeout} // Get reports the reason
	}
	return verdict
}

// robotsOf returns the verdict of the site of an address, for a request. The error is a waitError
// if robots.txt is not known and may not be requested now.
func (c *Client) robotsOf(ctx context.Context, at target, request Request) (Verdict, error) {
	file, err := c.robots.get(ctx, at.site(), request)
	if err != nil {
		return Verdict{}, err
	}
	rules, _ := file.text.GroupOfService()
	verdict := Verdict{Allowed: true, Outcome: file.outcome, Sitemaps: file.text.Sitemaps, CrawlDelay: rules.CrawlDelay,
		file: file}
	switch {
	case file.wait:
		verdict.Allowed, verdict.RetryAfter = false, file.until.Sub(c.config.Now())
		verdict.Detail = "The site's robots.txt cannot be read because of a server error. Nothing is fetched until it can " +
			"be read."
		if file.outcome == RateLimited {
			verdict.Detail = "The site limits the number of requests (429), also of its robots.txt. Nothing is fetched until " +
				"that can be read."
		}
	case !rules.Allows(at.RequestURI()):
		verdict.Allowed = false
		verdict.Detail = "The site's robots.txt forbids this address."
	}
	return verdict, nil
}

// resolveSitemaps resolves the sitemap addresses of a robots.txt. Invalid ones are dropped.
func resolveSitemaps(site string, found []string) (sitemaps []string) {
	base, err := parseTarget(site)
	if err != nil {
		return nil
	}
	for _, raw := range found {
		if at, err := base.resolve(raw); err == nil {
			sitemaps = append(sitemaps, at.String())
		}
	}
	return sitemaps
}

// loadRobots returns a site's robots.txt: the one that all processes share until it expires, or a
// new one.
func (c *Client) loadRobots(ctx context.Context, site string, request Request) (robotsFile, error) {
	stored, err := c.readRobots(ctx, site)
	if err != nil || stored != nil {
		return c.robotsFileOf(site, stored), err
	}
	result := c.get(ctx, Request{
		URL: site + robotstxt.Path, SkipRobots: true, MaxBytes: robotsMaxBytes, Accept: "text/plain, */*;q=0.5",
		Caller: request.Caller, Reservation: request.Reservation, SkipRefuse: true, // the address on the site was decided
	}, min(robotsTimeout, c.config.Timeout))
	switch {
	case ctx.Err() != nil:
		return robotsFile{}, ctx.Err()
	case result.NotSent && result.Outcome == Cancelled:
		return robotsFile{}, errNotShared
	case result.NotSent:
		return robotsFile{}, &waitError{result.RetryAfter, result.Outcome == RateLimited}
	}
	file, err := c.shareRobots(ctx, site, robotsFileFrom(result, c.config.RobotsTTL))
	return c.robotsFileOf(site, file), err
}

// errNotShared reports that the database did not respond.
var errNotShared = errors.New("the database did not respond")

// storedRobots is the result of fetching a robots.txt, as all processes share it.
type storedRobots struct {
	ExpiresIn      time.Duration
	Outcome        Outcome
	Waits          bool // see robotsFile.wait
	Truncated      bool
	Body           []byte
	isInconclusive bool // the site was unreachable or sent an incomplete response
}

// robotsFileFrom returns what is stored of a response, which expires after ttl unless it is a failure.
func robotsFileFrom(result *Result, ttl time.Duration) *storedRobots {
	file := &storedRobots{ExpiresIn: ttl, Outcome: result.Outcome}
	switch {
	case result.Outcome == OK, result.Outcome == TooLarge:
		file.Body, file.Truncated = result.Body, result.Truncated
	case result.Outcome == Challenge: // treated like 403, which allows everything
	case result.Status >= http.StatusInternalServerError, result.Outcome == RateLimited:
		file.Waits, file.ExpiresIn = true, min(max(result.RetryAfter, robotsRetry), robotsTTL)
	case result.Status == 0 || result.Status/100 == 2: // unreachable, or an incomplete response
		file.isInconclusive, file.ExpiresIn = true, robotsRetry
	}
	return file
}

// robotsFileOf parses a stored robots.txt.
func (c *Client) robotsFileOf(site string, stored *storedRobots) robotsFile {
	if stored == nil {
		return robotsFile{}
	}
	file := robotsFile{outcome: stored.Outcome, wait: stored.Waits, until: c.config.Now().Add(stored.ExpiresIn)}
	file.text = robotstxt.Parse(stored.Body, stored.Truncated, c.agent, rightsignal.MachineLearningAgents)
	file.text.Sitemaps = resolveSitemaps(site, file.text.Sitemaps)
	file.signals = rightsignal.Robots(file.text, site+robotstxt.Path)
	return file
}
