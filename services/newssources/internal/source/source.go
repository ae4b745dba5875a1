// Package source is the register: outlets, their endpoints and tags, the rules that keep them sound, and the queries
// that find them.
package source

import (
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/pagelist"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/seal"
)

// Lifecycles of a source: what people intend with it (design §3).
const (
	Draft    = "draft"
	Active   = "active"
	Paused   = "paused"
	Archived = "archived"
)

// Intents of an endpoint.
const (
	EndpointActive  = "active"
	EndpointPaused  = "paused"
	EndpointRetired = "retired"
)

// Unknown is the paywall and the rights of a source that nobody has looked at.
const Unknown = "unknown"

// Register is the set of all sources.
type Register struct {
	db *postgres.DB
	// Keys seal the credentials of endpoints. Without them, credentials are refused.
	Keys *seal.Keys
}

// NewRegister gives access to the register in a database.
func NewRegister(db *postgres.DB) *Register { return &Register{db: db} }

// Details are what people say about a source. The JSON names are those of the contract and of the history.
type Details struct {
	Name        string     `json:"name"`
	HomepageURL string     `json:"homepage_url"`
	Lifecycle   string     `json:"lifecycle"`
	PausedUntil *time.Time `json:"paused_until"`
	PauseReason string     `json:"pause_reason"`
	MediaType   string     `json:"media_type"`
	Country     string     `json:"country"`
	Region      string     `json:"region"`
	Languages   []string   `json:"languages"`
	Scope       string     `json:"scope"`
	Tier        *int       `json:"tier"`
	Paywall     string     `json:"paywall"`
	Rights      string     `json:"rights"`
	RightsNote  string     `json:"rights_note"`
	Owner       string     `json:"owner"`
	Notes       string     `json:"notes"`
	Tags        []string   `json:"tags"`
	Logo        string     `json:"logo"` // the version of the picture; see SetLogo
	png         []byte     // of a picture that is to be kept
}

// Source is an outlet with everything that is known of it.
type Source struct {
	ID uuid.UUID
	Details
	Outlet
	Endpoints  []Endpoint
	Version    int
	CreatedAt  time.Time
	UpdatedAt  time.Time
	ArchivedAt *time.Time
	CreatedBy  *Person
	UpdatedBy  *Person
}

// Outlet is what makes a source the same as another: the domain it is known by, and the path below it on a host that many share.
type Outlet struct {
	Domain     string
	PathPrefix string
}

// Person is a member as the register shows them. It is nil where a command did it.
type Person struct {
	ID    uuid.UUID
	Email string
	Name  string
}

// EndpointDetails are what people say about an endpoint.
type EndpointDetails struct {
	Kind       string `json:"kind"`
	URL        string `json:"url"` // as entered on the way in, canonical on the way out
	URLEntered string `json:"-"`
	Name       string `json:"name"`
	Section    string `json:"section"`
	Language   string `json:"language"`
	Intent     string `json:"intent"`
	Reading
	Credentials    *Credentials `json:"-"` // those to be kept from now on; see SetCredentials
	HasCredentials bool         `json:"-"`
	key            string
}

// Reading says how the document at an address is read, where it doesn't say that well enough itself.
type Reading struct {
	Charset        string           `json:"charset"`      // whatever the site says
	DefaultZone    string           `json:"default_zone"` // IANA name of the zone of dates that name none
	IdentityPolicy string           `json:"identity_policy"`
	Recipe         *pagelist.Recipe `json:"recipe"` // of an html_list, and of nothing else
}

// Endpoint is an address of a source that is fetched.
type Endpoint struct {
	ID       uuid.UUID
	SourceID uuid.UUID
	EndpointDetails
	Version   int
	CreatedAt time.Time
	UpdatedAt time.Time
}
