package fetch

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/temoto/robotstxt"
)

const (
	robotsFresh    = time.Hour       // how long a robots.txt is believed; RFC 9309 §2.4 allows a day
	robotsRetry    = 5 * time.Minute // how long a failing one is
	robotsMaxBytes = 512 << 10       // RFC 9309 §2.5 asks for at least 500 KiB
	robotsMaxSites = 10_000          // kept at a time; about 20 MB
)

// Verdict is what a site's robots.txt says about an address.
type Verdict struct {
	Allowed    bool
	Detail     string // in words, when it isn't allowed
	Sitemaps   []string
	CrawlDelay time.Duration
}

type robotsCache struct {
	client *Client
	mu     sync.Mutex
	sites  map[string]robotsEntry
}

type robotsEntry struct {
	data  *robotstxt.RobotsData
	wait  bool // the site's robots.txt fails, so nothing else is asked for
	until time.Time
}

func newRobotsCache(c *Client) *robotsCache {
	return &robotsCache{client: c, sites: map[string]robotsEntry{}}
}

// Robots says whether a site's robots.txt allows us to fetch an address. A missing or forbidden robots.txt allows
// everything; one that fails on the site's side asks us to wait (RFC 9309 §2.3.1).
func (c *Client) Robots(ctx context.Context, address string) Verdict {
	u, err := url.Parse(address)
	if err != nil {
		return Verdict{Allowed: true}
	}
	entry := c.robots.of(ctx, u)
	if entry.wait {
		return Verdict{Detail: "The site's robots.txt can't be read because of an error on its side; until it can, nothing is fetched."}
	}
	if entry.data == nil {
		return Verdict{Allowed: true}
	}
	group := entry.data.FindGroup(c.agent())
	v := Verdict{Allowed: group.Test(u.RequestURI()), Sitemaps: entry.data.Sitemaps, CrawlDelay: group.CrawlDelay}
	if !v.Allowed {
		v.Detail = "The site's robots.txt asks us not to fetch this address."
	}
	return v
}

// agent is the name that robots.txt files know us by: the product of the User-Agent.
func (c *Client) agent() string {
	name, _, _ := strings.Cut(c.config.UserAgent, "/")
	return strings.TrimSpace(name)
}

func (r *robotsCache) of(ctx context.Context, u *url.URL) robotsEntry {
	site := u.Scheme + "://" + u.Host
	r.mu.Lock()
	entry, ok := r.sites[site]
	r.mu.Unlock()
	if ok && time.Now().Before(entry.until) {
		return entry
	}
	result := r.client.Get(ctx, Request{URL: site + "/robots.txt", SkipRobots: true, MaxBytes: robotsMaxBytes, Accept: "text/plain, */*;q=0.5"})
	entry = robotsEntry{until: time.Now().Add(robotsFresh)}
	switch {
	case result.Outcome == Cancelled:
		return entry
	case result.Outcome == OK, result.Outcome == TooLarge:
		entry.data, _ = robotstxt.FromBytes(result.Body) // what can't be read says nothing
	case result.Status >= http.StatusInternalServerError && result.Outcome != Challenge:
		entry.wait, entry.until = true, time.Now().Add(robotsRetry)
	case result.Status == 0: // the site can't be reached: the request itself will say why
		entry.until = time.Now().Add(robotsRetry)
	}
	r.keep(site, entry)
	return entry
}

func (r *robotsCache) keep(site string, entry robotsEntry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.sites) >= robotsMaxSites {
		for name, old := range r.sites {
			if time.Now().After(old.until) || len(r.sites) >= robotsMaxSites {
				delete(r.sites, name)
			}
		}
	}
	r.sites[site] = entry
}
