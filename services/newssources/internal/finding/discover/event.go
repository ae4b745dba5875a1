package discover

import (
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/outletfield"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
	"github.com/newsources/newsources/services/newssources/internal/reading/webpage"
)

// Types of events.
const (
	Reached  = "reached"
	Found    = "candidate"
	Tried    = "attempt"
	Proposed = "field"
	Existing = "existing"
	Done     = "done"
)

// Places where a candidate was found.
const (
	FromGiven     = "given"
	FromLink      = webpage.FromLink
	FromHeader    = webpage.FromHeader
	FromPlatform  = webpage.FromPlatform
	FromAnchor    = webpage.FromAnchor
	FromRobots    = "robots"     // "Sitemap:" in robots.txt
	FromSitemap   = "sitemap"    // named by a sitemap index
	FromWellKnown = "well_known" // /feed, /rss.xml …
	FromPage      = "page"       // the page itself, read as a page list
)

// Groups of candidates.
const (
	GroupMain    = "main"    // the main feed, and a feed whose address was given
	GroupSection = "section" // feeds of sections, topics and languages
	GroupOther   = "other"
)

// NotChecked is the outcome of a candidate that a page lists beyond the number of addresses that a
// discovery fetches.
const NotChecked = "not_checked"

// Verdicts of a discovery.
const (
	VerdictFound     = "found"
	VerdictNoFeed    = "no_feed"   // all addresses were tried
	VerdictPrevented = "prevented" // no feed was found, but an address could not be checked
)

// Reasons for reporting an existing source.
const (
	SameAddress = "same_address"
	SameSource  = "same_source"
	RedirectsTo = "redirects_to"
)

// Event is one result of a discovery. Type tells which of the other members is set.
type Event struct {
	Type      string             `json:"type"`
	Reached   *Arrival           `json:"reached,omitempty"`
	Candidate *Candidate         `json:"candidate,omitempty"`
	Attempt   *Attempt           `json:"attempt,omitempty"`
	Field     *outletfield.Field `json:"field,omitempty"`
	Existing  *ExistingSource    `json:"existing,omitempty"`
	Done      *Summary           `json:"done,omitempty"`
}

// Arrival is the response to the given address.
type Arrival struct {
	Outcome  string  `json:"outcome"`
	Detail   string  `json:"detail,omitempty"`
	Status   int     `json:"status,omitempty"`
	FinalURL string  `json:"final_url"`
	Hops     []Hop   `json:"hops"`
	Timings  Timings `json:"timings"`
}

// Hop is one redirect.
type Hop struct {
	URL      string `json:"url"`
	Status   int    `json:"status"`
	Location string `json:"location"`
}

// Timings in milliseconds.
type Timings struct {
	DNS       int64 `json:"dns_ms"`
	Connect   int64 `json:"connect_ms"`
	TLS       int64 `json:"tls_ms"`
	FirstByte int64 `json:"first_byte_ms"`
	Body      int64 `json:"body_ms"`
	Total     int64 `json:"total_ms"`
}

// Candidate is a feed, or an address that was announced as a feed and is none. A later event with
// the same URL replaces the earlier one.
type Candidate struct {
	URL         string           `json:"url"`
	FinalURL    string           `json:"final_url"`
	From        string           `json:"from"`
	Outcome     string           `json:"outcome"`
	Detail      string           `json:"detail,omitempty"`
	Status      int              `json:"status,omitempty"`
	Hops        []Hop            `json:"hops"`
	Timings     Timings          `json:"timings"`
	Kind        string           `json:"kind,omitempty"`
	Title       string           `json:"title,omitempty"`
	Items       int              `json:"items"`
	Newest      *time.Time       `json:"newest,omitempty"`
	PerDay      float64          `json:"per_day,omitempty"`
	Language    string           `json:"language,omitempty"`
	FullText    bool             `json:"full_text"`
	HTTPS       bool             `json:"https"`
	Comments    bool             `json:"comments"`
	Warnings    []string         `json:"warnings"`
	Preview     []Item           `json:"preview"`
	Existing    *ExistingSource  `json:"existing,omitempty"`
	Overlap     *Overlap         `json:"overlap,omitempty"`
	Recipe      *pagelist.Recipe `json:"recipe,omitempty"` // of a page list
	Score       int              `json:"score"`            // the higher, the better
	Preselected bool             `json:"preselected"`      // proposed for saving
	Rank        int              `json:"rank"`             // 1 is the best
	Group       string           `json:"group"`
	AnnouncedBy string           `json:"announced_by,omitempty"` // the page or sitemap that names it
	// Its registrable domain, if it differs from the given one.
	ExternalDomain string `json:"external_domain,omitempty"`
}

// Attempt is an address that was tried and is not shown as a candidate.
type Attempt struct {
	URL     string `json:"url"`
	From    string `json:"from"`
	Outcome string `json:"outcome"`
	Status  int    `json:"status,omitempty"`
	Detail  string `json:"detail"`
}

// IsNews reports whether the candidate holds news, rather than comments or all pages of a site.
func (c *Candidate) IsNews() bool {
	return (isNews(feed.Kind(c.Kind)) || c.Kind == string(feed.HTMLList)) && !c.Comments
}

// Item is an item as it would be stored.
type Item struct {
	Title     string     `json:"title"`
	URL       string     `json:"url,omitempty"`
	Published *time.Time `json:"published,omitempty"`
	Author    string     `json:"author,omitempty"`
	Summary   string     `json:"summary,omitempty"`
	Identity  string     `json:"identity,omitempty"` // unique within the feed
}

// Overlap names another candidate that has many of the same items.
type Overlap struct {
	URL    string `json:"url"`
	Title  string `json:"title"`
	Shared int    `json:"shared"` // items that both have
	Of     int    `json:"of"`     // items of this one
}

// ExistingSource is a source of the register that has the address or belongs to the outlet.
type ExistingSource struct {
	SourceID   uuid.UUID  `json:"source_id"`
	SourceName string     `json:"source_name"`
	EndpointID *uuid.UUID `json:"endpoint_id,omitempty"`
	Why        string     `json:"why"`
}

// Summary is the last event of a discovery.
type Summary struct {
	Milliseconds int64  `json:"took_ms"`
	Candidates   int    `json:"candidates"`
	Partial      bool   `json:"partial"` // the time limit ended the discovery
	Attempts     int    `json:"attempts"`
	NotChecked   int    `json:"not_checked"` // candidates with this outcome
	Verdict      string `json:"verdict"`
	Reason       string `json:"reason"` // the verdict in words
}

func newArrival(result *fetch.Result) *Arrival {
	return &Arrival{Outcome: string(result.Outcome), Detail: result.Detail, Status: result.Status,
		FinalURL: result.FinalURL,
		Hops:     newHops(result), Timings: newTimings(result)}
}

func newHops(result *fetch.Result) []Hop {
	list := make([]Hop, len(result.Hops))
	for i, hop := range result.Hops {
		list[i] = Hop{hop.URL, hop.Status, hop.Location}
	}
	return list
}

func newTimings(result *fetch.Result) Timings {
	t := result.Timings
	return Timings{t.DNS.Milliseconds(), t.Connect.Milliseconds(), t.TLS.Milliseconds(), t.FirstByte.Milliseconds(),
		t.Body.Milliseconds(), t.Total.Milliseconds()}
}
