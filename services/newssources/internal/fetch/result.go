package fetch

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"time"
)

// Request is what to fetch.
type Request struct {
	URL                string
	ETag, LastModified string // validators of what we have (RFC 9110 §13.1)
	Username, Password string // sent to the first host only
	Accept             string // empty: feeds, then anything
	SkipRobots         bool   // for robots.txt itself, and for an address that a person has in front of them
	NoRedirects        bool   // a redirect is the outcome BadRedirect, for guesses at paths that many sites redirect to their homepage
	MaxBytes           int64  // 0: the client's
	// Room bounds what bodies take of memory at a time: it is asked before a large one is read, once, and may wait until ctx
	// ends, within the time of the request. What it gives is given back by the caller, who knows when the body isn't needed
	// any more. Nil means that there is room.
	Room func(ctx context.Context) error
}

// String is what a request looks like where it is printed: without its secrets.
func (r Request) String() string { return "GET " + withoutUser(r.URL) }

// GoString is String: "%#v" would print the fields.
func (r Request) GoString() string { return r.String() }

// LogValue is String: a JSON log would have the fields.
func (r Request) LogValue() slog.Value { return slog.StringValue(r.String()) }

// Hop is one redirect. The last one wasn't followed where the outcome says so.
type Hop struct {
	URL      string
	Status   int
	Location string // as the site gave it, but without credentials, and cut off where no address is as long
}

// Timings say where the time went, over all hops. Zero where a phase wasn't needed.
type Timings struct {
	Queue                              time.Duration // until it was our turn at this outlet, and until there was room for the body
	DNS, Connect, TLS, FirstByte, Body time.Duration
	Total                              time.Duration // with Queue, and with asking robots.txt
}

// Result is what came of a request. Only OK has a whole body; TooLarge has its beginning.
type Result struct {
	Outcome   Outcome
	Phase     string // of a Timeout
	Detail    string // in words, for people; empty for OK and NotModified
	FinalURL  string // the last address that was asked; empty when the request had none
	Hops      []Hop
	Permanent bool // there were hops, and all of them 301 or 308

	// Of the answer at FinalURL; zero where none came.
	Status             int
	Header             http.Header // without cookies
	Body               []byte
	Truncated          bool
	ContentType        string
	ContentEncoding    string // that was undone
	WireBytes          int64  // of the body as it was sent
	Bytes              int64  // of it unpacked, as far as it was read
	RetryAfter         time.Duration
	ETag, LastModified string
	Proto              string
	Remote             netip.Addr

	Timings Timings
}

// take keeps what an answer says before its body.
func (r *Result) take(answer *http.Response, trace *trace) {
	r.Status, r.Header, r.Proto, r.Remote = answer.StatusCode, answer.Header.Clone(), answer.Proto, trace.remote()
	r.Header.Del("Set-Cookie")
	if location := r.Header.Get("Location"); location != "" {
		r.Header.Set("Location", withoutUser(location))
	}
	r.ContentType = answer.Header.Get("Content-Type")
	r.ETag, r.LastModified = answer.Header.Get("ETag"), answer.Header.Get("Last-Modified")
	r.RetryAfter = retryAfter(answer.Header.Get("Retry-After"), time.Now())
}

// forget drops what the answer before this hop said, so that nobody takes it for the one that didn't come.
func (r *Result) forget() {
	*r = Result{FinalURL: r.FinalURL, Hops: r.Hops, Timings: r.Timings}
}

// end settles the outcome.
func (r *Result) end(outcome Outcome, detail string) {
	r.Outcome, r.Detail = outcome, detail
	r.Permanent = len(r.Hops) > 0
	for _, hop := range r.Hops {
		r.Permanent = r.Permanent && (hop.Status == http.StatusMovedPermanently || hop.Status == http.StatusPermanentRedirect)
	}
}

// stopped settles the outcome after an error in this phase.
func (r *Result) stopped(ctx context.Context, err error, phase string) {
	r.end(ofError(ctx, err, phase))
	if r.Outcome == Timeout {
		r.Phase = phase
	}
}
