package fetch

import (
	"context"
	"net/http"
	"time"
)

const (
	robotsFresh    = time.Hour       // how long a robots.txt is believed; RFC 9309 §2.4 allows a day
	robotsRetry    = 5 * time.Minute // how long a failing one is
	robotsTimeout  = 5 * time.Second // for a small file: what hangs here leaves the request itself its time
	robotsMaxBytes = 512 << 10       // RFC 9309 §2.5 asks for at least 500 KiB
)

// Verdict is what a site's robots.txt says about an address.
type Verdict struct {
	Allowed    bool
	Detail     string // in words, when it isn't allowed
	Sitemaps   []string
	CrawlDelay time.Duration // what the site wishes for; the client doesn't keep it by itself
	Outcome    Outcome       // of robots.txt itself
	RetryAfter time.Duration // after which to ask again, when robots.txt fails and so nothing is fetched
}

// Robots says whether a site's robots.txt allows us to fetch an address. A missing or forbidden robots.txt allows
// everything; one that fails on the site's side asks us to wait (RFC 9309 §2.3.1); where the site can't be reached at
// all, the request itself will say why.
func (c *Client) Robots(ctx context.Context, address string) Verdict {
	at, err := parseTarget(address)
	if err != nil {
		return Verdict{Allowed: true, Outcome: InvalidAddress} // the request itself will say why
	}
	return c.robotsOf(ctx, at)
}

func (c *Client) robotsOf(ctx context.Context, at target) Verdict {
	file := c.robots.get(ctx, at.site())
	verdict := Verdict{Allowed: true, Outcome: file.outcome, Sitemaps: file.rules.sitemaps, CrawlDelay: file.rules.delay}
	switch {
	case file.wait:
		verdict.Allowed, verdict.RetryAfter = false, time.Until(file.until)
		verdict.Detail = "The site's robots.txt can't be read because of an error on its side; until it can, nothing is fetched."
	case !file.rules.allow(at.RequestURI()):
		verdict.Allowed = false
		verdict.Detail = "The site's robots.txt asks us not to fetch this address."
	}
	return verdict
}

// resolveAll makes addresses of what should be addresses already; what can't be fetched is left out.
func resolveAll(site string, found []string) (sitemaps []string) {
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

// loadRobots fetches a site's robots.txt. It isn't ok when nothing came of it because the caller left.
func (c *Client) loadRobots(ctx context.Context, site string) (file robotsFile, ok bool) {
	result := c.get(ctx, Request{URL: site + "/robots.txt", SkipRobots: true, MaxBytes: robotsMaxBytes, Accept: "text/plain, */*;q=0.5"},
		min(robotsTimeout, c.config.Timeout))
	file = robotsFile{outcome: result.Outcome, until: time.Now().Add(robotsFresh)}
	switch {
	case ctx.Err() != nil:
		return file, false
	case result.Outcome == OK, result.Outcome == TooLarge:
		file.rules = parseRobots(result.Body, result.Truncated, c.agent)
		file.rules.sitemaps = resolveAll(site, file.rules.sitemaps)
	case result.Outcome == Challenge: // as good as forbidden
	case result.Status >= http.StatusInternalServerError, result.Outcome == RateLimited:
		file.wait, file.until = true, time.Now().Add(min(max(result.RetryAfter, robotsRetry), robotsFresh))
	case result.Status == 0 || result.Status/100 == 2: // unreachable, or it broke off
		file.until = time.Now().Add(robotsRetry)
	}
	return file, true
}
