package fetch

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/rightsignal"
	"github.com/newsources/newsources/services/newssources/internal/reading/robotstxt"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// Request is an address to fetch, with options.
type Request struct {
	URL                string
	ETag, LastModified string // validators of the stored response (RFC 9110 §13.1)
	Username, Password string // sent to the first host only
	Accept             string // empty: feeds preferred
	SkipRobots         bool   // ignores robots.txt: for robots.txt itself, and for an address that a member tests
	// Closes the connection after the response, so that the next request to the host needs DNS and a
	// new connection.
	CloseConnection bool
	// The member for whom the address is fetched, or uuid.Nil for the service itself; see callerKey.
	Caller uuid.UUID
	// The address that Caller has entered. Config.Refuse is not called for addresses of its outlet, except after a
	// redirect from another domain.
	Entered      weburl.URL
	SkipRefuse   bool         // Config.Refuse decides about redirects only
	Reservation  *Reservation // made by the claim of a check; nil if there is none
	MaxRedirects int          // 0: the client's limit
	NoRedirects  bool         // a redirect has the outcome BadRedirect: many sites redirect unknown paths to the homepage
	MaxBytes     int64        // 0: the client's limit
	StartBytes   int          // of the body that are kept in Result.Start, also of a failed request; 0: none
	Buffer       []byte       // the body is stored in it if it fits, so that successive requests can use the same memory
	// ReserveMemory limits the memory of concurrent bodies. It is called once before a large body is
	// read, and may wait until ctx ends, within the request's time-out. The caller releases the
	// reservation when the body is no longer needed. Nil means no limit.
	ReserveMemory func(ctx context.Context) error
}

// isEntered reports whether a member has entered the address or another one of its outlet.
func (r Request) isEntered() bool {
	address, err := weburl.Parse(r.URL)
	if r.Caller == uuid.Nil || r.Entered.IsZero() || err != nil {
		return false
	}
	domain, path := weburl.Outlet(address)
	enteredDomain, enteredPath := weburl.Outlet(r.Entered)
	return domain == enteredDomain && path == enteredPath
}

// String returns the request without credentials, for logs and errors.
func (r Request) String() string { return "GET " + withoutUser(r.URL) }

// GoString returns String(), because "%#v" would print credentials.
func (r Request) GoString() string { return r.String() }

// LogValue returns String(), because a JSON log would contain the credentials.
func (r Request) LogValue() slog.Value { return slog.StringValue(r.String()) }

// Hop is one redirect. Whether the last one was followed depends on the outcome. The results of
// checks store it as JSON.
type Hop struct {
	URL    string `json:"url"`
	Status int    `json:"status"`
	// As sent by the site, without credentials, truncated to the maximum length of an address.
	Location string `json:"location"`
}

// Timings is the time of each phase, summed over all hops. A phase that did not occur is zero.
type Timings struct {
	Queue                              time.Duration // waiting for the domain's other requests and for memory
	DNS, Connect, TLS, FirstByte, Body time.Duration
	Total                              time.Duration // including Queue and robots.txt
}

// Certificate is what the certificate of a site says; zero without https.
type Certificate struct {
	Issuer string   // the organization that has issued it
	Owner  string   // the organization to which it was issued; empty if only the domain was verified
	Hosts  []string // for which it is valid
}

// Result is the result of a request. The body is complete for OK and truncated for TooLarge;
// otherwise it is empty.
type Result struct {
	Agent   string // the product name of the user agent
	Outcome Outcome
	Phase   string // of a Timeout
	Detail  string // a text for people; empty for OK and NotModified
	// The last request was not sent: the site asked to wait, or requests of others came first;
	// RetryAfter is the wait.
	NotSent   bool
	FinalURL  string // the last requested address; empty if the request had no valid one
	Hops      []Hop
	Permanent bool // there were redirects, and all have status 301 or 308
	// CrawlDelay is the pause between requests that the robots.txt of the first site asks for; 0 with
	// SkipRobots. The client does not apply it.
	CrawlDelay time.Duration
	// RobotsSignals are what the robots.txt of the last site declares about the use of the content of the whole site.
	// RobotsURL is its address; empty unless it was read or does not exist.
	RobotsSignals []rights.Signal
	RobotsURL     string
	robots        *robotstxt.File // nil if none was requested

	// Of the response at FinalURL; zero if there was none.
	Status             int
	Header             http.Header // without cookies
	Body               []byte
	Truncated          bool
	Start              []byte // the first Request.StartBytes of the body, which share no memory with it
	ContentType        string
	ContentEncoding    string // content codings that were decoded
	WireBytes          int64  // size of the body before decompression
	Bytes              int64  // size of the body after decompression, as far as it was read
	RetryAfter         time.Duration
	ETag, LastModified string
	Proto              string
	Remote             netip.Addr
	Certificate        Certificate
	// The connection was already open, so the response does not prove that DNS and new connections
	// work.
	Reused bool

	Timings Timings
}

// setResponse copies status and headers of a response.
func (r *Result) setResponse(response *http.Response, trace *trace) {
	r.Status, r.Header, r.Proto, r.Remote = response.StatusCode, response.Header.Clone(), response.Proto,
		trace.remoteAddr()
	r.Reused = trace.isReused()
	if response.TLS != nil && len(response.TLS.PeerCertificates) > 0 {
		leaf := response.TLS.PeerCertificates[0]
		r.Certificate = Certificate{Issuer: strings.Join(leaf.Issuer.Organization, ", "),
			Owner: strings.Join(leaf.Subject.Organization, ", "), Hosts: leaf.DNSNames}
	}
	r.Header.Del("Set-Cookie")
	if location := r.Header.Get("Location"); location != "" {
		r.Header.Set("Location", withoutUser(location))
	}
	r.ContentType = response.Header.Get("Content-Type")
	r.ETag, r.LastModified = response.Header.Get("ETag"), response.Header.Get("Last-Modified")
	r.RetryAfter = parseRetryAfter(response.Header.Get("Retry-After"), serverTime(response.Header))
}

// clearResponse clears the response of the previous hop.
func (r *Result) clearResponse() {
	*r = Result{Agent: r.Agent, FinalURL: r.FinalURL, Hops: r.Hops, CrawlDelay: r.CrawlDelay,
		RobotsSignals: r.RobotsSignals, RobotsURL: r.RobotsURL, robots: r.robots, Timings: r.Timings}
}

// RobotsOfArticles returns what the robots.txt of the last site declares about the use of articles on it, beside
// RobotsSignals. urls are their addresses.
func (r *Result) RobotsOfArticles(urls []string) []rights.Signal {
	if r.RobotsURL == "" {
		return nil
	}
	return rightsignal.RobotsOfArticles(r.robots, r.RobotsURL, urls)
}

// finish sets the outcome.
func (r *Result) finish(outcome Outcome, detail string) {
	r.Outcome, r.Detail = outcome, detail
	r.Permanent = len(r.Hops) > 0
	for _, hop := range r.Hops {
		r.Permanent = r.Permanent && (hop.Status == http.StatusMovedPermanently || hop.Status == http.StatusPermanentRedirect)
	}
}

// fail sets the outcome for an error in a phase.
func (r *Result) fail(ctx context.Context, err error, phase string) {
	r.finish(outcomeOfError(ctx, err, phase))
	if r.Outcome == Timeout {
		r.Phase = phase
	}
}
