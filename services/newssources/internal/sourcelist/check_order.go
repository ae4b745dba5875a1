package sourcelist

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/health"
	"github.com/newsources/newsources/services/newssources/internal/source"
)

// maxSorted is the maximum number of matches that are read and sorted in an order by check results. Filters and check results correlate:
// failing sources, for example, have old items, and a scan of the index by newest item would read most of the register before it finds them.
const maxSorted = 20_000

// checkOrder is an order by check results. Sources without a value come last in both directions. It consists of consecutive groups. Each
// group is read from its own index, so that the cost of a page does not depend on its position.
type checkOrder struct {
	groups []checkGroup
	// SQL to sort matches that have already been found: the join of the sources s, and the group, the key and the tie-breaker of a source.
	join, group, key, tie string
}

// checkGroup is a part of an order: the rows k of a table, and the key and the tie-breaker by which their index is sorted.
type checkGroup struct {
	from, where, key, tie string
	isChecked             bool // contains only sources that are checked
}

const (
	fromHealth = "source_health k JOIN sources s ON s.id = k.source_id"
	joinHealth = "JOIN source_health h ON h.source_id = s.id"
)

// notChecked is the last group of each order.
var notChecked = checkGroup{fromHealth, "k.state = ''", "k.since", "k.source_id", false}

// byHealthState returns an order by health state, and within a state by the time since which the source has it.
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

	// byNextCheck orders by the next check of any endpoint. The rows of the index are endpoints, of which only the first of each source is
	// used. OFFSET 0 prevents the planner from turning the subquery into an anti-join of all endpoints.
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

// groupRank returns the rank of a group, which is compared in the direction of the sort.
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
		if order.desc != order.groupsDesc { // the order is reversed
			i = len(groups) - 1 - i
		}
		rank := order.groupRank(i)
		after, precedes := at.inGroup(rank, order.desc)
		if precedes || groups[i].isChecked && !isActive {
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
