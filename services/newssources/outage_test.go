package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// maxOutageLatency is the longest response time during a database outage.
const maxOutageLatency = 2 * time.Second

func TestServiceDuringDatabaseOutage(t *testing.T) {
	t.Parallel()
	for name, mode := range map[string]outage{"refused": refused, "silent": silent, "reset": reset} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			network, database := newProxy(t, testdb.URL(t))
			s := startService(t, database, nil)
			s.signIn()
			path := s.createSource("daily")
			waitUntil(t, "not ready", func() bool { return s.probe("/readyz").status == http.StatusOK })

			network.setMode(mode)
			var wait sync.WaitGroup
			// Concurrently: some use pooled connections that have just broken.
			for _, change := range []bool{false, true, false, true} {
				wait.Go(func() {
					method, header := http.MethodGet, []string(nil)
					if change {
						method, header = http.MethodPatch, []string{"If-Match", `"1"`}
					}
					s.expectUnavailable(s.call(t.Context(), method, path, `{"notes":"x"}`, header...))
				})
			}
			wait.Wait()
			for range 3 {
				s.expectUnavailable(s.get("/newssources"))
			}
			if got := s.probe("/healthz"); got.status != http.StatusOK {
				t.Errorf("healthz: %d %s %v", got.status, got.body, got.err)
			}
			got := s.probe("/readyz")
			if got.status != http.StatusServiceUnavailable ||
				!strings.Contains(string(got.body), `"name":"database","status":"failed"`) || got.took > maxOutageLatency {
				t.Errorf("readyz: %d %s after %s", got.status, got.body, got.took)
			}
			if got := s.probe("/metrics"); got.status != http.StatusOK || !strings.Contains(string(got.body), `status="503"`) {
				t.Errorf("metrics: %d %v", got.status, got.err)
			}

			end := time.Now()
			network.setMode(healthy)
			waitForOldSessions(t, database, end)
			waitUntil(t, "no recovery after the outage", func() bool {
				return s.get(path).status == http.StatusOK && s.probe("/readyz").status == http.StatusOK
			})
			if got := s.call(t.Context(), "PATCH", path, `{"notes":"after"}`, "If-Match", `"1"`); got.status != http.StatusOK {
				t.Errorf("change after the outage: %d %s", got.status, got.body)
			}
			s.expectImportWorks()
		})
	}
}

func (s *service) expectUnavailable(got response) {
	s.t.Helper()
	if got.status != http.StatusServiceUnavailable || got.problem() != "database_unavailable" ||
		got.header.Get("Retry-After") == "" || got.took > maxOutageLatency {
		s.t.Errorf("got %d %s after %s %v", got.status, got.body, got.took, got.err)
	}
	if got.header.Get("Cache-Control") != "no-store" || strings.Contains(string(got.body), "127.0.0.1") {
		s.t.Errorf("got %v %s", got.header, got.body)
	}
}

// waitForOldSessions waits until the database sessions opened before a time have ended. Such a
// session may still claim a new job for a connection that no longer exists, and that job would be
// rescued later than the test ends.
func waitForOldSessions(t *testing.T, database string, before time.Time) {
	t.Helper()
	waitUntil(t, "old sessions are still open", func() bool {
		return countRows(t, database, "pg_stat_activity WHERE datname = current_database() AND application_name = "+
			"'newssources' AND backend_start < $1", before) == 0
	})
}

// expectImportWorks imports a list and waits until its job is done.
func (s *service) expectImportWorks() {
	s.t.Helper()
	list := `<opml version="2.0"><body><outline text="A" xmlUrl="https://a.example/rss"/></body></opml>`
	accepted := s.call(s.t.Context(), "POST", "/newssources/imports", list, "Content-Type", "application/octet-stream")
	if accepted.status != http.StatusAccepted {
		s.t.Fatalf("got %d %s %v", accepted.status, accepted.body, accepted.err)
	}
	waitUntil(s.t, "the import doesn't finish", func() bool {
		return strings.Contains(string(s.get(accepted.header.Get("Location")).body), `"state":"done"`)
	})
}

// TestServiceStartsBeforeDatabase covers a cluster in which the service starts before its database.
func TestServiceStartsBeforeDatabase(t *testing.T) {
	t.Parallel()
	network, database := newProxy(t, testdb.URL(t))
	network.setMode(refused)
	s := startService(t, database, nil)
	s.expectUnavailable(s.get("/newssources"))
	if got := s.probe("/readyz"); got.status != http.StatusServiceUnavailable {
		t.Errorf("readyz: %d %s", got.status, got.body)
	}
	network.setMode(healthy)
	waitUntil(t, "not ready", func() bool { return s.probe("/readyz").status == http.StatusOK })
	waitUntil(t, "no answer", func() bool { return s.get("/newssources").status == http.StatusOK })
	s.signIn()
	s.expectImportWorks()
}

// TestOutageDuringStartup checks that the job workers start in spite of a database outage at any
// point of their startup.
func TestOutageDuringStartup(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		outage   func(*proxy)
		messages []int // sent to the database before the outage; the startup takes about a dozen
	}{
		{"cut", (*proxy).cut, []int{0, 3, 6, 9}},
		{"lost", (*proxy).lose, []int{7}}, // slow: lasts until the query timeout
	} {
		for _, messages := range c.messages {
			t.Run(fmt.Sprint(c.name, " after ", messages), func(t *testing.T) {
				t.Parallel()
				network, database := newProxy(t, testdb.URL(t))
				var before time.Time
				happened := network.afterMessages(messages, func() { before = time.Now(); c.outage(network) })
				s := startService(t, database, nil)
				select {
				case <-happened:
				case <-time.After(waitTimeout):
					t.Fatal("too few messages were sent")
				}
				waitForOldSessions(t, database, before)
				waitUntil(t, "no answer", func() bool { return s.get("/newssources").status == http.StatusOK })
				s.signIn()
				s.expectImportWorks()
			})
		}
	}
}

func TestStopDuringOutageIsClean(t *testing.T) {
	t.Parallel()
	network, database := newProxy(t, testdb.URL(t))
	network.setMode(refused)
	s := startService(t, database, nil)
	s.waitForLog("job workers are waiting for the database")
	ctx, cancel := context.WithTimeout(t.Context(), waitTimeout)
	defer cancel()
	s.expectUnavailable(s.call(ctx, "GET", "/newssources", ""))
	s.signal(stopSignal)
	if code := s.exit(); code != 0 || s.err.String() != "" {
		t.Errorf("exit code %d: %s", code, s.err.String())
	}
}
