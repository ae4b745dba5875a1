package check

import (
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/checking/checkreport"
	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

const (
	monthEndpoints   = 21 // CHECK_MONTH_ENDPOINTS=10000 simulates more
	monthDays        = 30
	monthConcurrency = 50
	perDomain        = 3 // endpoints of one domain
	// monthStep is added when the simulated clock is advanced to the next check, so that the checks
	// that are due within it are made together.
	monthStep = 30 * time.Minute
	// monthPause is the pause between requests to a domain. It is short because the client waits for
	// it in real time.
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
	sites, err := simulator.Start(simulator.Options{Now: m.clock.Now, NoKeepAlive: true, Sites: m.sites(endpoints),
		Observe: func(r simulator.Request) {
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

// sites returns outlets with perDomain feeds each, which publish an item every 8 to 24 hours. A
// quarter of the feeds fail once, for two to four days.
func (m *month) sites(endpoints int) (list []simulator.Site) {
	for n := range endpoints {
		if n%perDomain == 0 {
			host := fmt.Sprintf("outlet-%d.test", n/perDomain)
			list = append(list, simulator.Site{Host: host, Name: host, Language: "en", Country: "GB",
				About: "an outlet of the simulated month"})
		}
		site := &list[len(list)-1]
		feed := simulator.Feed{
			Path: fmt.Sprintf("/feed/%d.xml", n%perDomain), Title: fmt.Sprintf("Section %d", n%perDomain),
			Kind:     []string{"rss", "atom", "json_feed"}[n%3],
			Interval: time.Duration(8+n%17) * time.Hour, Age: time.Duration(n%480) * time.Minute,
		}
		if n%4 == 3 {
			from := m.start.Add(time.Duration(3*24+n*7%(20*24)) * time.Hour)
			feed.Outages = []simulator.Outage{{From: from, To: from.Add(time.Duration(48+n%49) * time.Hour),
				Failure: simulator.Failure(n / 4 % int(simulator.FailureCount))}}
		}
		site.Feeds = append(site.Feeds, feed)
		m.feeds[site.Host+feed.Path] = feed
	}
	return list
}

// TestMonth simulates 30 days of checks over HTTP, and compares the log of the sites with the
// database: no endpoint is left unchecked, no domain is requested within its pause, each outage and
// recovery is recorded within two intervals, each check and each published item is recorded once,
// and no incident is opened. With 10,000 endpoints, it takes 11 minutes on two cores:
//
//	CHECK_MONTH_ENDPOINTS=10000 .local/bin/devstack testdb -- go test -timeout 2h -run TestMonth -v ./services/newssources/internal/checking/check/
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
	if err := m.canaries.RequestUntrusted(t.Context()); err != nil || !m.canaries.AreTrusted() {
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
			m.exec("VACUUM (ANALYZE) check_hosts, endpoint_states, source_health, endpoint_known_items, check_evidence, " +
				"simulated.clock")
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
	t.Logf("%d endpoints, %d requests, %d checks, %d items, %v, in %s", endpoints, requests,
		value[int](m.harness, "SELECT count(*) FROM attempts"),
		value[int](m.harness, "SELECT count(*) FROM items"), m.counts.outcomes, time.Since(began).Round(time.Second))
}

// addSources inserts a source for each domain with its endpoints.
func (m *month) addSources(endpoints int) {
	m.Helper()
	base := strings.TrimSuffix(m.harness.sites.URL("", ""), "/")
	_, port, _ := strings.Cut(strings.TrimPrefix(base, "http://"), ":")
	m.exec(`INSERT INTO sources (id, created_at, updated_at, version, name, name_key, search_text, homepage_url,
		canonical_domain, lifecycle, media_type, country, languages, endpoint_kinds, tier)
		SELECT gen_random_uuid(), now(), now(), 1, d, d, '', 'http://' || d || '/', d, 'active', 'online', '', '[]', '[]', 5
		FROM (SELECT 'outlet-' || n || '.test' AS d FROM generate_series(0, ($1 - 1) / $2) n) d`, endpoints, perDomain)
	m.exec(`INSERT INTO endpoints (id, created_at, updated_at, version, source_id, kind, url_entered, url, url_key)
		SELECT gen_random_uuid(), now(), now(), 1, s.id, (ARRAY['rss', 'atom', 'json_feed'])[1 + n % 3], '', u, u
		FROM generate_series(0, $1 - 1) n JOIN sources s ON s.canonical_domain = 'outlet-' || n / $2 || '.test',
			LATERAL (SELECT 'http://' || s.canonical_domain || ':' || $3::text || '/feed/' || n % $2 || '.xml' AS u) a`,
		endpoints, perDomain, port)
}

// checkClaimed performs and records claimed checks, as Run does.
func (m *month) checkClaimed(tasks []*queue.Task) {
	m.Helper()
	findings := make(chan *record.Finding, len(tasks))
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
	var all []*record.Finding
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

// advanceToNext advances the clock to the next check. All checks have been recorded, so no lease
// ends meanwhile.
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
