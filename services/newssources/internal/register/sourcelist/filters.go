package sourcelist

import (
	"strconv"

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
	Parents   []string   `json:"parent,omitempty"`  // ids: the parts of these sources; None: sources that are not parts
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

// Name is the name of a filter: of the parameter of the API, of its facet and of its counter.
type Name string

// Names of the filters that the code distinguishes from others.
const (
	byLifecycle Name = "lifecycle"
	byTag       Name = "tag"
	byTier      Name = "tier"
	byCause     Name = "cause"
	byHealth    Name = "health"
	bySnooze    Name = "snoozed"
	byParent    Name = "parent"
)

// filter is a filter of the list.
type filter struct {
	name   Name
	values func(*Query) []string // the selected values
	// column has the value in the sources s or in their health h. Filters without a column have no
	// facet.
	column       string
	isList       bool // the column is a JSON array, so that a source may have several values
	isOnHealth   bool // the condition is on the health h of a source or the work on it
	hasCounter   bool // the counters have the number of sources of each value (ADR 14)
	hasNoneValue bool // "none" is a value of the column
	// all returns the values of a column on the health, of which a source has at most one. Without a
	// value, the source may not be checked.
	all func() []string
	// condition returns the SQL condition of the filter; nil: the column has one of the values.
	condition func(c *conditions, values []string) string
	// counted is the condition on h of the sources that the facet counts.
	counted string
	// listOnly is why alert rules cannot have the filter; nil: they can.
	listOnly *ListOnlyReason
}

// ListOnlyReason is why alert rules cannot have a filter of the list, as a code and a sentence.
type ListOnlyReason struct{ Code, Reason string }

var (
	listOnlyWork = &ListOnlyReason{"work", "Alert rules cannot filter by assignee or snooze."}
	listOnlyTime = &ListOnlyReason{"time", "Alert rules cannot filter by the last new item or the next check. To report " +
		"sources that are silent for longer than usual, use the state “quiet”."}
)

// filters are all filters of the list. A new filter needs a field of Query and an entry here.
var filters = []filter{
	{
		name: byLifecycle, values: func(q *Query) []string { return texts(q.Lifecycles) },
		column: "s.lifecycle", hasCounter: true,
	},
	{
		name: byTag, values: func(q *Query) []string { return q.Tags },
		column: "s.tag_ids", isList: true, hasCounter: true,
		condition: (*conditions).tags,
	},
	{
		name: "country", values: func(q *Query) []string { return q.Countries },
		column: "s.country", hasCounter: true,
	},
	{
		name: "region", values: func(q *Query) []string { return q.Regions },
		column: "s.region", hasCounter: true,
	},
	{
		name: "language", values: func(q *Query) []string { return q.Languages },
		column: "s.languages", isList: true, hasCounter: true,
	},
	{
		name: "kind", values: func(q *Query) []string { return texts(q.Kinds) },
		column: "s.endpoint_kinds", isList: true, hasCounter: true,
	},
	{
		name: "media_type", values: func(q *Query) []string { return texts(q.MediaTypes) },
		column: "s.media_type", hasCounter: true,
	},
	{
		name: "scope", values: func(q *Query) []string { return texts(q.Scopes) },
		column: "s.scope", hasCounter: true,
	},
	{
		name: byTier, values: func(q *Query) []string { return q.Tiers },
		column: "s.tier", hasCounter: true,
		condition: (*conditions).tiers,
	},
	{
		name: "paywall", values: func(q *Query) []string { return texts(q.Paywalls) },
		column: "s.paywall", hasCounter: true,
		hasNoneValue: true,
	},
	{
		name: "rights", values: func(q *Query) []string { return texts(q.Rights) },
		column: "s.rights", hasCounter: true,
	},
	{
		name: "use_link", values: func(q *Query) []string { return texts(q.UseLinks) },
		column: "s.use_link", hasCounter: true,
	},
	{
		name: "use_snippet", values: func(q *Query) []string { return texts(q.UseSnippets) },
		column: "s.use_snippet", hasCounter: true,
	},
	{
		name: "use_full_text", values: func(q *Query) []string { return texts(q.UseFullTexts) },
		column: "s.use_full_text", hasCounter: true,
	},
	{
		name: "use_machine_learning", values: func(q *Query) []string { return texts(q.UseMachineLearnings) },
		column: "s.use_machine_learning", hasCounter: true,
	},
	{
		name: "rights_review", values: func(q *Query) []string { return texts(q.RightsReviews) },
		column: "s.rights_review", hasCounter: true,
	},
	{
		name: "owner", values: func(q *Query) []string { return q.Owners },
		column: "s.owner", hasCounter: true,
	},
	{
		name: byHealth, values: func(q *Query) []string { return texts(q.Health) },
		column: "h.state", isOnHealth: true,
		all:        func() []string { return texts(health.States()) },
		hasCounter: true, counted: "h.state <> ''",
	},
	{
		name: byCause, values: func(q *Query) []string { return texts(q.Causes) },
		column: "h.cause", isOnHealth: true,
		all:     func() []string { return texts(health.Causes()) },
		counted: "h.cause <> ''", condition: (*conditions).causes,
	},
	{
		name: "assignee", values: func(q *Query) []string { return q.Assignees },
		column: "h.assignee_id", isOnHealth: true,
		hasCounter: true, counted: "(h.assignee_id IS NOT NULL OR h.cause <> '' AND health_needs_person(h.state))",
		condition: (*conditions).assignees, listOnly: listOnlyWork,
	},
	{
		name: bySnooze, values: func(q *Query) []string { return value(q.Snoozed, strconv.FormatBool) },
		isOnHealth: true, condition: func(*conditions, []string) string { return "h.snoozed_until IS NOT NULL" },
		listOnly: listOnlyWork,
	},
	{
		name: "silent_days", values: silentDays, isOnHealth: true, condition: (*conditions).silent, listOnly: listOnlyTime,
	},
	{
		name: "due_minutes", values: func(q *Query) []string { return value(q.DueMinutes, strconv.Itoa) },
		condition: (*conditions).due, listOnly: listOnlyTime,
	},
	{
		name: "import", values: func(q *Query) []string { return value(q.Import, uuid.UUID.String) },
		condition: (*conditions).imported,
	},
	{name: byParent, values: func(q *Query) []string { return q.Parents }, condition: (*conditions).parents},
	{name: "created_from", values: day(func(q *Query) string { return q.CreatedFrom }), condition: sinceDay("s.created_at")},
	{name: "created_to", values: day(func(q *Query) string { return q.CreatedTo }), condition: untilDay("s.created_at")},
	{name: "updated_from", values: day(func(q *Query) string { return q.UpdatedFrom }), condition: sinceDay("s.updated_at")},
	{name: "updated_to", values: day(func(q *Query) string { return q.UpdatedTo }), condition: untilDay("s.updated_at")},
}

// ListOnlyReason returns why an alert rule cannot have the filters of q, or nil if it can.
func (q *Query) ListOnlyReason() *ListOnlyReason {
	for _, side := range []*Query{q, q.Not} {
		for _, f := range filters {
			if side != nil && f.listOnly != nil && len(f.values(side)) > 0 {
				return f.listOnly
			}
		}
	}
	return nil
}
