// Package suggestion has everything that the service suggests to people: changes of sources and
// endpoints that follow from what the checks observe, such as another address after a permanent
// redirect (ADR 21), and values for the empty and derived fields of sources, which package visit
// finds (ADR 13). A person accepts or dismisses a suggestion; safe changes of endpoints are applied
// by the service (ADR 52).
package suggestion

import (
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/finding/discover"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// State is the state of a suggestion.
type State string

// The states of a suggestion.
const (
	Open      State = "open"
	Accepted  State = "accepted"  // by a person
	Applied   State = "applied"   // by the service
	Dismissed State = "dismissed" // by a person; it is not made again
	Obsolete  State = "obsolete"  // the endpoint has recovered or was changed
)

// States are all states.
var States = []State{Open, Accepted, Applied, Dismissed, Obsolete}

// Config holds the thresholds of the evidence.
type Config struct {
	Interval       time.Duration // between two reviews
	MovedSightings int           // checks that followed the redirect
	MovedTime      time.Duration // between the first and the last of them
	DuplicateShare float64       // of the items of both endpoints
	DuplicateTime  time.Duration // for which both have been checked
	ReplaceTime    time.Duration // for which an endpoint has failed until its site is searched for another feed
	ProbationTime  time.Duration // for which the new endpoint must work until the broken one is retired
	ArchiveTime    time.Duration // for which all endpoints have been gone
	SettingChecks  int           // checks that must show another encoding or time zone
	SettingTime    time.Duration // between the first and the last of them
	SlowerTime     time.Duration // over which nearly all checks found no new items
	FasterTime     time.Duration // over which checks lost items
	ApplySafe      bool          // whether the service applies safe suggestions
}

// DefaultConfig returns the thresholds of the product. An operator has no reason to change them: a
// suggestion that comes later is of less use, and one that comes earlier is wrong more often.
func DefaultConfig() Config {
	const day = 24 * time.Hour
	return Config{
		Interval:       5 * time.Minute, // so that a suggestion is open minutes after the check that completes its evidence
		MovedSightings: 24,
		MovedTime:      3 * day, // longer than a weekend, because mistaken redirects are often corrected on Monday
		DuplicateShare: 0.8,
		DuplicateTime:  7 * day,
		ReplaceTime:    7 * day,
		ProbationTime:  7 * day,
		ArchiveTime:    30 * day,
		SettingChecks:  5,
		SettingTime:    day,
		SlowerTime:     7 * day, // a week has all rhythms of a newsroom
		FasterTime:     day,
		ApplySafe:      true,
	}
}

// Evidence is why a change is suggested. The fields that are set depend on the kind.
type Evidence struct {
	URL         string     `json:"url,omitempty"`    // of the endpoint when the suggestion was made
	Target      string     `json:"target,omitempty"` // moved, replaced: the address to use
	Status      int        `json:"status,omitempty"` // of the redirect
	Sightings   int        `json:"sightings,omitempty"`
	FirstSeenAt *time.Time `json:"first_seen_at,omitempty"`
	LastSeenAt  *time.Time `json:"last_seen_at,omitempty"`
	Items       int        `json:"items,omitempty"`   // that were compared
	Matched     int        `json:"matched,omitempty"` // of them, those that match
	Always      bool       `json:"always,omitempty"`  // moved: the address has redirected since its first check
	Sample      []Item     `json:"sample,omitempty"`  // of the items that match

	TargetKind string     `json:"target_kind,omitempty"` // replaced
	NewestAt   *time.Time `json:"newest_at,omitempty"`   // replaced: the newest item at the target

	Setting string `json:"setting,omitempty"` // settings: the field of the endpoint
	Before  string `json:"before,omitempty"`  // of this setting, or of the field of the source
	After   string `json:"after,omitempty"`   // field: languages are separated by source.LanguageSeparator
	Origin  string `json:"origin,omitempty"`  // field: where the value was found, for people

	// Settings: the largest difference between the date of a new item and the time of its check.
	LeadSeconds int `json:"lead_seconds,omitempty"`

	Checks       int            `json:"checks,omitempty"` // slower, faster: the number of checks
	ChecksNew    int            `json:"checks_new,omitempty"`
	Losses       int            `json:"losses,omitempty"`        // those of the checks whose document had no known item
	KnownPercent int            `json:"known_percent,omitempty"` // of the items of checks with new items
	EverySeconds int            `json:"every_seconds,omitempty"` // between two checks, on average
	Schedule     *schedule.Spec `json:"schedule,omitempty"`      // slower, faster: the present schedule

	OtherID         *uuid.UUID `json:"other_id,omitempty"` // duplicate: the endpoint that stays
	OtherURL        string     `json:"other_url,omitempty"`
	OtherSourceID   *uuid.UUID `json:"other_source_id,omitempty"`
	OtherSourceName string     `json:"other_source_name,omitempty"`
	Reasons         []Reason   `json:"reasons,omitempty"` // same_outlet

	Endpoints  int                `json:"endpoints,omitempty"`   // archive: of the source
	EndpointID *uuid.UUID         `json:"endpoint_id,omitempty"` // other outlet
	Outlet     *record.HeldOutlet `json:"outlet,omitempty"`      // other outlet; nil for a domain that is for sale

	DropsCredentials bool `json:"drops_credentials,omitempty"`
}

// Item is an item of a sample.
type Item struct {
	Title string `json:"title"`
	URL   string `json:"url,omitempty"`
}

// Suggestion is a suggested change. EndpointID is nil if it concerns the source.
type Suggestion struct {
	ID              uuid.UUID
	Kind            Kind
	State           State
	SourceID        uuid.UUID
	SourceName      string
	CanonicalDomain string
	SourceLogo      string    // the version of the source's logo
	Field           FieldName // of the kind field; else empty
	EndpointID      *uuid.UUID
	EndpointName    string
	EndpointURL     string // at present
	Evidence        Evidence
	PNG             []byte // of an open suggestion for a logo
	CreatedAt       time.Time
	DecidedAt       *time.Time
	DecidedByName   string
	ChangeSetID     *uuid.UUID   // that made the accepted change; nil if an earlier version of the service did
	Undo            *restoration `db:"undo"`
}

// restoration is what an accepted suggestion changed beside its endpoint or source.
type restoration struct {
	AddedID *uuid.UUID `json:"added_id,omitempty"` // replaced: the new endpoint
}

// Observer counts what happens to suggestions. Kinds and events are bounded sets: the states, and
// "undone".
type Observer func(kind, event string, count int)

// Suggestions makes, lists and decides suggestions.
type Suggestions struct {
	Finder *discover.Finder // searches for replacements; without it, there are none

	db       *postgres.DB
	changes  *change.Sets
	register *source.Register
	config   Config
	observe  Observer
	log      *slog.Logger
}

// New returns the suggestions of a database. It counts 0 for each kind and event, so that rates
// include the first one.
func New(db *postgres.DB, changes *change.Sets, config Config, observe Observer, log *slog.Logger) *Suggestions {
	if observe != nil {
		for _, kind := range Kinds {
			observe(string(kind), string(UndoneOutcome), 0)
			for _, state := range States {
				observe(string(kind), string(state), 0)
			}
		}
	}
	return &Suggestions{db: db, changes: changes, register: changes.Register(), config: config, observe: observe, log: log}
}

// Interval returns the time between two reviews.
func (s *Suggestions) Interval() time.Duration { return s.config.Interval }
