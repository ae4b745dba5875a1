package sourcelist

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
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
	of []string
}

// sql returns the condition of the filter.
func (f selected) sql(c *conditions) string {
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
	return source.TagKey(source.CollapseSpace(postgres.Text(name)))
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
	return `s.id IN (
		SELECT r.source_id
		FROM import_rows r
		WHERE r.import_id = ` + c.arg(ids[0]) + `::uuid
			AND r.result IN ('created', 'exists'))`
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

func (c *conditions) snoozed(values []string) string {
	if values[0] == "true" {
		return "h.snoozed_until IS NOT NULL"
	}
	return "h.snoozed_until IS NULL"
}

func (c *conditions) silent(days []string) string {
	before := "now() - " + c.arg(days[0]) + "::int * interval '1 day'"
	return `h.state <> ''
		AND (h.last_new_item_at < ` + before + ` OR h.last_new_item_at IS NULL AND h.since < ` + before + `)`
}

// addHealth adds the conditions of filters on the health of the sources.
func (c *conditions) addHealth(filters []selected) {
	if len(filters) == 0 {
		return
	}
	var parts []string
	for _, f := range filters {
		parts = append(parts, "("+f.sql(c)+")")
	}
	on := strings.Join(parts, " AND ")
	switch {
	case !slices.ContainsFunc(filters, selected.needsHealth):
		on = "NOT EXISTS (SELECT FROM source_health h WHERE h.source_id = s.id AND h.snoozed_until IS NOT NULL)"
	case c.testsHealth: // OFFSET 0 prevents a join
		on = "EXISTS (SELECT FROM source_health h WHERE h.source_id = s.id AND " + on + " OFFSET 0)"
	default:
		on = "s.id IN (SELECT h.source_id FROM source_health h WHERE " + on + ")"
	}
	c.parts = append(c.parts, on)
}

// needsHealth reports whether a filter on the health matches only sources that have a row in
// source_health.
func (f selected) needsHealth() bool {
	return f.isOnHealth && (f.name != "snoozed" || f.of[0] == "true")
}
