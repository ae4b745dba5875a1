package sourcelist

import (
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// Query selects and orders the sources of a list. The values of one filter are alternatives; all
// filters must match. The value None selects the sources without a value in the filtered column.
// The JSON form has the names of the API's parameters; those of Not begin with not_.
type Query struct {
	Text       string             `json:"q,omitempty"`         // search words
	Lifecycles []source.Lifecycle `json:"lifecycle,omitempty"` // empty: all except archived
	Tags       []string           `json:"tag,omitempty"`
	Countries  []string           `json:"country,omitempty"`
	Regions    []string           `json:"region,omitempty"`
	Languages  []string           `json:"language,omitempty"` // a language also matches its regional forms
	Kinds      []feed.Kind        `json:"kind,omitempty"`
	MediaTypes []source.MediaType `json:"media_type,omitempty"`
	Scopes     []source.Scope     `json:"scope,omitempty"`
	Tiers      []string           `json:"tier,omitempty"`
	Paywalls   []source.Paywall   `json:"paywall,omitempty"`
	Rights     []source.Rights    `json:"rights,omitempty"`
	// The states of the uses of the items (RIGHTS.md).
	UseLinks            []rights.State        `json:"use_link,omitempty"`
	UseSnippets         []rights.State        `json:"use_snippet,omitempty"`
	UseFullTexts        []rights.State        `json:"use_full_text,omitempty"`
	UseMachineLearnings []rights.State        `json:"use_machine_learning,omitempty"`
	RightsReviews       []sourcerights.Review `json:"rights_review,omitempty"` // why a member must look at the rights
	Owners              []string              `json:"owner,omitempty"`
	Health              []health.State        `json:"health,omitempty"` // of the source; sources that are not checked have none
	Causes              []health.Cause        `json:"cause,omitempty"`  // of the health
	// Assignees are ids of members; None selects the sources that need a person and have no assignee.
	Assignees []string   `json:"assignee,omitempty"`
	Snoozed   *bool      `json:"snoozed,omitempty"` // whether the source is snoozed; nil: any
	Import    *uuid.UUID `json:"import,omitempty"`  // the sources that an import created, extended or found
	// SilentDays selects the checked sources without a new item for at least this many days; 0: any.
	// For a source that never had an item, the days are counted from the start of its current health
	// state.
	SilentDays int `json:"silent_days,omitempty"`
	// DueMinutes selects the sources whose next check is at most this many minutes away, or overdue;
	// nil: any.
	DueMinutes *int `json:"due_minutes,omitempty"`
	// The first and the last day of the creation and of the last change, in UTC, such as 2026-11-25.
	CreatedFrom string `json:"created_from,omitempty"`
	CreatedTo   string `json:"created_to,omitempty"`
	UpdatedFrom string `json:"updated_from,omitempty"`
	UpdatedTo   string `json:"updated_to,omitempty"`
	// Not leaves out the sources that any of its filters would find. Its other fields have no effect.
	Not *Query `json:"-"`
	// LastKnown makes Health and Causes filter by the last known health during an incident of the
	// service.
	LastKnown bool `json:"last_known,omitempty"`
	// Sort is a key of sorts, such as name or -name (descending); empty: relevance of a search, else
	// name.
	Sort   string `json:"sort,omitempty"`
	Cursor string `json:"cursor,omitempty"`
	Limit  int    `json:"limit,omitempty"`
}

// None is the value of a filter that selects the sources whose column is empty: Countries = {None}
// selects the sources without a country. For the paywall, it is also a value of the column ("no
// paywall").
const None = "none"

// Row is a source in a list. Its field names match the column names.
type Row struct {
	ID                uuid.UUID
	Name, HomepageURL string
	source.Outlet
	Lifecycle       source.Lifecycle
	MediaType       source.MediaType
	Country, Region string
	Languages, Tags []string
	Scope           source.Scope
	Tier            *int
	Paywall         source.Paywall
	Rights          source.Rights
	Owner, Logo     string
	EndpointCount   int
	EndpointKinds   []feed.Kind
	Health          Health
	// LastKnown is the health before the open incident of the service; nil without an incident, or if
	// the source is not checked.
	LastKnown            *Health
	Work                 source.Work
	Version              int
	CreatedAt, UpdatedAt time.Time
	LastNewItemAt        *time.Time // of any endpoint; nil if the source is not checked
	NextCheckAt          *time.Time // of any endpoint; nil if the source is not checked
	NameKey              string     // the sort key of Name
	// rank is that of a match by relevance, see conditions.rank, or of the group in an order by check
	// results.
	rank     int
	sortTime time.Time // the key in an order by check results
	sortTie  uuid.UUID
}

// Health is what the checks observe. The state is empty if no endpoint is checked.
type Health struct {
	State             health.State
	Cause             health.Cause
	Since             *time.Time
	Affected, Checked int // endpoints
}

// Page is one page of a list. Next and Prev are cursors, empty if there is no further page in that
// direction.
type Page struct {
	Rows           []Row
	Total          int
	TotalIsMinimum bool  // more sources match than Total
	Offset         *int  // the number of matches before the page; nil if it is unknown
	Similar        []Row // with similar names, on the first page of a search that matches few sources
	Next, Prev     string
}
