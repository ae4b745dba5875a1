package discover

import (
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/pagelist"
)

// Types of events.
const (
	Reached  = "reached"
	Found    = "candidate"
	Proposed = "field"
	Existing = "existing"
	Done     = "done"
)

// Where a candidate was found. The order is that of the search.
const (
	FromGiven     = "given"
	FromLink      = "link"       // <link rel="alternate">
	FromPlatform  = "platform"   // where WordPress, YouTube and others have their feeds
	FromRobots    = "robots"     // Sitemap: in robots.txt
	FromAnchor    = "anchor"     // a link that looks like one
	FromSitemap   = "sitemap"    // an index of sitemaps names it
	FromWellKnown = "well_known" // /feed, /rss.xml …
	FromPage      = "page"       // the page itself, where there is no feed
)

// Why an existing source is told.
const (
	SameAddress = "same_address"
	SameOutlet  = "same_outlet"
	RedirectsTo = "redirects_to"
)

// Event is something that became known. Exactly one of the members is there, by Type.
type Event struct {
	Type      string     `json:"type"`
	Reached   *Arrival   `json:"reached,omitempty"`
	Candidate *Candidate `json:"candidate,omitempty"`
	Field     *Field     `json:"field,omitempty"`
	Existing  *Collected `json:"existing,omitempty"`
	Done      *Summary   `json:"done,omitempty"`
}

// Arrival is what came of the pasted address itself.
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

// Candidate is a feed, or what was announced as one and isn't. The same address again replaces what was told before.
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
	Existing    *Collected       `json:"existing,omitempty"`
	Overlap     *Overlap         `json:"overlap,omitempty"`
	Recipe      *pagelist.Recipe `json:"recipe,omitempty"` // by which a page was read
	Score       int              `json:"score"`            // the higher, the better
	Preselected bool             `json:"preselected"`      // worth gathering unless a person thinks otherwise
}

// IsNews says that it holds news, and not comments or all pages there ever were.
func (c *Candidate) IsNews() bool {
	return (isNews(feed.Kind(c.Kind)) || isList(feed.Kind(c.Kind))) && !c.Comments
}

// Item is an item as it would be stored.
type Item struct {
	Title     string     `json:"title"`
	URL       string     `json:"url,omitempty"`
	Published *time.Time `json:"published,omitempty"`
	Author    string     `json:"author,omitempty"`
	Summary   string     `json:"summary,omitempty"`
	Identity  string     `json:"identity,omitempty"` // what tells it from other items
}

// Overlap is another candidate that has many of the same items.
type Overlap struct {
	URL    string `json:"url"`
	Title  string `json:"title"`
	Shared int    `json:"shared"` // items that both have
	Of     int    `json:"of"`     // items of this one
}

// Field is a proposed value of the source, and where it comes from.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from"`
	Image string `json:"image,omitempty"` // of a logo: a data: address
	trust int
}

// Collected is a source that the register already has.
type Collected struct {
	SourceID   uuid.UUID  `json:"source_id"`
	SourceName string     `json:"source_name"`
	EndpointID *uuid.UUID `json:"endpoint_id,omitempty"`
	Why        string     `json:"why"`
}

// Summary ends a discovery.
type Summary struct {
	Milliseconds int64 `json:"took_ms"`
	Candidates   int   `json:"candidates"`
	Partial      bool  `json:"partial"` // the time was over before the search was
}

func reached(result *fetch.Result) *Arrival {
	return &Arrival{Outcome: string(result.Outcome), Detail: result.Detail, Status: result.Status, FinalURL: result.FinalURL,
		Hops: hops(result), Timings: timings(result)}
}

func hops(result *fetch.Result) []Hop {
	list := make([]Hop, len(result.Hops))
	for i, hop := range result.Hops {
		list[i] = Hop{hop.URL, hop.Status, hop.Location}
	}
	return list
}

func timings(result *fetch.Result) Timings {
	t := result.Timings
	return Timings{t.DNS.Milliseconds(), t.Connect.Milliseconds(), t.TLS.Milliseconds(), t.FirstByte.Milliseconds(),
		t.Body.Milliseconds(), t.Total.Milliseconds()}
}
