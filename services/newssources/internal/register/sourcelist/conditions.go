package sourcelist

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// conditions are the parts of a WHERE clause on sources s, and the arguments of their placeholders.
type conditions struct {
	parts []string
	args  []any
	// testsHealth and testsDue test each source in turn, instead of reading the set of the sources
	// that match. This is faster if many sources match, because a page or a count is complete after
	// few of them.
	testsHealth, testsDue bool
	isOnHealth            bool // the parts are on source_health h
}

func (c *conditions) arg(value any) string {
	c.args = append(c.args, value)
	return "$" + strconv.Itoa(len(c.args))
}

// add adds a condition. Each verb in format is a value.
func (c *conditions) add(format string, values ...any) {
	placeholders := make([]any, len(values))
	for i, value := range values {
		placeholders[i] = c.arg(value)
	}
	c.parts = append(c.parts, fmt.Sprintf("("+format+")", placeholders...))
}

// where joins the conditions.
func (c *conditions) where() string {
	if len(c.parts) == 0 {
		return "true"
	}
	return strings.Join(c.parts, "\n\tAND ")
}

// from returns the FROM, WHERE and LIMIT clauses that select at most limit matches s. Matches of
// conditions on the health are read from its index and looked up one by one; OFFSET 0 prevents a
// join, which would read all sources.
func (c *conditions) from(limit int) string {
	most := c.arg(limit)
	if !c.isOnHealth {
		return `FROM sources s
	WHERE ` + c.where() + `
	LIMIT ` + most
	}
	return `FROM (
		SELECT h.source_id
		FROM source_health h
		WHERE ` + c.where() + `
		LIMIT ` + most + `
	) m
	CROSS JOIN LATERAL (SELECT * FROM sources WHERE id = m.source_id OFFSET 0) s`
}

// selected is a filter with selected values.
type selected struct {
	filter
	of    []string
	isNot bool // the filter leaves out the sources with these values
}

// with returns the filter with selected values. Values that no condition can have are replaced: a
// source without a health has none of all states, and a source that is not snoozed is not one that
// is.
func (f filter) with(values []string, isNot bool) selected {
	switch {
	case f.all != nil && slices.Contains(values, None):
		others := slices.DeleteFunc(f.all(), func(value string) bool { return slices.Contains(values, value) })
		return selected{f, others, !isNot}
	case f.name == bySnooze && values[0] == "false":
		return selected{f, []string{"true"}, !isNot}
	}
	return selected{f, values, isNot}
}

// sql returns the condition of the filter.
func (f selected) sql(c *conditions) string {
	switch {
	case !f.isNot:
		return f.has(c)
	case !slices.Equal(f.of, []string{None}) || f.hasNoneValue || f.isOnHealth:
		return "NOT coalesce(" + f.has(c) + ", false)"
	// The sources with a value have partial indexes.
	case f.isList:
		return f.column + " <> '[]'"
	case f.name == byTier:
		return f.column + " IS NOT NULL"
	case f.name == byParent:
		return "s.parent_id IS NOT NULL"
	default:
		return f.column + " <> ''"
	}
}

// has returns the condition that a source has one of the values.
func (f selected) has(c *conditions) string {
	switch {
	case f.condition != nil:
		return f.condition(c, f.of)
	case !f.isList:
		return f.column + " = ANY(" + c.arg(f.stored()) + ")"
	case slices.Equal(f.of, []string{None}):
		return f.column + " = '[]'"
	case slices.Contains(f.of, None):
		return f.column + " = '[]' OR " + f.column + " ?| " + c.arg(f.stored())
	default:
		return f.column + " ?| " + c.arg(f.stored())
	}
}

// stored returns the values as they are stored: None as the empty string, unless it is a value of
// its own.
func (f selected) stored() []string {
	list := make([]string, len(f.of))
	for i, value := range f.of {
		if value != None || f.hasNoneValue {
			list[i] = postgres.Text(value)
		}
	}
	return list
}

// without returns the values other than None.
func without(values []string) []string {
	return slices.DeleteFunc(slices.Clone(values), func(value string) bool { return value == None })
}

func (c *conditions) tags(names []string) string {
	named := without(names)
	for i, name := range named {
		named[i] = tagFilterKey(name)
	}
	const untagged = "s.tag_ids = '[]'"
	if len(named) == 0 {
		return untagged
	}
	tagged := `s.id IN (
		SELECT st.source_id
		FROM source_tags st
		WHERE st.tag_id IN (SELECT id FROM tags WHERE name_key = ANY(` + c.arg(named) + `)))`
	if len(named) < len(names) {
		return untagged + " OR " + tagged
	}
	return tagged
}

// tagFilterKey returns the key of a tag whose name comes from a filter.
func tagFilterKey(name string) string {
	return textkey.TagKey(textkey.CollapseSpace(postgres.Text(name)))
}

func (c *conditions) tiers(values []string) string {
	tiers := []int{}
	for _, value := range values {
		if tier, err := strconv.Atoi(value); err == nil {
			tiers = append(tiers, tier)
		}
	}
	condition := "s.tier = ANY(" + c.arg(tiers) + ")"
	if slices.Contains(values, None) {
		condition += " OR s.tier IS NULL"
	}
	return condition
}

func (c *conditions) imported(ids []string) string {
	id := c.arg(ids[0])
	return `s.id IN (
		SELECT r.source_id
		FROM import_rows r
		WHERE r.import_id = ` + id + `::uuid
			AND r.result IN ('created', 'exists')
		UNION ALL
		SELECT r.source_id
		FROM table_rows r
		WHERE r.import_id = ` + id + `::uuid
			AND r.result IN ('create', 'update', 'unchanged'))`
}

// mergedIDs is a format string for the query of all sources of the merge chains of given sources, in both directions.
// %s is the SQL of the ids of these sources.
var mergedIDs = source.WithMerged(`unnest(ARRAY(
	WITH RECURSIVE up AS (
		SELECT unnest(%s::uuid[]) AS id
		UNION
		SELECT m.merged_into
		FROM up u
		JOIN sources m ON m.id = u.id
		WHERE m.merged_into IS NOT NULL
	)
	SELECT id
	FROM up))`)

// parents selects the parts of the given sources, and of those with which they were merged; None selects the sources
// that are not parts.
func (c *conditions) parents(ids []string) string {
	const isNotPart = "s.parent_id IS NULL"
	of := without(ids)
	if len(of) == 0 {
		return isNotPart
	}
	isPart := "s.parent_id IN (" + fmt.Sprintf(mergedIDs, c.arg(of)) + ")"
	if len(of) < len(ids) {
		return isNotPart + " OR " + isPart
	}
	return "s.parent_id IS NOT NULL AND " + isPart
}

// due selects the sources of which an endpoint is checked soon. The endpoints of sites that asked
// to wait are checked after the wait.
func (c *conditions) due(minutes []string) string {
	at := "now() + " + c.arg(minutes[0]) + "::int * interval '1 minute'"
	if c.testsDue {
		return `EXISTS (
		SELECT
		FROM endpoints e
		JOIN endpoint_states t ON t.endpoint_id = e.id
		WHERE e.source_id = s.id
			AND t.enabled
			AND t.next_check_at <= ` + at + `
			AND NOT EXISTS (SELECT FROM check_hosts w WHERE w.domain = t.domain AND w.held_until > ` + at + `)
		OFFSET 0)`
	}
	return `s.id IN (
		SELECT e.source_id
		FROM endpoint_states t
		JOIN endpoints e ON e.id = t.endpoint_id
		WHERE t.enabled
			AND t.next_check_at <= ` + at + `
			AND t.endpoint_id NOT IN (
				SELECT waiting.endpoint_id
				FROM check_hosts w
				JOIN endpoint_states waiting ON waiting.domain = w.domain
				WHERE w.held_until > ` + at + `
					AND waiting.enabled
					AND waiting.next_check_at <= ` + at + `))`
}

func (c *conditions) causes(values []string) string {
	return "h.cause <> '' AND h.cause = ANY(" + c.arg(values) + ")"
}

// assignees selects the sources that are assigned to one of the members; None selects the sources
// that need a person and have no assignee.
func (c *conditions) assignees(ids []string) string {
	var parts []string
	members := without(ids)
	if len(members) < len(ids) {
		states := c.arg(health.WorkStates())
		parts = append(parts, "h.cause <> '' AND h.state = ANY("+states+") AND h.assignee_id IS NULL")
	}
	if len(members) > 0 {
		parts = append(parts, "h.assignee_id = ANY("+c.arg(members)+"::uuid[])")
	}
	return strings.Join(parts, " OR ")
}

func (c *conditions) silent(days []string) string {
	before := "now() - " + c.arg(days[0]) + "::int * interval '1 day'"
	return `h.state <> ''
		AND (h.last_new_item_at < ` + before + ` OR h.last_new_item_at IS NULL AND h.since < ` + before + `)`
}

// sinceDay returns a condition that a time is on a day or later.
func sinceDay(column string) func(*conditions, []string) string {
	return func(c *conditions, days []string) string { return c.atDay(column+" >= ", days[0], 0) }
}

// untilDay returns a condition that a time is on a day or earlier.
func untilDay(column string) func(*conditions, []string) string {
	return func(c *conditions, days []string) string { return c.atDay(column+" < ", days[0], 1) }
}

// atDay returns a comparison with the start of the day that is so many days after text.
func (c *conditions) atDay(comparison, text string, days int) string {
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return "false"
	}
	return comparison + c.arg(at.AddDate(0, 0, days))
}

// addHealth adds the conditions of filters on the health of the sources.
func (c *conditions) addHealth(filters []selected) {
	if len(filters) == 0 {
		return
	}
	if !slices.ContainsFunc(filters, selected.needsHealth) {
		for _, f := range filters {
			c.parts = append(c.parts, c.withoutHealth(f))
		}
		return
	}
	var parts []string
	for _, f := range filters {
		parts = append(parts, "("+f.sql(c)+")")
	}
	on := strings.Join(parts, " AND ")
	if c.testsHealth { // OFFSET 0 prevents a join
		on = "EXISTS (SELECT FROM source_health h WHERE h.source_id = s.id AND " + on + " OFFSET 0)"
	} else {
		on = "s.id IN (SELECT h.source_id FROM source_health h WHERE " + on + ")"
	}
	c.parts = append(c.parts, on)
}

// withoutHealth returns the condition that the health of a source has none of the values of f. Each
// source is tested, because most sources match; OFFSET 0 prevents a join. Few sources are snoozed,
// so their index is read instead.
func (c *conditions) withoutHealth(f selected) string {
	offset := " OFFSET 0"
	if f.name == bySnooze {
		offset = ""
	}
	return "NOT EXISTS (SELECT FROM source_health h WHERE h.source_id = s.id AND (" + f.has(c) + ")" + offset + ")"
}

// needsHealth reports whether a filter on the health finds only sources that are checked or worked
// on.
func (f selected) needsHealth() bool { return f.isOnHealth && !f.isNot }
