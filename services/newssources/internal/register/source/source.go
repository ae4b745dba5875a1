// Package source implements the register: sources, their endpoints and tags, and their validation.
// Package sourcelist reads lists of them.
package source

import (
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
	"github.com/newsources/newsources/services/newssources/internal/register/credential"
	userules "github.com/newsources/newsources/services/newssources/internal/rules/rights"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// Register reads and changes the sources in the database.
type Register struct {
	db     *postgres.DB
	keys   *seal.Keys
	limits schedule.Limits
}

// NewRegister returns the register in db. keys encrypts the credentials of endpoints; without, they are rejected.
func NewRegister(db *postgres.DB, keys *seal.Keys) *Register { return &Register{db: db, keys: keys} }

// SetScheduleLimits sets the operator's limits for the interval between two checks, before the register is used.
func (r *Register) SetScheduleLimits(limits schedule.Limits) { r.limits = limits }

// Details are the editable fields of a source. The JSON names are those of the contract and of the
// history.
type Details struct {
	Name        string     `json:"name"`
	HomepageURL string     `json:"homepage_url"`
	Lifecycle   Lifecycle  `json:"lifecycle"`
	PausedUntil *time.Time `json:"paused_until"`
	PauseReason string     `json:"pause_reason"`
	MediaType   MediaType  `json:"media_type"`
	Country     string     `json:"country"`
	Region      string     `json:"region"`
	Languages   []string   `json:"languages"`
	Scope       Scope      `json:"scope"`
	Tier        *int       `json:"tier"`
	Paywall     Paywall    `json:"paywall"`
	Rights      Rights     `json:"rights"`
	RightsNote  string     `json:"rights_note"`
	Owner       string     `json:"owner"`
	Notes       string     `json:"notes"`
	Tags        []string   `json:"tags"`
	Aliases     []Alias    `json:"aliases"`
	// ParentID is the source of which this one is a part, such as a section.
	ParentID *uuid.UUID `json:"parent_id"`
	Logo     string     `json:"logo"` // the version of the logo; see SetLogo
	// MergedInto is the source that continues this one. Only change sets of merges set it.
	MergedInto *uuid.UUID `json:"merged_into"`
	png        []byte     // the logo to be saved
}

// Source is a news outlet with its endpoints. A new column of its table needs a field here or in Details,
// and an entry in columns.
type Source struct {
	ID uuid.UUID
	Details
	Outlet
	IsNameDerived     bool // the name is the domain's, because none was found
	IsHomepageDerived bool // from the address of a feed

	Endpoints  []Endpoint
	Uses       userules.UseStates // package sourcerights derives them
	Version    int
	CreatedAt  time.Time
	UpdatedAt  time.Time
	ArchivedAt *time.Time
	CreatedBy  *Person
	UpdatedBy  *Person

	// ArchivedFrom is the lifecycle before the source was archived. Only edits read it.
	ArchivedFrom Lifecycle
	tagIDs       []uuid.UUID // only in edits
}

// columns are the columns that are read of the table sources, with the alias s, and their fields.
var columns = []struct {
	expression string
	field      func(*Source) any
}{
	{"s.id", func(s *Source) any { return &s.ID }},
	{"s.name", func(s *Source) any { return &s.Name }},
	{"s.homepage_url", func(s *Source) any { return &s.HomepageURL }},
	{"s.lifecycle", func(s *Source) any { return &s.Lifecycle }},
	{"s.paused_until", func(s *Source) any { return &s.PausedUntil }},
	{"s.pause_reason", func(s *Source) any { return &s.PauseReason }},
	{"s.media_type", func(s *Source) any { return &s.MediaType }},
	{"s.country", func(s *Source) any { return &s.Country }},
	{"s.region", func(s *Source) any { return &s.Region }},
	{"s.languages::text", func(s *Source) any { return (*postgres.TextList)(&s.Languages) }},
	{"s.scope", func(s *Source) any { return &s.Scope }},
	{"s.tier", func(s *Source) any { return &s.Tier }},
	{"s.paywall", func(s *Source) any { return &s.Paywall }},
	{"s.rights", func(s *Source) any { return &s.Rights }},
	{"s.rights_note", func(s *Source) any { return &s.RightsNote }},
	{"s.owner", func(s *Source) any { return &s.Owner }},
	{"s.notes", func(s *Source) any { return &s.Notes }},
	{"s.logo", func(s *Source) any { return &s.Logo }},
	{"s.canonical_domain", func(s *Source) any { return &s.Domain }},
	{"s.path_prefix", func(s *Source) any { return &s.PathPrefix }},
	{"s.name_derived", func(s *Source) any { return &s.IsNameDerived }},
	{"s.homepage_derived", func(s *Source) any { return &s.IsHomepageDerived }},
	{"s.aliases", func(s *Source) any { return &s.Aliases }},
	{"s.merged_into", func(s *Source) any { return &s.MergedInto }},
	{"s.parent_id", func(s *Source) any { return &s.ParentID }},
	{"s.use_link", func(s *Source) any { return &s.Uses.Link }},
	{"s.use_snippet", func(s *Source) any { return &s.Uses.Snippet }},
	{"s.use_full_text", func(s *Source) any { return &s.Uses.FullText }},
	{"s.use_machine_learning", func(s *Source) any { return &s.Uses.MachineLearning }},
	{"s.version", func(s *Source) any { return &s.Version }},
	{"s.created_at", func(s *Source) any { return &s.CreatedAt }},
	{"s.updated_at", func(s *Source) any { return &s.UpdatedAt }},
	{"s.archived_at", func(s *Source) any { return &s.ArchivedAt }},
}

// Outlet identifies the outlet of a source: its domain and, on a host shared by several outlets,
// the path. No two live sources have the same outlet.
type Outlet struct {
	Domain     string `db:"canonical_domain"`
	PathPrefix string
}

// Person is the member who created or updated a source. A nil *Person means that a command made the
// change.
type Person struct {
	ID    uuid.UUID
	Email string
	Name  string
}

// EndpointDetails are the editable fields of an endpoint.
type EndpointDetails struct {
	Kind       feed.Kind `json:"kind"`
	URL        string    `json:"url"` // as entered in input, canonical after Validate
	URLEntered string    `json:"-"`
	Name       string    `json:"name"`
	Section    string    `json:"section"`
	Language   string    `json:"language"`
	Intent     Intent    `json:"intent"`
	ReadSettings
	Schedule       *schedule.Spec          `json:"schedule"` // when it is checked; nil: adaptive, at any time
	Credentials    *credential.Credentials `json:"-"`        // the new credentials to be saved; see SetCredentials
	HasCredentials bool                    `json:"-"`
	// Source is the source of a stored endpoint. Only change sets of merges change it.
	Source uuid.UUID `json:"source_id,omitzero"`
	key    string
}

// ReadSettings override how the document of an endpoint is parsed. Zero values keep the default
// behavior of the parser.
type ReadSettings struct {
	Charset        string              `json:"charset"`      // replaces the declared encoding
	DefaultZone    string              `json:"default_zone"` // IANA name of the zone of dates without a zone
	IdentityPolicy feed.IdentityPolicy `json:"identity_policy"`
	Recipe         *pagelist.Recipe    `json:"recipe"` // required for an html_list, not allowed for other kinds
}

// Endpoint is one address of a source from which items are fetched.
type Endpoint struct {
	ID       uuid.UUID
	SourceID uuid.UUID
	EndpointDetails
	Version   int
	CreatedAt time.Time
	UpdatedAt time.Time
}
