package check

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// expectFresh expects that no endpoint is overdue after all due checks were made, including
// endpoints that fail, have a window or a fixed schedule.
func (m *month) expectFresh() {
	m.Helper()
	if err := m.figures.RollUp(m.Context()); err != nil {
		m.Fatal(err)
	}
	f, err := m.figures.Figures(m.Context())
	if err != nil {
		m.Fatal(err)
	}
	if f.FreshEndpoints != f.ActiveEndpoints {
		m.Errorf("at %s, only %d of %d endpoints are fresh", m.clock.Now(), f.FreshEndpoints, f.ActiveEndpoints)
	}
}

// expectSpacing expects the pause between the requests to each domain, in the log of the sites.
func (m *month) expectSpacing() {
	m.Helper()
	hosts := map[string][]time.Time{}
	for address, times := range m.requests {
		host, _, _ := strings.Cut(address, "/")
		hosts[host] = append(hosts[host], times...)
	}
	for host, times := range hosts {
		slices.SortFunc(times, time.Time.Compare)
		for i := 1; i < len(times); i++ {
			if gap := times[i].Sub(times[i-1]); gap < monthPause {
				m.Errorf("%s was requested again after %s", host, gap)
			}
		}
	}
}

// attempt is a recorded check.
type attempt struct {
	at    time.Time
	cause health.Cause
	state health.State
}

// attempts returns the recorded checks by host and path, in order.
func (m *month) attempts() map[string][]attempt {
	m.Helper()
	rows, err := m.db.Pool.Query(context.Background(), "SELECT e.url, a.started_at, a.cause, a.health FROM attempts a "+
		"JOIN endpoints e ON e.id = a.endpoint_id ORDER BY a.started_at")
	if err != nil {
		m.Fatal(err)
	}
	defer rows.Close()
	all := map[string][]attempt{}
	for rows.Next() {
		var address string
		var a attempt
		if err := rows.Scan(&address, &a.at, &a.cause, &a.state); err != nil {
			m.Fatal(err)
		}
		u, err := url.Parse(address)
		if err != nil {
			m.Fatal(err)
		}
		all[u.Hostname()+u.Path] = append(all[u.Hostname()+u.Path], a)
	}
	if err := rows.Err(); err != nil {
		m.Fatal(err)
	}
	return all
}

// withTolerance returns an interval plus the maximum jitter (10 %) and two steps of the clock.
func withTolerance(d time.Duration) time.Duration { return d + d/10 + 2*monthStep }

// expectChecks compares the recorded checks with the requests in the log of the sites, and with the
// outages.
func (m *month) expectChecks() {
	m.Helper()
	attempts := m.attempts()
	for address, feed := range m.feeds {
		requests, checks := m.requests[address], attempts[address]
		if len(requests) == 0 || len(checks) != len(requests) {
			m.Errorf("%s: %d requests, %d recorded checks", address, len(requests), len(checks))
			continue
		}
		previous := m.start
		for _, at := range append(slices.Clone(requests), m.end) {
			if gap := at.Sub(previous); gap > withTolerance(monthMax) {
				m.Errorf("%s was not requested for %s", address, gap)
			}
			previous = at
		}
		m.expectStates(address, feed, checks)
	}
}

// expectStates expects that the health changes within two intervals after the start and the end of
// an outage, and never otherwise.
func (m *month) expectStates(address string, feed simulator.Feed, checks []attempt) {
	m.Helper()
	var outage simulator.Outage // the zero value is before all checks
	if len(feed.Outages) > 0 {
		outage = feed.Outages[0]
	}
	var noticed, recovered time.Time
	interval := time.Duration(0) // before the outage
	for i, c := range checks {
		isBad := c.state != health.OK && c.state != health.New && c.state != health.Quiet
		isOver := !c.at.Before(outage.To)
		switch {
		case isBad && (c.at.Before(outage.From) || isOver):
			m.Errorf("%s is %s (%s) at %s, without an outage", address, c.state, c.cause, c.at)
		case isBad && noticed.IsZero():
			noticed = c.at
		case isOver && recovered.IsZero():
			recovered = c.at
		}
		if i > 0 && c.at.Before(outage.From) {
			interval = c.at.Sub(checks[i-1].at)
		}
	}
	if outage.From.IsZero() {
		return
	}
	// The interval grows by a quarter after a check without new items, and differs by the jitter.
	if limit := withTolerance(2 * interval * 3 / 2); noticed.IsZero() || noticed.Sub(outage.From) > limit {
		m.Errorf("the outage of %s at %s was noticed at %s, not within %s", address, outage.From, noticed, limit)
	}
	if recovered.Sub(outage.To) > withTolerance(2*monthMax) {
		m.Errorf("the recovery of %s at %s was noticed at %s", address, outage.To, recovered)
	}
}

// expectItems expects that each item that a feed contained in the first successful check, or
// published until the last one, is recorded once.
func (m *month) expectItems() {
	m.Helper()
	if n := value[int](m.harness, "SELECT count(*) - count(DISTINCT (endpoint_id, identity)) FROM items"); n != 0 {
		m.Errorf("%d items were recorded twice", n)
	}
	rows, err := m.db.Pool.Query(m.Context(), "SELECT e.url, count(i.*) FROM endpoints e LEFT JOIN items i ON "+
		"i.endpoint_id = e.id GROUP BY 1")
	if err != nil {
		m.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var address string
		var recorded int
		if err := rows.Scan(&address, &recorded); err != nil {
			m.Fatal(err)
		}
		u, _ := url.Parse(address)
		feed := m.feeds[u.Hostname()+u.Path]
		if published := published(feed, m.requests[u.Hostname()+u.Path]); recorded != published {
			m.Errorf("%s published %d items, of which %d were recorded", address, published, recorded)
		}
	}
}

// published returns the number of items in the responses to the successful requests.
func published(feed simulator.Feed, requests []time.Time) int {
	const itemsPerFeed = 20
	var numbers []int64
	for _, at := range requests {
		if len(feed.Outages) == 0 || at.Before(feed.Outages[0].From) || !at.Before(feed.Outages[0].To) {
			numbers = append(numbers, at.Add(-feed.Age).UTC().Truncate(feed.Interval).Unix()/int64(feed.Interval.Seconds()))
		}
	}
	if len(numbers) == 0 {
		return 0
	}
	return itemsPerFeed + int(slices.Max(numbers)-slices.Min(numbers))
}
