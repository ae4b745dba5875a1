package check

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/checkreport"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/health"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/schedule"
	"github.com/newsources/newsources/services/newssources/internal/testdb"
)

const (
	monthEndpoints   = 21 // CHECK_MONTH_ENDPOINTS=10000 simulates more
	monthDays        = 30
	monthConcurrency = 50
	perDomain        = 3 // endpoints of one domain
	// monthStep is added when the simulated clock is advanced to the next check, so that the checks that are due within it are made together.
	monthStep = 30 * time.Minute
	// monthPause is the pause between requests to a domain. It is short because the client waits for it in real time.
	monthPause = 100 * time.Millisecond
	monthMax   = 24 * time.Hour // the longest interval, of endpoints that work and of those that fail
)

// month is the simulation of TestMonth.
type month struct {
	figures *checkreport.Reader
	*harness
	clock      *testdb.Clock
	start, end time.Time
	feeds      map[string]simulator.Feed // by host and path

	mu       sync.Mutex
	requests map[string][]time.Time // the log of the simulator, by host and path
}

// newMonth starts sites and a worker with the simulated clock.
func newMonth(t *testing.T, endpoints int) *month {
	t.Helper()
	m := &month{clock: &testdb.Clock{}, feeds: map[string]simulator.Feed{}, requests: map[string][]time.Time{}}
	m.start = m.clock.Now()
	m.end = m.start.AddDate(0, 0, monthDays)
	sites, err := simulator.Start(simulator.Options{Now: m.clock.Now, NoKeepAlive: true, Sites: m.sites(endpoints), Observe: func(r simulator.Request) {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.requests[r.Host+r.Path] = append(m.requests[r.Host+r.Path], r.At)
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { sites.Close() })
	address := testdb.URL(t)
	open := func() *pgxpool.Pool {
		pool, err := pgxpool.New(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(pool.Close)
		return pool
	}
	setup := open()
	if err := testdb.SimulateClock(t.Context(), setup); err != nil {
		t.Fatal(err)
	}
	client, err := fetch.New(fetch.Config{Lab: sites.DNS, HostInterval: monthPause, Database: open()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	config := Config{
		Concurrency: monthConcurrency, HostInterval: monthPause, Limits: schedule.Limits{Min: 6 * time.Hour, Max: monthMax},
		Canaries: []string{sites.URL("elejemplo.test", "/rss/portada.xml")}, Name: "month",
	}
	m.figures = checkreport.NewReader(postgres.FromPool(setup))
	m.harness = &harness{T: t, sites: sites, counts: &counts{outcomes: map[string]int{}}}
	m.Worker = NewWorker(postgres.FromPool(open()), client, config, m.counts, slog.New(slog.DiscardHandler))
	return m
}

// sites returns outlets with perDomain feeds each, which publish an item every 8 to 24 hours. A quarter of the feeds fail once, for two to
// four days.
func (m *month) sites(endpoints int) (list []simulator.Site) {
	for n := range endpoints {
		if n%perDomain == 0 {
			host := fmt.Sprintf("outlet-%d.test", n/perDomain)
			list = append(list, simulator.Site{Host: host, Name: host, Language: "en", Country: "GB", About: "an outlet of the simulated month"})
		}
		site := &list[len(list)-1]
		feed := simulator.Feed{
			Path: fmt.Sprintf("/feed/%d.xml", n%perDomain), Title: fmt.Sprintf("Section %d", n%perDomain), Kind: []string{"rss", "atom", "json_feed"}[n%3],
			Interval: time.Duration(8+n%17) * time.Hour, Age: time.Duration(n%480) * time.Minute,
		}
		if n%4 == 3 {
			from := m.start.Add(time.Duration(3*24+n*7%(20*24)) * time.Hour)
			feed.Outages = []simulator.Outage{{From: from, To: from.Add(time.Duration(48+n%49) * time.Hour), Failure: simulator.Failure(n / 4 % int(simulator.FailureCount))}}
		}
		site.Feeds = append(site.Feeds, feed)
		m.feeds[site.Host+feed.Path] = feed
	}
	return list
}

// TestMonth simulates 30 days of checks over HTTP, and compares the log of the sites with the database: no endpoint is left unchecked, no
// domain is requested within its pause, each outage and recovery is recorded within two intervals, each check and each published item is
// recorded once, and no incident is opened. With 10,000 endpoints, it takes 11 minutes on two cores:
//
//	CHECK_MONTH_ENDPOINTS=10000 .local/bin/devstack testdb -- go test -timeout 2h -run TestMonth -v ./services/newssources/internal/check/
func TestMonth(t *testing.T) {
	t.Parallel()
	endpoints := monthEndpoints
	if n, err := strconv.Atoi(os.Getenv("CHECK_MONTH_ENDPOINTS")); err == nil {
		endpoints = n
	}
	began := time.Now()
	m := newMonth(t, endpoints)
	m.addSources(endpoints)
	m.assignAll()
	if err := m.requestUntrustedCanaries(t.Context()); err != nil || len(m.canaries.list(true)) == 0 {
		t.Fatal("the canary does not answer", err)
	}
	nextLog, nextVacuum := m.start, m.start
	for m.clock.Now().Before(m.end) {
		if tasks := m.claimSome(maxClaim); len(tasks) > 0 {
			m.checkClaimed(tasks)
		} else {
			m.advanceToNext()
		}
		if err := m.heartbeat(t.Context()); err != nil {
			t.Fatal(err)
		}
		if now := m.clock.Now(); now.After(nextVacuum) { // autovacuum is off on test servers
			m.exec("VACUUM (ANALYZE) check_hosts, endpoint_states, source_health, endpoint_known_items, check_evidence, simulated.clock")
			nextVacuum = now.AddDate(0, 0, 1)
		}
		if now := m.clock.Now(); now.After(nextLog) {
			t.Logf("%s: day %.0f, %v", time.Since(began).Round(time.Second), now.Sub(m.start).Hours()/24, m.counts.outcomes)
			nextLog = now.AddDate(0, 0, 5)
		}
	}
	m.expectSpacing()
	m.expectChecks()
	m.expectItems()
	if n := value[int](m.harness, "SELECT count(*) FROM incidents"); n != 0 {
		t.Errorf("%d incidents were opened", n)
	}
	requests := 0
	for _, times := range m.requests {
		requests += len(times)
	}
	t.Logf("%d endpoints, %d requests, %d checks, %d items, %v, in %s", endpoints, requests, value[int](m.harness, "SELECT count(*) FROM attempts"),
		value[int](m.harness, "SELECT count(*) FROM items"), m.counts.outcomes, time.Since(began).Round(time.Second))
}

// addSources inserts a source for each domain with its endpoints.
func (m *month) addSources(endpoints int) {
	m.Helper()
	base := strings.TrimSuffix(m.harness.sites.URL("", ""), "/")
	_, port, _ := strings.Cut(strings.TrimPrefix(base, "http://"), ":")
	m.exec(`INSERT INTO sources (id, created_at, updated_at, version, name, name_key, search_text, homepage_url, canonical_domain, lifecycle, media_type, country, languages, endpoint_kinds, tier)
		SELECT gen_random_uuid(), now(), now(), 1, d, d, '', 'http://' || d || '/', d, 'active', 'online', '', '[]', '[]', 5
		FROM (SELECT 'outlet-' || n || '.test' AS d FROM generate_series(0, ($1 - 1) / $2) n) d`, endpoints, perDomain)
	m.exec(`INSERT INTO endpoints (id, created_at, updated_at, version, source_id, kind, url_entered, url, url_key)
		SELECT gen_random_uuid(), now(), now(), 1, s.id, (ARRAY['rss', 'atom', 'json_feed'])[1 + n % 3], '', u, u
		FROM generate_series(0, $1 - 1) n JOIN sources s ON s.canonical_domain = 'outlet-' || n / $2 || '.test',
			LATERAL (SELECT 'http://' || s.canonical_domain || ':' || $3::text || '/feed/' || n % $2 || '.xml' AS u) a`, endpoints, perDomain, port)
}

// checkClaimed performs and records claimed checks, as Run does.
func (m *month) checkClaimed(tasks []*task) {
	m.Helper()
	findings := make(chan *finding, len(tasks))
	r := &run{Worker: m.Worker, ctx: m.Context(), findings: findings}
	slots := make(chan struct{}, monthConcurrency)
	var checks sync.WaitGroup
	for _, t := range tasks {
		slots <- struct{}{}
		checks.Go(func() {
			defer func() { <-slots }()
			r.check(t)
		})
	}
	checks.Wait()
	close(findings)
	var all []*finding
	for f := range findings {
		all = append(all, f)
	}
	for batch := range slices.Chunk(all, recordBatch) {
		if err := m.record(m.Context(), batch); err != nil {
			m.Fatal(err)
		}
		for _, f := range batch {
			m.observed(f)
		}
	}
}

// advanceToNext advances the clock to the next check. All checks have been recorded, so no lease ends meanwhile.
func (m *month) advanceToNext() {
	m.Helper()
	m.expectFresh()
	now, next := m.clock.Now(), value[time.Time](m.harness, "SELECT min(ready_at) FROM check_hosts")
	switch wait := next.Sub(now); {
	case wait > monthPause:
		m.advance(m.clock, next.Add(monthStep))
	case wait > 0: // the pause of a domain with several endpoints that are due
		m.advance(m.clock, next)
	}
}

// expectFresh expects that no endpoint is behind its plan after all due checks were made, although some fail, have a window or a fixed schedule.
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
	rows, err := m.db.Pool.Query(context.Background(), "SELECT e.url, a.started_at, a.cause, a.health FROM attempts a JOIN endpoints e ON e.id = a.endpoint_id ORDER BY a.started_at")
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

// expectChecks compares the recorded checks with the requests in the log of the sites, and with the outages.
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

// expectStates expects that the health changes within two intervals after the start and the end of an outage, and never otherwise.
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

// expectItems expects that each item that a feed contained in the first successful check, or published until the last one, is recorded once.
func (m *month) expectItems() {
	m.Helper()
	if n := value[int](m.harness, "SELECT count(*) - count(DISTINCT (endpoint_id, identity)) FROM items"); n != 0 {
		m.Errorf("%d items were recorded twice", n)
	}
	rows, err := m.db.Pool.Query(m.Context(), "SELECT e.url, count(i.*) FROM endpoints e LEFT JOIN items i ON i.endpoint_id = e.id GROUP BY 1")
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
