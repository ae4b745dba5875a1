package sourcelist

import (
	"bytes"
	"cmp"
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
	isChecked             bool        // contains only sources that are checked
	waiting               *checkGroup // the rows whose site asked to wait, which have another key; nil: none
}

const (
	fromHealth = "source_health k JOIN sources s ON s.id = k.source_id"
	joinHealth = "JOIN source_health h ON h.source_id = s.id"
)

// notChecked is the last group of each order.
var notChecked = checkGroup{from: fromHealth, where: "k.state = ''", key: "k.since", tie: "k.source_id"}

// byHealthState returns an order by health state, and within a state by the time since which the source has it. During an incident of the service, the order by the
// last known states stays, so that cursors remain valid when it begins and ends.
func byHealthState(states []health.State) *checkOrder {
	o := &checkOrder{join: joinHealth, key: "h.since", tie: "s.id"}
	list := make([]string, len(states))
	for i, state := range states {
		list[i] = "'" + string(state) + "'"
		o.groups = append(o.groups, checkGroup{from: fromHealth, where: "k.state = " + list[i], key: "k.since", tie: "k.source_id", isChecked: true})
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
			{from: fromHealth, where: "k.state <> '' AND k.last_new_item_at IS NOT NULL", key: "k.last_new_item_at", tie: "k.source_id", isChecked: true},
			{from: fromHealth, where: "k.state <> '' AND k.last_new_item_at IS NULL", key: "k.since", tie: "k.source_id", isChecked: true},
			notChecked,
		},
		join: joinHealth, key: "CASE WHEN h.state <> '' THEN coalesce(h.last_new_item_at, h.since) ELSE h.since END", tie: "s.id",
		group: "CASE WHEN h.state = '' THEN 2 WHEN h.last_new_item_at IS NULL THEN 1 ELSE 0 END",
	}

	// byNextCheck orders by the next check of any endpoint. The rows of the index are endpoints, of which only the first of each source is
	// used. The endpoints of a site that asked to wait are checked after the wait, so they are read and sorted separately.
	byNextCheck = &checkOrder{
		groups: []checkGroup{
			{
				from: "endpoint_states k" + sourceOfEndpoint, where: "k.enabled AND NOT EXISTS (SELECT FROM check_hosts w WHERE w.domain = k.domain AND w.held_until > greatest(now(), k.next_check_at) OFFSET 0)" +
					isFirstCheck("k.next_check_at"), key: "k.next_check_at", tie: "k.endpoint_id", isChecked: true,
				waiting: &checkGroup{
					from: "check_hosts w JOIN endpoint_states k ON k.domain = w.domain AND k.enabled AND k.next_check_at < w.held_until" + sourceOfEndpoint, where: "w.held_until > now()" + isFirstCheck("w.held_until"),
					key: "w.held_until", tie: "k.endpoint_id", isChecked: true,
				},
			},
			notChecked,
		},
		join: joinHealth + ` LEFT JOIN LATERAL (SELECT coalesce(v.held_until, t.next_check_at) AS at, t.endpoint_id FROM ` + checkedEndpoints +
			` WHERE f.source_id = s.id ORDER BY 1, 2 LIMIT 1) n ON true`,
		group: "CASE WHEN n.endpoint_id IS NULL THEN 1 ELSE 0 END", key: "coalesce(n.at, h.since)", tie: "coalesce(n.endpoint_id, s.id)",
	}
)

const (
	sourceOfEndpoint = " JOIN endpoints e ON e.id = k.endpoint_id JOIN sources s ON s.id = e.source_id"
	// checkedEndpoints are the checked endpoints t, with the domain v of those that are checked later because their site asked to wait.
	checkedEndpoints = `endpoints f JOIN endpoint_states t ON t.endpoint_id = f.id AND t.enabled
		LEFT JOIN check_hosts v ON v.domain = t.domain AND v.held_until > greatest(now(), t.next_check_at)`
)

// isFirstCheck returns the condition that no endpoint of the source is checked before k, whose check is at the time key. OFFSET 0 prevents the planner
// from turning the subquery into an anti-join of all endpoints.
func isFirstCheck(key string) string {
	return ` AND NOT EXISTS (SELECT FROM ` + checkedEndpoints + `
		WHERE f.source_id = e.source_id AND (coalesce(v.held_until, t.next_check_at), t.endpoint_id) < (` + key + `, k.endpoint_id) OFFSET 0)`
}

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
		limit := q.Limit + 1 - len(rows)
		more, err := r.walkGroup(ctx, q, order, groups[i], rank, after, limit)
		if err == nil && groups[i].waiting != nil {
			var waiting []Row
			waiting, err = r.walkGroup(ctx, q, order, *groups[i].waiting, rank, after, limit)
			more = mergeRows(more, waiting, order.desc, limit)
		}
		if err != nil {
			return nil, err
		}
		if rows = append(rows, more...); len(rows) > q.Limit {
			break
		}
	}
	return rows, nil
}

// mergeRows returns the first limit rows of two lists that are sorted by their keys.
func mergeRows(a, b []Row, desc bool, limit int) []Row {
	if len(b) == 0 {
		return a
	}
	rows := append(a, b...)
	slices.SortFunc(rows, func(a, b Row) int {
		if desc {
			a, b = b, a
		}
		return cmp.Or(a.sortTime.Compare(b.sortTime), bytes.Compare(a.sortTie[:], b.sortTie[:]))
	})
	return rows[:min(limit, len(rows))]
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
	err := r.query(ctx, q, selectRows("", page, "0", order.key(), order.sql("s.")), c.args, reader.read)
	return reader.rows, err
}
