package source

import "github.com/newsources/newsources/services/newssources/internal/reading/feed"

// Lifecycle is the state of a source, as set by its editors.
type Lifecycle string

// Lifecycles.
const (
	Draft    Lifecycle = "draft"
	Active   Lifecycle = "active"
	Paused   Lifecycle = "paused"
	Archived Lifecycle = "archived"
)

// Intent is the state of an endpoint, as set by its editors.
type Intent string

// Intents.
const (
	EndpointActive  Intent = "active"
	EndpointPaused  Intent = "paused"
	EndpointRetired Intent = "retired"
)

// Enumerated fields of Details. The empty MediaType and Scope mean "not set".
type (
	MediaType string
	Scope     string
	Paywall   string
	Rights    string
)

// Defaults of new sources, and the rights of a source that must not be used.
const (
	PaywallUnknown  Paywall = "unknown"
	RightsUnknown   Rights  = "unknown"
	RightsForbidden Rights  = "forbidden"
)

// Allowed values. Tests compare them with the database schema and with the contract.
var (
	lifecycles = []Lifecycle{Draft, Active, Paused, Archived}
	intents    = []Intent{EndpointActive, EndpointPaused, EndpointRetired}
	mediaTypes = []MediaType{"", "newspaper", "magazine", "agency", "tv", "radio", "online", "blog", "podcast",
		"newsletter", "institution", "other"}
	scopes   = []Scope{"", "local", "regional", "national", "international"}
	paywalls = []Paywall{"none", "metered", "hard", PaywallUnknown}
	rights   = []Rights{RightsUnknown, "permitted", "restricted", RightsForbidden}
	kinds    = []feed.Kind{feed.RSS, feed.Atom, feed.RDF, feed.JSONFeed, feed.NewsSitemap, feed.Sitemap, feed.SitemapIndex,
		feed.HTMLList}
)
