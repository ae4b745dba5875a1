package fetch

import (
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// Request is what to fetch.
type Request struct {
	URL                string
	ETag, LastModified string // validators of what we have (RFC 9110 §13.1)
	Username, Password string // sent to the first host only
	Accept             string // empty: feeds, then anything
	SkipRobots         bool   // for robots.txt itself, and for an address that a person has in front of them
	MaxBytes           int64  // 0: the client's
}

// Hop is one redirect that was followed.
type Hop struct {
	URL      string
	Status   int
	Location string
}

// Timings say where the time went, over all hops. Zero where a phase wasn't needed.
type Timings struct {
	DNS, Connect, TLS, FirstByte, Body, Total time.Duration
}

// Result is what came of a request. Only OK has a whole body; TooLarge has its beginning.
type Result struct {
	Outcome   Outcome
	Phase     string // of a Timeout
	Detail    string // in words, for people; empty for OK
	Status    int    // of the last answer; 0 without one
	Hops      []Hop
	FinalURL  string
	Permanent bool // there were hops, and all of them 301 or 308

	Header          http.Header
	Body            []byte
	Truncated       bool
	ContentType     string
	ContentEncoding string // that was undone
	WireBytes       int64  // of the body as it was sent
	Proto           string
	Remote          netip.Addr

	Timings            Timings
	RetryAfter         time.Duration // at most 24 h; 0 where nothing was asked for
	ETag, LastModified string
}

// maxRetryAfter caps what a site asks for: some ask for years.
const maxRetryAfter = 24 * time.Hour

// retryAfter reads the header (RFC 9110 §10.2.3): seconds or a date. What makes no sense is no wish.
func retryAfter(header string, now time.Time) time.Duration {
	header = strings.TrimSpace(header)
	wish := time.Duration(0)
	if seconds, err := strconv.ParseFloat(header, 64); err == nil {
		if seconds > maxRetryAfter.Seconds() {
			return maxRetryAfter
		}
		wish = time.Duration(seconds * float64(time.Second))
	} else if at, err := http.ParseTime(header); err == nil {
		wish = at.Sub(now)
	}
	return min(max(wish, 0), maxRetryAfter)
}

// isChallenge tells a page that wants to see a browser from an answer of the site itself.
func isChallenge(status int, header http.Header, body []byte) bool {
	if status != http.StatusForbidden && status != http.StatusTooManyRequests && status != http.StatusServiceUnavailable {
		return false
	}
	if strings.EqualFold(header.Get("Cf-Mitigated"), "challenge") || header.Get("X-Datadome") != "" {
		return true
	}
	start := string(body[:min(len(body), 64<<10)])
	return strings.Contains(start, "_cf_chl_opt") || strings.Contains(start, "/cdn-cgi/challenge-platform/")
}
