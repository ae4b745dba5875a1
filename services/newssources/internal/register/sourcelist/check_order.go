package sourcelist

import (
	"fmt"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// checkOrder is an order by check results. Sources without a value come last in both directions. It
// consists of consecutive groups. Each group is read from its own index, so that the cost of a page
// does not depend on its position.
type checkOrder struct {
	groups []group
	// SQL to sort matches that have already been found: the join of the sources s, and the group, the
	// key and the tie-breaker of a source.
	join, group, key, tie string
	isNumber              bool // the key is a number instead of a time
}

const (
	fromHealth = "source_health k JOIN sources s ON s.id = k.source_id"
	// joinHealth looks up the health of each match; OFFSET 0 prevents a join that would read all
	// sources.
	joinHealth = "CROSS JOIN LATERAL (SELECT * FROM source_health WHERE source_id = s.id OFFSET 0) h"
)

// notChecked is the last group of each order.
var notChecked = group{from: fromHealth, where: "k.state = ''", key: "k.since", tie: "k.source_id"}

// byHealthState returns an order by health state, and within a state by the time since which the
// source has it. During an incident of the service, the order by the last known states stays, so
// that cursors remain valid when it begins and ends.
func byHealthState(states []health.State) *checkOrder {
	o := &checkOrder{join: joinHealth, key: "h.since", tie: "s.id"}
	list := make([]string, len(states))
	for i, state := range states {
		list[i] = "'" + string(state) + "'"
		o.groups = append(o.groups,
			group{from: fromHealth, where: "k.state = " + list[i], key: "k.since", tie: "k.source_id", isChecked: true})
	}
	o.groups = append(o.groups, notChecked)
	o.group = fmt.Sprintf("coalesce(array_position(ARRAY[%s], h.state) - 1, %d)", strings.Join(list, ", "), len(states))
	return o
}

var (
	bestFirst  = byHealthState(health.States())
	worstFirst = byHealthState(worstStates())

	byNewItem = &checkOrder{
		groups: []group{
			{
				from: fromHealth, where: "k.state <> '' AND k.last_new_item_at IS NOT NULL",
				key: "k.last_new_item_at", tie: "k.source_id", isChecked: true,
			},
			{
				from: fromHealth, where: "k.state <> '' AND k.last_new_item_at IS NULL",
				key: "k.since", tie: "k.source_id", isChecked: true,
			},
			notChecked,
		},
		join:  joinHealth,
		group: "CASE WHEN h.state = '' THEN 2 WHEN h.last_new_item_at IS NULL THEN 1 ELSE 0 END",
		key:   "CASE WHEN h.state <> '' THEN coalesce(h.last_new_item_at, h.since) ELSE h.since END",
		tie:   "s.id",
	}

	// byItems orders by the number of items in the last days, which the list shows per day.
	byItems = &checkOrder{
		groups: []group{
			{from: fromHealth, where: "k.state <> ''", key: "k.recent_items", tie: "k.source_id", isChecked: true},
			{from: fromHealth, where: "k.state = ''", key: "k.recent_items", tie: "k.source_id"},
		},
		join:     joinHealth,
		group:    "CASE WHEN h.state = '' THEN 1 ELSE 0 END",
		key:      "h.recent_items",
		tie:      "s.id",
		isNumber: true,
	}

	// byNextCheck orders by the next check of any endpoint. The rows of the index are endpoints, of
	// which only the first of each source is used. The endpoints of a site that asked to wait are
	// checked after the wait, so they are read separately.
	byNextCheck = &checkOrder{
		groups: []group{
			{
				from: "endpoint_states k" + sourceOfEndpoint,
				where: `k.enabled
	AND NOT EXISTS (
		SELECT
		FROM check_hosts w
		WHERE w.domain = k.domain
			AND w.held_until > greatest(now(), k.next_check_at)
		OFFSET 0)` + isFirstCheck("k.next_check_at"),
				key: "k.next_check_at", tie: "k.endpoint_id", isChecked: true,
				waiting: []group{{
					from: "check_hosts w JOIN endpoint_states k ON k.domain = w.domain" + sourceOfEndpoint,
					where: `w.held_until > now()
	AND k.enabled
	AND k.next_check_at < w.held_until` + isFirstCheck("w.held_until"),
					key: "w.held_until", tie: "k.endpoint_id",
				}},
			},
			notChecked,
		},
		join: joinHealth + `
	LEFT JOIN LATERAL (
		SELECT coalesce(v.held_until, t.next_check_at) AS at, t.endpoint_id
		FROM ` + checkedEndpoints + `
		WHERE f.source_id = s.id
		ORDER BY 1, 2
		LIMIT 1
	) n ON true`,
		group: "CASE WHEN n.endpoint_id IS NULL THEN 1 ELSE 0 END",
		key:   "coalesce(n.at, h.since)",
		tie:   "coalesce(n.endpoint_id, s.id)",
	}
)

const (
	sourceOfEndpoint = " JOIN endpoints e ON e.id = k.endpoint_id JOIN sources s ON s.id = e.source_id"
	// checkedEndpoints are the checked endpoints t, with the domain v of those that are checked later
	// because their site asked to wait.
	checkedEndpoints = `endpoints f
		JOIN endpoint_states t ON t.endpoint_id = f.id AND t.enabled
		LEFT JOIN check_hosts v ON v.domain = t.domain AND v.held_until > greatest(now(), t.next_check_at)`
)

// isFirstCheck returns the condition that no endpoint of the source is checked before k, whose
// check is at the time key. OFFSET 0 prevents the planner from turning the subquery into an
// anti-join of all endpoints.
func isFirstCheck(key string) string {
	return `
	AND NOT EXISTS (
		SELECT
		FROM ` + checkedEndpoints + `
		WHERE f.source_id = e.source_id
			AND (coalesce(v.held_until, t.next_check_at), t.endpoint_id) < (` + key + `, k.endpoint_id)
		OFFSET 0)`
}

func worstStates() []health.State {
	states := health.States()
	slices.Reverse(states)
	return states
}
