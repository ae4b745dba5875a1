package fetch

import (
	"context"
	"net/http"
	"time"
)

const (
	robotsTTL      = time.Hour       // of a robots.txt; RFC 9309 §2.4 allows a day
	robotsRetry    = 5 * time.Minute // until a failed robots.txt is fetched again
	robotsTimeout  = 5 * time.Second // short, so that a hanging robots.txt leaves time for the request
	robotsMaxBytes = 512 << 10       // RFC 9309 §2.5 requires at least 500 KiB
)

// Verdict is the decision of a site's robots.txt about an address.
type Verdict struct {
	Allowed    bool
	Detail     string // the reason for people, if it is not allowed
	Sitemaps   []string
	CrawlDelay time.Duration // requested by the site; the client does not apply it
	Outcome    Outcome       // of fetching robots.txt
	RetryAfter time.Duration // until robots.txt is fetched again, if its failure blocks all requests
}

// Robots reports whether a site's robots.txt allows an address. A missing or forbidden robots.txt allows everything. A
// server error blocks all requests for a while (RFC 9309 §2.3.1). If the site is unreachable, the address is allowed and
// the request itself reports the failure.
func (c *Client) Robots(ctx context.Context, address string) Verdict {
	at, err := parseTarget(address)
	if err != nil {
		return Verdict{Allowed: true, Outcome: InvalidAddress} // Get reports the reason
	}
	return c.robotsOf(ctx, at)
}

func (c *Client) robotsOf(ctx context.Context, at target) Verdict {
	file := c.robots.get(ctx, at.site())
	verdict := Verdict{Allowed: true, Outcome: file.outcome, Sitemaps: file.rules.sitemaps, CrawlDelay: file.rules.delay}
	switch {
	case file.wait:
		verdict.Allowed, verdict.RetryAfter = false, file.until.Sub(c.config.Now())
		verdict.Detail = "The site's robots.txt cannot be read because of a server error. Nothing is fetched until it can be read."
	case !file.rules.isAllowed(at.RequestURI()):
		verdict.Allowed = false
		verdict.Detail = "The site's robots.txt forbids this address."
	}
	return verdict
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

// loadRobots fetches a site's robots.txt. ok is false if ctx ended first.
func (c *Client) loadRobots(ctx context.Context, site string) (file robotsFile, ok bool) {
	result := c.get(ctx, Request{URL: site + "/robots.txt", SkipRobots: true, MaxBytes: robotsMaxBytes, Accept: "text/plain, */*;q=0.5"},
		min(robotsTimeout, c.config.Timeout))
	file = robotsFile{outcome: result.Outcome, until: c.config.Now().Add(robotsTTL)}
	switch {
	case ctx.Err() != nil:
		return file, false
	case result.Outcome == OK, result.Outcome == TooLarge:
		file.rules = parseRobots(result.Body, result.Truncated, c.agent)
		file.rules.sitemaps = resolveSitemaps(site, file.rules.sitemaps)
	case result.Outcome == Challenge: // treated like 403, which allows everything
	case result.Status >= http.StatusInternalServerError, result.Outcome == RateLimited:
		file.wait, file.until = true, c.config.Now().Add(min(max(result.RetryAfter, robotsRetry), robotsTTL))
	case result.Status == 0 || result.Status/100 == 2: // unreachable, or an incomplete response
		file.until = c.config.Now().Add(robotsRetry)
	}
	return file, true
}
