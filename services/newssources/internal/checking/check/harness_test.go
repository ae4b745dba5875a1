package check

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// harness has a worker with its own database and simulated sites.
type harness struct {
	*testing.T
	*Worker
	sites    *simulator.Simulator
	register *source.Register
	counts   *counts
}

// newHarness returns a harness on a new database. The sites are added to those of the simulator.
func newHarness(t *testing.T, added ...simulator.Site) *harness {
	t.Helper()
	return newHarnessOn(t, testdb.URL(t), added...)
}

// newHarnessOn returns a harness on a migrated database.
func newHarnessOn(t *testing.T, address string, added ...simulator.Site) *harness {
	t.Helper()
	sites, err := simulator.Start(simulator.Options{Sites: added})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { sites.Close() })
	pool, err := pgxpool.New(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	db := postgres.FromPool(pool)
	h := &harness{T: t, sites: sites, register: source.NewRegister(db, nil), counts: &counts{outcomes: map[string]int{}}}
	h.Worker = h.newWorker(db)
	return h
}

// newWorker returns a worker of another process on the same database.
func (h *harness) newWorker(db *postgres.DB) *Worker {
	h.Helper()
	client, err := fetch.New(fetch.Config{Lab: h.sites.DNS, HostInterval: -1, Timeout: 5 * time.Second,
		Refuse: func(ctx context.Context, address weburl.URL) (string, error) {
			return sourcerights.Prohibition(ctx, db.Pool, address)
		}})
	if err != nil {
		h.Fatal(err)
	}
	h.Cleanup(client.Close)
	config := Config{Concurrency: 8, Limits: schedule.Limits{Min: time.Minute, Max: time.Hour}, DrainTime: 5 * time.Second}
	return NewWorker(db, client, config, h.counts, slog.New(slog.DiscardHandler))
}

// counts is the observer.
type counts struct {
	mu       sync.Mutex
	outcomes map[string]int
	newItems int
	lost     int

	failedUpkeeps int
}

func (c *counts) Checked(_, outcome string, _ int, _ time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.outcomes[outcome]++
}
func (c *counts) Claimed(int)           {}
func (c *counts) WorkerNetworkFailure() {}
func (c *counts) Offline(bool)          {}
func (c *counts) UpkeepFailed() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failedUpkeeps++
}
func (c *counts) Recorded(_, newItems, _ int, _ time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.newItems += newItems
}
func (c *counts) Lost(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lost += n
}

// failed returns the number of failed upkeeps.
func (c *counts) failed() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failedUpkeeps
}

// addEndpoint creates a source with one endpoint.
func (h *harness) addEndpoint(host, path string) *source.Source {
	h.Helper()
	s, err := h.register.Create(h.Context(), audit.Actor{}, source.CreateInput{
		Details:   source.Details{Name: host, HomepageURL: "https://" + host + "/"},
		Endpoints: []source.EndpointDetails{{Kind: feed.RSS, URL: h.sites.URL(host, path), Intent: source.EndpointActive}},
	})
	if err != nil {
		h.Fatal(err)
	}
	return s
}

// addMany inserts endpoints of one source, whose hosts are made by the format of a number.
func (h *harness) addMany(count int, address string) {
	h.Helper()
	s := h.addEndpoint(fmt.Sprintf("source-of-%d.test", count), "/feed")
	h.exec(`INSERT INTO endpoints (id, created_at, updated_at, version, source_id, kind, url_entered, url, url_key)
		SELECT gen_random_uuid(), now(), now(), 1, $1, 'rss', '', replace($2, '#', n::text), replace($2, '#', n::text)
		FROM generate_series(1, $3) n`, s.ID, address, count)
	h.exec("DELETE FROM endpoints WHERE id = $1", s.Endpoints[0].ID)
}

// checkAll checks every endpoint once, also those that are not due.
func (h *harness) checkAll() {
	h.Helper()
	h.exec("UPDATE endpoint_states SET next_check_at = now() - interval '1 second'")
	h.exec("UPDATE check_hosts SET free_at = '-infinity', ready_at = now() - interval '1 second' WHERE lease IS NULL")
	h.assignAll()
	for {
		// After a check, a site is free again when the latency of the claim has passed once more.
		h.exec(`
			UPDATE check_hosts h SET free_at = now(), ready_at = now()
			WHERE lease IS NULL AND free_at > now() AND free_at < now() + interval '1 second' AND EXISTS (
				SELECT FROM endpoint_states s WHERE s.domain = h.domain AND s.enabled AND s.next_check_at <= now())`)
		tasks := h.claimSome(100)
		if len(tasks) == 0 {
			return
		}
		var checks sync.WaitGroup
		findings := make([]*record.Finding, len(tasks))
		for i, t := range tasks {
			checks.Go(func() { findings[i] = h.perform(h.Context(), t) })
		}
		checks.Wait()
		if err := h.record(h.Context(), findings); err != nil {
			h.Fatal(err)
		}
	}
}

func (h *harness) assignAll() {
	h.Helper()
	for {
		n, err := h.assignDomains(h.Context())
		if err != nil {
			h.Fatal(err)
		}
		if n == 0 {
			return
		}
	}
}

func (h *harness) claimSome(limit int) []*queue.Task {
	h.Helper()
	tasks, err := h.claim(h.Context(), limit)
	if err != nil {
		h.Fatal(err)
	}
	return tasks
}

func (h *harness) exec(statement string, args ...any) {
	h.Helper()
	if _, err := h.db.Pool.Exec(h.Context(), statement, args...); err != nil {
		h.Fatalf("%s: %v", statement, err)
	}
}

// advance advances a simulated clock to a later time.
func (h *harness) advance(clock *testdb.Clock, to time.Time) {
	h.Helper()
	if err := clock.Advance(h.Context(), h.db.Pool, clock.AheadAt(to)); err != nil {
		h.Fatal(err)
	}
}

// waitUntil polls a condition until it holds.
func (h *harness) waitUntil(description string, condition func() bool) {
	h.Helper()
	ctx, cancel := context.WithTimeout(h.Context(), 30*time.Second)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !condition() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			h.Fatalf("timeout: %s", description)
		}
	}
}

// value returns the single value of a query.
func value[T any](h *harness, query string, args ...any) (v T) {
	h.Helper()
	if err := h.db.Pool.QueryRow(h.Context(), query, args...).Scan(&v); err != nil {
		h.Fatalf("%s: %v", query, err)
	}
	return v
}

func endpointID(s *source.Source) uuid.UUID { return s.Endpoints[0].ID }
