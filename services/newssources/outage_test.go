package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/testdb"
)

// answerWithin is what the product promises of a request while its database is gone.
const answerWithin = 2 * time.Second

func TestDatabaseDown(t *testing.T) {
	t.Parallel()
	for name, mode := range map[string]outage{"refused": refused, "silent": silent, "reset": reset} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			network, database := newProxy(t, testdb.URL(t))
			s := serveOn(t, database, nil)
			s.signIn()
			path := s.add("daily")
			until(t, "it isn't ready", func() bool { return s.probe("/readyz").status == http.StatusOK })

			network.set(mode)
			var wait sync.WaitGroup
			for _, change := range []bool{false, true, false, true} { // at once: some meet connections that were fine a moment ago
				wait.Go(func() {
					method, header := http.MethodGet, []string(nil)
					if change {
						method, header = http.MethodPatch, []string{"If-Match", `"1"`}
					}
					s.mustBeUnavailable(s.call(t.Context(), method, path, `{"notes":"x"}`, header...))
				})
			}
			wait.Wait()
			for range 3 {
				s.mustBeUnavailable(s.get("/newssources"))
			}
			if got := s.probe("/healthz"); got.status != http.StatusOK {
				t.Errorf("healthz: %d %s %v", got.status, got.body, got.err)
			}
			got := s.probe("/readyz")
			if got.status != http.StatusServiceUnavailable || !strings.Contains(string(got.body), `"name":"database","status":"failed"`) || got.took > answerWithin {
				t.Errorf("readyz: %d %s after %s", got.status, got.body, got.took)
			}
			if got := s.probe("/metrics"); got.status != http.StatusOK || !strings.Contains(string(got.body), `status="503"`) {
				t.Errorf("metrics: %d %v", got.status, got.err)
			}

			over := time.Now()
			network.set(healthy)
			settled(t, database, over)
			until(t, "it doesn't recover", func() bool {
				return s.get(path).status == http.StatusOK && s.probe("/readyz").status == http.StatusOK
			})
			if got := s.call(t.Context(), "PATCH", path, `{"notes":"after"}`, "If-Match", `"1"`); got.status != http.StatusOK {
				t.Errorf("a change after it: %d %s", got.status, got.body)
			}
			s.importsWork()
		})
	}
}

func (s *service) mustBeUnavailable(got reply) {
	s.t.Helper()
	if got.status != http.StatusServiceUnavailable || got.problem() != "database_unavailable" || got.header.Get("Retry-After") == "" || got.took > answerWithin {
		s.t.Errorf("got %d %s after %s %v", got.status, got.body, got.took, got.err)
	}
	if got.header.Get("Cache-Control") != "no-store" || strings.Contains(string(got.body), "127.0.0.1") {
		s.t.Errorf("got %v %s", got.header, got.body)
	}
}

// settled waits until the database is done with what it was asked before a moment. A slow one may still hand a new job
// out to a connection that has gone meanwhile, and that job then waits longer for its rescue than a test does.
func settled(t *testing.T, database string, before time.Time) {
	t.Helper()
	until(t, "the database is busy with what was before", func() bool {
		return count(t, database, "pg_stat_activity WHERE datname = current_database() AND application_name = 'newssources' AND backend_start < $1", before) == 0
	})
}

// importsWork makes sure that the background works: it brings in a list and follows it to its end.
func (s *service) importsWork() {
	s.t.Helper()
	list := `<opml version="2.0"><body><outline text="A" xmlUrl="https://a.example/rss"/></body></opml>`
	accepted := s.call(s.t.Context(), "POST", "/newssources/imports", list, "Content-Type", "application/octet-stream")
	if accepted.status != http.StatusAccepted {
		s.t.Fatalf("got %d %s %v", accepted.status, accepted.body, accepted.err)
	}
	until(s.t, "the import isn't done", func() bool {
		return strings.Contains(string(s.get(accepted.header.Get("Location")).body), `"state":"done"`)
	})
}

// TestDatabaseThatComesLate: in a cluster the service may well start before its database.
func TestDatabaseThatComesLate(t *testing.T) {
	t.Parallel()
	network, database := newProxy(t, testdb.URL(t))
	network.set(refused)
	s := serveOn(t, database, nil)
	s.mustBeUnavailable(s.get("/newssources"))
	if got := s.probe("/readyz"); got.status != http.StatusServiceUnavailable {
		t.Errorf("readyz: %d %s", got.status, got.body)
	}
	network.set(healthy)
	until(t, "it isn't ready", func() bool { return s.probe("/readyz").status == http.StatusOK })
	until(t, "it doesn't answer", func() bool { return s.get("/newssources").status == http.StatusOK })
	s.signIn()
	s.importsWork()
}

// TestOutageDuringTheStart: whatever the queue was just asking while it started, it works once the database is back.
func TestOutageDuringTheStart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		happens  func(*proxy)
		messages []int // that were sent before; it takes about a dozen
	}{
		{"cut", (*proxy).cut, []int{0, 3, 6, 9}},
		{"lost", (*proxy).lose, []int{7}}, // takes as long as a query is waited for
	} {
		for _, messages := range c.messages {
			t.Run(fmt.Sprint(c.name, " after ", messages), func(t *testing.T) {
				t.Parallel()
				network, database := newProxy(t, testdb.URL(t))
				var before time.Time
				happened := network.when(messages, func() { before = time.Now(); c.happens(network) })
				s := serveOn(t, database, nil)
				select {
				case <-happened:
				case <-time.After(patience):
					t.Fatal("it sends nothing more")
				}
				settled(t, database, before)
				until(t, "it doesn't answer", func() bool { return s.get("/newssources").status == http.StatusOK })
				s.signIn()
				s.importsWork()
			})
		}
	}
}

// TestStopWithoutDatabase: an outage is no reason to hang, or to end as if something had gone wrong.
func TestStopWithoutDatabase(t *testing.T) {
	t.Parallel()
	network, database := newProxy(t, testdb.URL(t))
	network.set(refused)
	s := serveOn(t, database, nil)
	s.logged("the job queue waits for the database")
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	s.mustBeUnavailable(s.call(ctx, "GET", "/newssources", ""))
	s.signal(stopSignal)
	if code := s.exit(); code != 0 || s.err.String() != "" {
		t.Errorf("exit code %d: %s", code, s.err.String())
	}
}
