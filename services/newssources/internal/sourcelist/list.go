package sourcelist

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/health"
	"github.com/newsources/newsources/services/newssources/internal/problem"
	"github.com/newsources/newsources/services/newssources/internal/source"
)

// Query selects and orders the sources of a list. The values of one filter are alternatives; all filters must match.
// The value None matches sources that have no value.
type Query struct {
	Text       string             // search words
	Lifecycles []source.Lifecycle // empty: all except archived
	Tags       []string
	Countries  []string
	Languages  []string // a language also matches its regional forms
	Kinds      []string
	MediaTypes []string
	Scopes     []string
	Tiers      []string
	Paywalls   []string
	Rights     []string
	Owners     []string
	Health     []string   // of the source; sources that are not checked have none
	Causes     []string   // of the health
	Assignees  []string   // ids of members; None selects the sources that need a person and have no assignee
	Snoozed    *bool      // whether the source is snoozed; nil: any
	Import     *uuid.UUID // the sources that an import created, extended or found
	// SilentDays selects the checked sources without a new item for at least this many days; 0: any. For a source that
	// never had an item, the days are counted from the start of its current health state.
	SilentDays int
	// DueMinutes selects the sources whose next check is at most this many minutes away, or overdue; nil: any.
	DueMinutes *int
	// LastKnown makes Health and Causes filter by the last known health during an incident of the service.
	LastKnown bool
	Sort      string // a key of sorts, such as name or -name (descending); empty: relevance of a search, else name
	Cursor    string
	Limit     int

	manyDue  bool      // DueMinutes selects at least Reader.manyDueFrom endpoints
	incident *incident // nil if the statements of q do not query the open incident
}

// None is the filter value that matches sources without a value.
const None = "none"

// Row is a source in a list. Its field names match the column names.
type Row struct {
	ID                uuid.UUID
	Name, HomepageURL string
	source.Outlet
	Lifecycle            source.Lifecycle
	MediaType            source.MediaType
	Country, Region      string
	Languages, Tags      []string
	Scope                source.Scope
	Tier                 *int
	Paywall              source.Paywall
	Rights               source.Rights
	Owner, Logo          string
	EndpointCount        int
	EndpointKinds        []feed.Kind
	Health               Health
	LastKnown            *Health // the health before the open incident of the service; nil without an incident, or if the source is not checked
	Work                 source.Work
	Version              int
	CreatedAt, UpdatedAt time.Time
	LastNewItemAt        *time.Time // of any endpoint; nil if the source is not checked
	NextCheckAt          *time.Time // of any endpoint; nil if the source is not checked
	NameKey              string     // the sort key of Name
	rank                 int        // of a match by relevance, see conditions.rank, or of the group in an order by check results
	sortTime             time.Time  // the key in an order by check results
	sortTie              uuid.UUID
}

// Health is what the checks observe. The state is empty if no endpoint is checked.
type Health struct {
	State             health.State
	Cause             health.Cause
	Since             *time.Time
	Affected, Checked int // endpoints
}

// Page is one page of a list. Next and Prev are cursors, empty if there is no further page in that direction.
type Page struct {
	Rows            []Row
	Total           int
	TotalIsEstimate bool
	Offset          *int  // the number of matches before the page; nil if it is unknown
	Similar         []Row // with similar names, on the first page of a search that matches few sources
	Next, Prev      string
}

// countLimit is the number of matches up to which totals and facets are exact. Counting that many takes about 10 ms; larger
// totals need no precision, because people narrow such a search instead of reading hundreds of pages.
const countLimit = 10_000

// List returns a page of the sources that match q, and their total number.
func (r *Reader) List(ctx context.Context, q Query) (*Page, error) {
	if err := checkSearch(q.Text); err != nil {
		return nil, err
	}
	if q.Sort == "" {
		q.Sort = "name"
		if len(searchWords(q.Text)) > 0 {
			q.Sort = byRelevance
		}
	}
	order, ok := sorts[q.Sort]
	if !ok {
		return nil, problem.New(problem.UnknownParameter, "Sources can't be sorted by “%s”. Use relevance, name, created, updated, health, last_new_item or next_check.", q.Sort)
	}
	at, err := parseCursor(q.Cursor, q.Sort)
	if err != nil {
		return nil, err
	}
	if at.Back {
		order = order.reversed()
	}
	order.ranked = order.ranked && len(searchWords(q.Text)) > 0
	if q, err = r.expandLanguages(ctx, q); err != nil {
		return nil, searchProblem(err)
	}
	if q, err = r.countDue(ctx, q); err != nil {
		return nil, searchProblem(err)
	}
	var page *Page
	incidentSince, err := r.readCurrent(q, func(q Query) error {
		page, err = r.page(ctx, q, order, at)
		return err
	})
	if err != nil {
		return nil, searchProblem(err)
	}
	page.trim(q, at)
	if q.Cursor == "" && len(page.Rows) < fewMatches && page.Next == "" {
		page.Similar, err = r.similar(ctx, q.during(incidentSince), page.Rows)
	}
	if incidentSince != nil {
		hideHealth(page.Rows, *incidentSince)
		hideHealth(page.Similar, *incidentSince)
	}
	return page, searchProblem(err)
}
