package sourcelist

import (
	"cmp"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// order is a sort order: a column, with the id as tie-breaker, and a direction. A ranked order
// sorts by the rank of a search first.
type order struct {
	column string
	// key is the SQL expression of column by which the rows are sorted; empty: the column itself.
	key    string
	desc   bool
	ranked bool
	// checks is an order by check results instead of a column; the rank of a row is that of its group.
	checks     *checkOrder
	groupsDesc bool // whether ranks descend; reversed does not change it
}

// byRelevance is the sort of searches: by rank and then by name.
const byRelevance = "relevance"

// The orders by expressions instead of columns. Each expression has an index.
var (
	byFirstLanguage = order{column: "languages", key: "coalesce(s.languages->>0, '')"}
	byTagCount      = order{column: "tag_ids", key: "jsonb_array_length(s.tag_ids)"}
)

var sorts = map[string]order{
	byRelevance:      {column: "name_key", ranked: true},
	"name":           {column: "name_key"},
	"-name":          {column: "name_key", desc: true},
	"created":        {column: "created_at"},
	"-created":       {column: "created_at", desc: true},
	"updated":        {column: "updated_at"},
	"-updated":       {column: "updated_at", desc: true},
	"domain":         {column: "canonical_domain"},
	"-domain":        {column: "canonical_domain", desc: true},
	"lifecycle":      {column: "lifecycle"},
	"-lifecycle":     {column: "lifecycle", desc: true},
	"country":        {column: "country"},
	"-country":       {column: "country", desc: true},
	"endpoints":      {column: "endpoint_count"},
	"-endpoints":     {column: "endpoint_count", desc: true},
	"languages":      byFirstLanguage,
	"-languages":     byFirstLanguage.descending(),
	"tags":           byTagCount,
	"-tags":          byTagCount.descending(),
	"health":         {checks: bestFirst},
	"-health":        {checks: worstFirst, desc: true, groupsDesc: true},
	"last_new_item":  {checks: byNewItem},
	"-last_new_item": {checks: byNewItem, desc: true, groupsDesc: true},
	"activity":       {checks: byItems},
	"-activity":      {checks: byItems, desc: true, groupsDesc: true},
	"next_check":     {checks: byNextCheck},
	"-next_check":    {checks: byNextCheck, desc: true, groupsDesc: true},
}

func (o order) descending() order {
	o.desc = true
	return o
}

// isNumber reports whether the rows are sorted by a number.
func (o order) isNumber() bool {
	return o.column == "endpoint_count" || o.column == "tag_ids" || o.checks != nil && o.checks.isNumber
}

// sortExpression returns the SQL expression by which the rows are sorted.
func (o order) sortExpression() string { return cmp.Or(o.key, "s."+o.column) }

// IsSort reports whether the list can be sorted so.
func IsSort(name string) bool {
	_, ok := sorts[name]
	return ok
}

// position returns the order of the list in the direction of the cursor, and the cursor.
func (s *selection) position() (order, cursor, error) {
	if s.Sort == "" {
		s.Sort = "name"
		if len(s.words) > 0 {
			s.Sort = byRelevance
		}
	}
	o, ok := sorts[s.Sort]
	if !ok {
		return o, cursor{}, problem.New(problem.UnknownParameter, "Sources can't be sorted by “%s”. "+
			"Use relevance, name, domain, lifecycle, country, languages, tags, endpoints, created, updated, health, "+
			"activity, last_new_item or next_check.", s.Sort)
	}
	at, err := parseCursor(s.Cursor, s.Sort)
	if at.Back {
		o.desc = !o.desc
	}
	o.ranked = o.ranked && len(s.words) > 0
	return o, at, err
}

// by returns the columns of an ORDER BY clause in the direction of the order.
func (o order) by(columns ...string) string {
	direction := ""
	if o.desc {
		direction = " DESC"
	}
	return strings.Join(columns, direction+", ") + direction
}

// after returns the condition that the columns, of which the last two are the key and the
// tie-breaker, come after the cursor.
func (o order) after(c *conditions, at cursor, columns ...string) string {
	if at.ID == "" {
		return ""
	}
	comparison := " > "
	if o.desc {
		comparison = " < "
	}
	values := c.arg(at.sortValue(o)) + ", " + c.arg(at.ID)
	if len(columns) > 2 {
		values = c.arg(at.Rank) + ", " + values
	}
	return "\n\tAND (" + strings.Join(columns, ", ") + ")" + comparison + "(" + values + ")"
}

// sortKey is the SQL of what matches s are sorted by: the rank, the key and the tie-breaker, and
// the columns of sources and the join that they need.
type sortKey struct{ rank, key, tie, columns, join string }

// found returns the key of matches that have been found.
func (o order) found(c *conditions, words []string) sortKey {
	switch {
	case o.checks != nil && o.groupsDesc:
		return sortKey{rank: "-(" + o.checks.group + ")", key: o.checks.key, tie: o.checks.tie, join: o.checks.join}
	case o.checks != nil:
		return sortKey{rank: o.checks.group, key: o.checks.key, tie: o.checks.tie, join: o.checks.join}
	case o.ranked:
		columns := ", s.search_text, s." + o.column
		return sortKey{rank: c.rank(words), key: o.sortExpression(), tie: "s.id", columns: columns}
	default:
		return sortKey{rank: "0", key: o.sortExpression(), tie: "s.id", columns: ", s." + o.column}
	}
}

// noKey is the SQL of the empty key columns of an order by a column of sources.
const noKey = "NULL::timestamptz, NULL::int, NULL::uuid"

// columns returns the SQL of the key columns that cursors need, unless they are among the columns
// of a row.
func (o order) columns() string {
	switch {
	case o.checks == nil:
		return noKey
	case o.checks.isNumber:
		return "NULL::timestamptz, s.sort_key, s.sort_tie"
	default:
		return "s.sort_key, NULL::int, s.sort_tie"
	}
}

// group is a part of an order that is read from an index: the rows of a table, and the key and the
// tie-breaker by which the index is sorted.
type group struct {
	rank                  int
	from, where, key, tie string
	isChecked             bool    // contains only sources that are checked
	waiting               []group // the rows whose site asked to wait, which have another key
}

// groups returns the groups in which a walk reads the selection. By relevance, the sources whose
// name starts with the text come first; the others follow by name.
func (o order) groups(c *conditions, s *selection) (groups []group) {
	byColumn := group{from: "sources s", where: "true", key: o.sortExpression(), tie: "s.id"}
	switch {
	case o.checks != nil:
		isActive := len(s.Lifecycles) == 0 || slices.Contains(s.Lifecycles, source.Active)
		for i, g := range o.checks.groups {
			if g.rank = i; o.groupsDesc {
				g.rank = -i
			}
			if isActive || !g.isChecked {
				groups = append(groups, g)
			}
		}
	case o.ranked:
		prefix := strings.Join(s.words, " ")
		starts := "(s.name_key >= " + c.arg(prefix) + " AND s.name_key < " + c.arg(prefix+"\U0010FFFF") + ")"
		for rank, where := range []string{starts, "NOT " + starts} {
			byColumn.rank, byColumn.where = rank, where
			groups = append(groups, byColumn)
		}
	default:
		return []group{byColumn}
	}
	if o.desc != o.groupsDesc { // the order is reversed
		slices.Reverse(groups)
	}
	return groups
}
