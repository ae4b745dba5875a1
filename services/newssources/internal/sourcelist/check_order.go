package sourcelist

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/health"
	"github.com/newsources/newsources/services/newssources/internal/source"
)

// maxSorted is the number of matches that are read and sorted in an order by checks. What the checks observe depends on the filters: the
// failing sources are those with old items. The order of an index would visit most of the register before it reaches them.
const maxSorted = 20_000

// checkOrder is an order by what the checks observe. Sources without a value come last in both directions. Its groups follow each other;
// each has an index of its own, in which a page is reached at the same cost wherever it is.
type checkOrder struct {
	groups []checkGroup
	// The rest sorts a set of sources s that have been found: joins, and the group, the key and the tie-breaker of a source.
	join, group, key, tie string
}

// checkGroup is a part of an order: the rows k of a table, with the key and the tie-breaker by which its index is sorted.
type checkGroup struct {
	from, where, key, tie string
	isChecked             bool // only sources that are checked are in it
}

const (
	fromHealth = "source_health k JOIN sources s ON s.id = k.source_id"
	joinHealth = "JOIN source_health h ON h.source_id = s.id"
)

// notChecked is the last group of each order.
var notChecked = checkGroup{fromHealth, "k.state = ''", "k.since", "k.source_id", false}

// byHealthState orders by state, and the sources of a state by the time since which they have it.
func byHealthState(states []health.State) *checkOrder {
	o := &checkOrder{join: joinHealth, key: "h.since", tie: "s.id"}
	list := make([]string, len(states))
	for i, state := range states {
		list[i] = "'" + string(state) + "'"
		o.groups = append(o.groups, checkGroup{fromHealth, "k.state = " + list[i], "k.since", "k.source_id", true})
	}
	o.groups = append(o.groups, notChecked)
	o.group = fmt.Sprintf("coalesce(array_position(ARRAY[%s], h.state) - 1, %d)", strings.Join(list, ", "), len(states))
	return o
}

var (
	bestFirst  = byHealthState(health.States())
	worstFirst = byHealthState(worstStates())

	byNewItem = &checkOrder{
		groups: []checkGroup{
			{fromHealth, "k.state <> '' AND k.last_new_item_at IS NOT NULL", "k.last_new_item_at", "k.source_id", true},
			{fromHealth, "k.state <> '' AND k.last_new_item_at IS NULL", "k.since", "k.source_id", true},
			notChecked,
		},
		join: joinHealth, key: "CASE WHEN h.state <> '' THEN coalesce(h.last_new_item_at, h.since) ELSE h.since END", tie: "s.id",
		group: "CASE WHEN h.state = '' THEN 2 WHEN h.last_new_item_at IS NULL THEN 1 ELSE 0 END",
	}

	// byNextCheck orders by the next check of any endpoint. The rows of the index are endpoints: those of a source that are checked later
	// are left out. OFFSET 0 prevents a plan that compares all endpoints at once.
	byNextCheck = &checkOrder{
		groups: []checkGroup{
			{"endpoint_states k JOIN endpoints e ON e.id = k.endpoint_id JOIN sources s ON s.id = e.source_id", `k.enabled AND NOT EXISTS (
				SELECT FROM endpoints f JOIN endpoint_states t ON t.endpoint_id = f.id AND t.enabled
				WHERE f.source_id = e.source_id AND (t.next_check_at, t.endpoint_id) < (k.next_check_at, k.endpoint_id) OFFSET 0)`, "k.next_check_at", "k.endpoint_id", true},
			notChecked,
		},
		join: joinHealth + ` LEFT JOIN LATERAL (SELECT t.next_check_at, t.endpoint_id FROM endpoints e JOIN endpoint_states t ON t.endpoint_id = e.id AND t.enabled
			WHERE e.source_id = s.id ORDER BY t.next_check_at, t.endpoint_id LIMIT 1) n ON true`,
		group: "CASE WHEN n.endpoint_id IS NULL THEN 1 ELSE 0 END", key: "coalesce(n.next_check_at, h.since)", tie: "coalesce(n.endpoint_id, s.id)",
	}
)

func worstStates() []health.State {
	states := health.States()
	slices.Reverse(states)
	return states
}

// groupRank returns the rank of a group, by which rows are compared in the direction of the sort.
func (o order) groupRank(group int) int {
	if o.groupsDesc {
		return -group
	}
	return group
}

// walkGroups reads the rows after a cursor, group by group.
func (r *Reader) walkGroups(ctx context.Context, q Query, order order, at cursor) (rows []Row, err error) {
	groups := order.checks.groups
	isActive := len(q.Lifecycles) == 0 || slices.Contains(q.Lifecycles, source.Active)
	for i := range groups {
		if order.desc != order.groupsDesc { // backward
			i = len(groups) - 1 - i
		}
		rank := order.groupRank(i)
		after := at
		if at.ID != "" && rank != at.Rank {
			if (rank < at.Rank) != order.desc {
				continue // the group precedes the cursor
			}
			after = cursor{}
		}
		if groups[i].isChecked && !isActive {
			continue
		}
		more, err := r.walkGroup(ctx, q, order, groups[i], rank, after, q.Limit+1-len(rows))
		if err != nil {
			return nil, err
		}
		if rows = append(rows, more...); len(rows) > q.Limit {
			break
		}
	}
	return rows, nil
}

func (r *Reader) walkGroup(ctx context.Context, q Query, order order, group checkGroup, rank int, at cursor, limit int) ([]Row, error) {
	c, after, direction := q.conditions(""), "", ""
	comparison := ">"
	if order.desc {
		comparison, direction = "<", " DESC"
	}
	if at.ID != "" {
		after = fmt.Sprintf(" AND (%s, %s) %s (%s, %s)", group.key, group.tie, comparison, c.arg(at.Time), c.arg(at.ID))
	}
	page := fmt.Sprintf("SELECT %d AS rank, %s AS sort_key, %s AS sort_tie, s.* FROM %s WHERE %s AND %s%s ORDER BY %s%s, %s%s LIMIT %d",
		rank, group.key, group.tie, group.from, group.where, c.where(), after, group.key, direction, group.tie, direction, limit)
	reader := rowReader{rows: make([]Row, 0, limit)}
	err := r.db.QueryLimited(ctx, readTimeout, selectRows("", page, "0", order.key(), order.sql("s.")), c.args, reader.read)
	return reader.rows, err
}
