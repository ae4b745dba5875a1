package sourcelist

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/health"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/problem"
	"github.com/newsources/newsources/services/newssources/internal/source"
)

// Names of the facets.
const (
	byLifecycle = "lifecycle"
	byTag       = "tag"
	byCountry   = "country"
	byLanguage  = "language"
	byKind      = "kind"
	byMediaType = "media_type"
	byScope     = "scope"
	byTier      = "tier"
	byPaywall   = "paywall"
	byRights    = "rights"
	byOwner     = "owner"
	byHealth    = "health"
	byCause     = "cause"
	byAssignee  = "assignee"
	bySnoozed   = "snoozed" // has no counts
	byImport    = "import"  // has no counts
	bySilence   = "silent_days"
	byDue       = "due_minutes"
)

// filter selects the sources that have one of the values of a facet.
type filter struct {
	facet, column string
	values        []string
}

// isList reports whether a source can have several values of the facet.
func (f filter) isList() bool { return f.facet == byTag || f.facet == byLanguage || f.facet == byKind }

// stored returns the values as they are stored. The paywall "none" is a value of its own.
func (f filter) stored() []string {
	if f.facet == byPaywall {
		return f.values
	}
	return filterValues(f.values)
}

// filters returns the filters of q other than lifecycles.
func (q Query) filters() []filter {
	var imports []string
	if q.Import != nil {
		imports = []string{q.Import.String()}
	}
	var silence, due []string
	if q.SilentDays > 0 {
		silence = []string{strconv.Itoa(q.SilentDays)}
	}
	if q.DueMinutes != nil {
		due = []string{strconv.Itoa(*q.DueMinutes)}
	}
	var snoozed []string
	if q.Snoozed != nil {
		snoozed = []string{strconv.FormatBool(*q.Snoozed)}
	}
	return slices.DeleteFunc([]filter{
		{byTag, "", q.Tags}, {byCountry, "s.country", q.Countries}, {byLanguage, "s.languages", q.Languages}, {byKind, "s.endpoint_kinds", q.Kinds},
		{byMediaType, "s.media_type", q.MediaTypes}, {byScope, "s.scope", q.Scopes}, {byTier, "s.tier", q.Tiers},
		{byPaywall, "s.paywall", q.Paywalls}, {byRights, "s.rights", q.Rights}, {byOwner, "s.owner", q.Owners}, {byHealth, "", q.Health}, {byCause, "", q.Causes}, {byImport, "", imports},
		{bySilence, "", silence}, {byDue, "", due}, {byAssignee, "", q.Assignees}, {bySnoozed, "", snoozed},
	}, func(f filter) bool { return len(f.values) == 0 })
}

// conditions are the parts of a WHERE clause on sources s, and the arguments of their placeholders. Each part has the facet
// that it filters, or "" for search words.
type conditions struct {
	parts []condition
	args  []any
	// inOrder turns conditions on the health into a subquery for each source, so that the planner reads the sources in the order of an index until the page
	// is full, or only those of a sample. Otherwise, it reads and sorts all matches, because it underestimates their number.
	inOrder bool
}

type condition struct{ facet, sql string }

func (c *conditions) arg(value any) string {
	c.args = append(c.args, value)
	return fmt.Sprintf("$%d", len(c.args))
}

func (c *conditions) add(facet, format string, values ...any) {
	placeholders := make([]any, len(values))
	for i, value := range values {
		placeholders[i] = c.arg(value)
	}
	c.parts = append(c.parts, condition{facet, "(" + fmt.Sprintf(format, placeholders...) + ")"})
}

// where joins the conditions.
func (c *conditions) where() string {
	parts := []string{"true"}
	for _, part := range c.parts {
		parts = append(parts, part.sql)
	}
	return strings.Join(parts, " AND ")
}

// conditions returns the conditions of q without those on the facet except, which may be empty. Without a lifecycle filter,
// archived sources are excluded.
func (q Query) conditions(except string) *conditions { return q.addConditions(&conditions{}, except) }

// conditionsInOrder returns the conditions of q without those on the facet except, for reading many matches in the order of an index, or a sample.
func (q Query) conditionsInOrder(except string) *conditions {
	return q.addConditions(&conditions{inOrder: true}, except)
}

func (q Query) addConditions(c *conditions, except string) *conditions {
	switch {
	case except == byLifecycle:
	case len(q.Lifecycles) > 0:
		c.add(byLifecycle, "s.lifecycle = ANY(%s)", q.Lifecycles)
	default:
		c.add(byLifecycle, "s.lifecycle <> 'archived'")
	}
	c.addSearch(q.Text)
	filters := slices.DeleteFunc(q.filters(), func(f filter) bool { return f.facet == except })
	onHealth := slices.DeleteFunc(slices.Clone(filters), func(f filter) bool { return !f.isHealthFilter() })
	if len(onHealth) == 1 && onHealth[0].isAnyState() && (len(filters) > 1 || len(searchWords(q.Text)) > 0) {
		c.addCheckedFilter()
	} else {
		c.addHealthFilters(onHealth)
	}
	for _, f := range filters {
		switch {
		case f.isHealthFilter():
		case f.facet == byTag:
			c.addTagFilter(f.values)
		case f.facet == bySilence:
			c.add(bySilence, `s.id IN (SELECT h.source_id FROM source_health h WHERE h.state <> '' AND h.last_new_item_at < now() - %[1]s::int * interval '1 day'
				UNION ALL SELECT h.source_id FROM source_health h WHERE h.state <> '' AND h.last_new_item_at IS NULL AND h.since < now() - %[1]s::int * interval '1 day')`, q.SilentDays)
		case f.facet == byDue && q.manyDue: // tests each source, so that a page or a sample is complete before all due endpoints are read
			c.add(byDue, `EXISTS (SELECT FROM endpoints e JOIN endpoint_states t ON t.endpoint_id = e.id
				WHERE e.source_id = s.id AND t.enabled AND t.next_check_at <= now() + %[1]s::int * interval '1 minute'
					AND NOT EXISTS (SELECT FROM check_hosts w WHERE w.domain = t.domain AND w.held_until > now() + %[1]s::int * interval '1 minute') OFFSET 0)`, *q.DueMinutes)
		case f.facet == byDue:
			c.add(byDue, `s.id IN (SELECT e.source_id FROM endpoint_states t JOIN endpoints e ON e.id = t.endpoint_id
				WHERE t.enabled AND t.next_check_at <= now() + %[1]s::int * interval '1 minute'
					AND t.endpoint_id NOT IN (SELECT waiting.endpoint_id FROM check_hosts w JOIN endpoint_states waiting ON waiting.domain = w.domain AND waiting.enabled
						AND waiting.next_check_at <= now() + %[1]s::int * interval '1 minute' WHERE w.held_until > now() + %[1]s::int * interval '1 minute'))`, *q.DueMinutes)
		case f.facet == byImport:
			c.add(byImport, "s.id IN (SELECT r.source_id FROM import_rows r WHERE r.import_id = %s::uuid AND r.result IN ('created', 'exists'))", f.values[0])
		case f.isList():
			c.addListFilter(f.facet, f.column, f.values)
		case f.facet == byTier:
			c.addTierFilter(f.values)
		default:
			c.add(f.facet, f.column+" = ANY(%s)", f.stored())
		}
	}
	return c
}

func (c *conditions) addTagFilter(names []string) {
	var keys []string
	for _, name := range names {
		if name != None {
			keys = append(keys, tagFilterKey(name))
		}
	}
	const tagged = `s.id IN (SELECT st.source_id FROM source_tags st WHERE st.tag_id IN (SELECT id FROM tags WHERE name_key = ANY(%s)))`
	const untagged = `s.tag_ids = '[]'`
	switch {
	case len(keys) == 0:
		c.add(byTag, untagged)
	case len(keys) < len(names):
		c.add(byTag, untagged+" OR "+tagged, keys)
	default:
		c.add(byTag, tagged, keys)
	}
}

// tagFilterKey returns the key of a tag whose name comes from a filter.
func tagFilterKey(name string) string {
	return source.TagKey(source.CollapseSpace(postgres.Text(name)))
}

// isHealthFilter reports whether the filter is on the health of a source or the work on it.
func (f filter) isHealthFilter() bool {
	return f.facet == byHealth || f.facet == byCause || f.facet == byAssignee || f.facet == bySnoozed
}

// needsHealthRow reports whether a health filter matches only sources that have a row in source_health.
func (f filter) needsHealthRow() bool {
	return f.facet != bySnoozed || f.values[0] == strconv.FormatBool(true)
}

// isAnyState reports whether the filter matches all checked sources.
func (f filter) isAnyState() bool {
	return f.facet == byHealth && !slices.ContainsFunc(health.States(), func(state health.State) bool { return !slices.Contains(f.values, string(state)) })
}

// addCheckedFilter adds the condition that source s is checked, for queries with other filters. Nearly all active sources are checked, so that looking up each match of the
// other filters is faster than joining all rows of source_health.
func (c *conditions) addCheckedFilter() {
	c.add(byHealth, "s.lifecycle = 'active' AND EXISTS (SELECT FROM source_health h WHERE h.source_id = s.id AND h.state <> '' OFFSET 0)")
}

// addHealthFilters adds a condition for the filters on the health of source s.
func (c *conditions) addHealthFilters(filters []filter) {
	if len(filters) == 0 {
		return
	}
	on := &conditions{args: c.args}
	for _, f := range filters {
		on.addHealthFilter(f)
	}
	c.args = on.args
	switch {
	case !slices.ContainsFunc(filters, filter.needsHealthRow):
		c.add("", "NOT EXISTS (SELECT FROM source_health h WHERE h.source_id = s.id AND h.snoozed_until IS NOT NULL)")
	case c.inOrder:
		c.add("", "EXISTS (SELECT FROM source_health h WHERE h.source_id = s.id AND "+on.where()+" OFFSET 0)") // OFFSET 0 prevents a join
	default:
		c.add("", "s.id IN (SELECT h.source_id FROM source_health h WHERE "+on.where()+")")
	}
}

// addHealthFilter adds the condition of a filter on the health h of a source.
func (c *conditions) addHealthFilter(f filter) {
	switch {
	case f.facet == byHealth:
		c.add(byHealth, "h.state = ANY(%s)", f.values)
	case f.facet == byCause:
		c.add(byCause, "h.cause <> '' AND h.cause = ANY(%s)", f.values)
	case f.facet == byAssignee:
		condition, values := assigneeFilter(f.values)
		c.add(byAssignee, condition, values...)
	case f.needsHealthRow():
		c.add(bySnoozed, "h.snoozed_until IS NOT NULL")
	default:
		c.add(bySnoozed, "h.snoozed_until IS NULL")
	}
}

// assigneeFilter returns the condition that the source is assigned to one of the members, and its values; None selects the sources that need a person and
// have no assignee.
func assigneeFilter(ids []string) (condition string, values []any) {
	const assigned, unassigned = "h.assignee_id = ANY(%s::uuid[])", "h.cause <> '' AND h.state = ANY(%s) AND h.assignee_id IS NULL"
	members := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == None })
	switch {
	case len(members) == 0:
		return unassigned, []any{health.WorkStates()}
	case len(members) < len(ids):
		return unassigned + " OR " + assigned, []any{health.WorkStates(), members}
	default:
		return assigned, []any{members}
	}
}

// healthConditions returns the conditions of q on the health h of a source if q has no others. Only active sources have a health, so that no other table
// is needed to count the matches.
func (q Query) healthConditions() (c *conditions, ok bool) {
	filters := q.filters()
	if slices.ContainsFunc(filters, func(f filter) bool { return !f.isHealthFilter() }) || !slices.ContainsFunc(filters, filter.needsHealthRow) ||
		len(searchWords(q.Text)) > 0 || len(q.Lifecycles) > 0 && !slices.Contains(q.Lifecycles, source.Active) {
		return nil, false
	}
	c = &conditions{}
	for _, f := range filters {
		c.addHealthFilter(f)
	}
	return c, true
}

// addListFilter adds the condition that the list in column contains one of the values.
func (c *conditions) addListFilter(facet, column string, values []string) {
	switch {
	case slices.Equal(values, []string{None}):
		c.add(facet, column+" = '[]'")
	case slices.Contains(values, None):
		c.add(facet, column+" = '[]' OR "+column+" ?| %s", filterValues(values))
	default:
		c.add(facet, column+" ?| %s", filterValues(values))
	}
}

func (c *conditions) addTierFilter(values []string) {
	tiers := []int{}
	for _, value := range values {
		if tier, err := strconv.Atoi(value); err == nil {
			tiers = append(tiers, tier)
		}
	}
	if slices.Contains(values, None) {
		c.add(byTier, "s.tier IS NULL OR s.tier = ANY(%s)", tiers)
		return
	}
	c.add(byTier, "s.tier = ANY(%s)", tiers)
}

// escapeLike escapes the wildcards of LIKE.
var escapeLike = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace

// filterValues returns the stored form of filter values: None is stored as the empty string.
func filterValues(values []string) []string {
	out := make([]string, len(values))
	for i, value := range values {
		if value != None {
			out[i] = postgres.Text(value)
		}
	}
	return out
}

// searchProblem converts the time-out of a database statement to a search_too_broad problem.
func searchProblem(err error) error {
	if !postgres.IsStatementTimeout(err) {
		return err
	}
	return problem.Wrap(err, problem.SearchTooBroad, "This search takes too long. Add a longer word or a filter to narrow it.")
}

// cacheKey returns a text that is equal for queries with the same matches.
func (q Query) cacheKey() string {
	var b strings.Builder
	lifecycles := slices.Clone(q.Lifecycles)
	slices.Sort(lifecycles)
	fmt.Fprintf(&b, "%q %q", lifecycles, searchWords(q.Text))
	for _, f := range q.filters() {
		values := slices.Clone(f.values)
		slices.Sort(values)
		fmt.Fprintf(&b, " %s %q", f.facet, values)
	}
	return b.String()
}
