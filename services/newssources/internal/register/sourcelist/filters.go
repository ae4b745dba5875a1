package sourcelist

import (
	"slices"
	"strconv"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

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
}

// filters are all filters of the list. A new filter is a field of Query and an entry here.
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
		condition: (*conditions).assignees,
	},
	{
		name: bySnooze, values: func(q *Query) []string { return value(q.Snoozed, strconv.FormatBool) },
		isOnHealth: true, condition: func(*conditions, []string) string { return "h.snoozed_until IS NOT NULL" },
	},
	{
		name: "silent_days", values: silentDays, isOnHealth: true, condition: (*conditions).silent,
	},
	{
		name: "due_minutes", values: func(q *Query) []string { return value(q.DueMinutes, strconv.Itoa) },
		condition: (*conditions).due,
	},
	{
		name: "import", values: func(q *Query) []string { return value(q.Import, uuid.UUID.String) },
		condition: (*conditions).imported,
	},
	{name: "created_from", values: day(func(q *Query) string { return q.CreatedFrom }), condition: sinceDay("s.created_at")},
	{name: "created_to", values: day(func(q *Query) string { return q.CreatedTo }), condition: untilDay("s.created_at")},
	{name: "updated_from", values: day(func(q *Query) string { return q.UpdatedFrom }), condition: sinceDay("s.updated_at")},
	{name: "updated_to", values: day(func(q *Query) string { return q.UpdatedTo }), condition: untilDay("s.updated_at")},
}

// FacetNames are the names of all facets.
var FacetNames = facetNames()

func facetNames() (names []Name) {
	for _, f := range filters {
		if f.column != "" {
			names = append(names, f.name)
		}
	}
	return names
}

func filterOf(name Name) filter {
	return filters[slices.IndexFunc(filters, func(f filter) bool { return f.name == name })]
}

// value returns the value of an optional filter as text.
func value[T any](p *T, format func(T) string) []string {
	if p == nil {
		return nil
	}
	return []string{format(*p)}
}

// day returns the values of a filter by a day.
func day(of func(*Query) string) func(*Query) []string {
	return func(q *Query) []string {
		if of(q) == "" {
			return nil
		}
		return []string{of(q)}
	}
}

func silentDays(q *Query) []string {
	if q.SilentDays == 0 {
		return nil
	}
	return []string{strconv.Itoa(q.SilentDays)}
}

func texts[T ~string](values []T) []string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = string(v)
	}
	return list
}
