package check

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// spacedWorker returns a worker of another process whose requests are spaced.
func (h *harness) spacedWorker(interval time.Duration) (*Worker, *fetch.Client) {
	h.Helper()
	client, err := fetch.New(fetch.Config{Lab: h.sites.DNS, HostInterval: interval, Database: h.db.Pool,
		Timeout: 5 * time.Second})
	if err != nil {
		h.Fatal(err)
	}
	h.Cleanup(client.Close)
	config := Config{Concurrency: 8, HostInterval: interval, Limits: schedule.Limits{Min: time.Second, Max: time.Second},
		DrainTime: 5 * time.Second}
	return NewWorker(h.db, client, config, h.counts, slog.New(slog.DiscardHandler)), client
}

// TestChecksAndPreviewsShareThePauses runs two workers and two clients of people on one site, and
// measures the gaps at the site.
func TestChecksAndPreviewsShareThePauses(t *testing.T) {
	t.Parallel()
	const interval = 150 * time.Millisecond
	h := newHarness(t, simulator.Site{Host: "busy.test",
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Write([]byte(`<rss version="2.0"><channel><title>Busy</title><item><title>News</title><guid>1</guid></item></channel></rss>`))
		})})
	h.addMany(3, h.sites.URL("busy.test", "/feed/#"))
	h.assignAll()
	first, people := h.spacedWorker(interval)
	second, others := h.spacedWorker(interval)
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	for _, w := range []*Worker{first, second} {
		running.Go(func() { w.Run(ctx) })
	}
	var previews sync.WaitGroup
	for i := range 8 {
		client := []*fetch.Client{people, others}[i%2]
		previews.Go(func() {
			client.Get(t.Context(), fetch.Request{URL: h.sites.URL("busy.test", "/"), Caller: uuid.New()})
		})
	}
	previews.Wait()
	h.waitUntil("the endpoints are not checked while people request the site", func() bool {
		return value[int](h, "SELECT count(*) FROM endpoint_states WHERE checks > 0") == 3
	})
	stop()
	running.Wait()
	h.expectGaps("busy.test", 8+3, interval)
}

// expectGaps checks the number of requests to a site, at least, and the time between any two.
func (h *harness) expectGaps(host string, atLeast int, interval time.Duration) {
	h.Helper()
	requests := h.sites.Requests(host)
	slices.SortFunc(requests, func(a, b simulator.Request) int { return a.At.Compare(b.At) })
	if len(requests) < atLeast {
		h.Errorf("%d requests to %s", len(requests), host)
	}
	for i := 1; i < len(requests); i++ {
		if gap := requests[i].At.Sub(requests[i-1].At); gap < interval {
			h.Errorf("%s%s arrived %s after %s", host, requests[i].Path, gap, requests[i-1].Path)
		}
	}
}

// TestHoldAppliesToTheSiteThatAsked verifies a redirect to a site that limits requests: its domain
// is held, not the one that redirects, and checks that reach it meanwhile do not change the health
// of their endpoints.
func TestHoldAppliesToTheSiteThatAsked(t *testing.T) {
	t.Parallel()
	target := ""
	redirect := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		http.Redirect(w, r, target, http.StatusFound)
	})
	h := newHarness(t, simulator.Site{Host: "one.test", Handler: redirect},
		simulator.Site{Host: "two.test", Handler: redirect})
	target = h.sites.URL("status-429.test", "/feed")
	w, _ := h.spacedWorker(time.Millisecond)
	h.addEndpoint("one.test", "/feed")
	h.addEndpoint("two.test", "/feed")
	h.assignAll()
	check := func() *record.Finding {
		t.Helper()
		tasks, err := w.claim(t.Context(), 1)
		if err != nil || len(tasks) != 1 {
			t.Fatalf("%d claimed, %v", len(tasks), err)
		}
		f := w.perform(t.Context(), tasks[0])
		if err := w.record(t.Context(), []*record.Finding{f}); err != nil {
			t.Fatal(err)
		}
		return f
	}
	limited := check()
	limitedAt := time.Now()
	if limited.Cause != health.RateLimited || limited.Result.Status != http.StatusTooManyRequests {
		t.Fatalf("%+v", limited.Result)
	}
	if held := value[string](h,
		"SELECT string_agg(domain, ',') FROM check_hosts WHERE held_until > now()"); held != "status-429.test" {
		t.Errorf("held: %s", held)
	}
	if wait := value[time.Duration](h, "SELECT free_at - now() FROM check_hosts WHERE domain = $1",
		limited.Domain); wait > time.Minute {
		t.Errorf("%s is free in %s", limited.Domain, wait)
	}
	notSent := check()
	if !notSent.Result.NotSent || !notSent.IsOwnFault {
		t.Errorf("%+v", notSent.Result)
	}
	for _, request := range h.sites.Requests("status-429.test") {
		if request.Path != "/robots.txt" && request.At.After(limitedAt) {
			t.Errorf("%s of the site that asked to wait was requested", request.Path)
		}
	}
	if state := value[string](h, "SELECT health FROM endpoint_states WHERE endpoint_id = $1 AND next_check_at > now() + "+
		"interval '100 seconds'", notSent.EndpointID); state != "new" {
		t.Errorf("state %s", state)
	}
}

// TestUnspacedChecksHaveReservations checks that the requests of a claimed check need no further query: without a
// reservation, each request asks the database whether the site has asked to wait.
func TestUnspacedChecksHaveReservations(t *testing.T) {
	t.Parallel()
	for _, interval := range []time.Duration{0, time.Second} {
		now := time.Now()
		task := &queue.Task{Domain: "site.test", ClaimedAt: now, Began: now,
			NextRequestAt: now.Add(claimIntervals * interval)}
		if (Config{HostInterval: interval}).reservation(task) == nil {
			t.Errorf("with an interval of %s, a check has no reservation", interval)
		}
	}
}
