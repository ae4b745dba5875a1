package main

import (
	"context"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/testdb"
)

// TestOrderlyStop goes through a release as Kubernetes makes one: requests come until readiness is off, what runs is
// ended, and nobody sees an error.
func TestOrderlyStop(t *testing.T) {
	t.Parallel()
	database := testdb.URL(t)
	s := serveOn(t, database, map[string]string{"SHUTDOWN_DELAY": "2s", "SHUTDOWN_TIMEOUT": "30s"})
	s.signIn()
	path := s.add("daily")
	until(t, "it isn't ready", func() bool { return s.probe("/readyz").status == http.StatusOK })

	release := hold(t, database, path)
	slow := make(chan reply, 1)
	go func() {
		slow <- s.call(context.WithoutCancel(t.Context()), "PATCH", path, `{"notes":"slow"}`, "If-Match", `"1"`)
	}()
	waits(t, database)

	var senders sync.WaitGroup
	var mu sync.Mutex
	unready, sent := make(chan struct{}), 0
	for range 4 {
		senders.Go(func() {
			for {
				select {
				case <-unready:
					return
				default:
				}
				if got := s.get("/newssources"); got.status != http.StatusOK {
					t.Errorf("a request was lost: %d %s %v", got.status, got.body, got.err)
					return
				}
				mu.Lock()
				sent++
				mu.Unlock()
			}
		})
	}
	s.signal(stopSignal)
	until(t, "readiness stays on", func() bool { return s.probe("/readyz").status == http.StatusServiceUnavailable })
	if got := s.get("/newssources"); got.status != http.StatusOK { // whoever hasn't heard of it yet is served
		t.Errorf("got %d %s %v", got.status, got.body, got.err)
	}
	if got := s.probe("/healthz"); got.status != http.StatusOK {
		t.Errorf("healthz: %d %s %v", got.status, got.body, got.err)
	}
	close(unready)
	senders.Wait()
	until(t, "it listens on", func() bool {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.api, "http://"))
		if err == nil {
			_ = conn.Close()
		}
		return err != nil
	})
	select {
	case got := <-slow:
		t.Fatalf("the slow request didn't wait: %+v", got)
	case <-s.ended:
		t.Fatal("it ended before the slow request")
	default:
	}
	release()
	if got := <-slow; got.status != http.StatusOK || !strings.Contains(string(got.body), `"notes":"slow"`) {
		t.Errorf("the slow request: %d %s %v", got.status, got.body, got.err)
	}
	if code := s.exit(); code != 0 || s.err.String() != "" {
		t.Errorf("exit code %d: %s", code, s.err.String())
	}
	if sent == 0 {
		t.Error("there was no traffic")
	}
}

// TestStopHasALimit: a request that never ends doesn't keep the process, and the exit code tells.
func TestStopHasALimit(t *testing.T) {
	t.Parallel()
	database := testdb.URL(t)
	s := serveOn(t, database, map[string]string{"SHUTDOWN_TIMEOUT": "1s"})
	s.signIn()
	path := s.add("daily")
	hold(t, database, path)
	slow := make(chan reply, 1)
	go func() {
		slow <- s.call(context.WithoutCancel(t.Context()), "PATCH", path, `{"notes":"slow"}`, "If-Match", `"1"`)
	}()
	waits(t, database)
	s.signal(stopSignal)
	if code := s.exit(); code != 1 || !strings.Contains(s.err.String(), "requests were cut off") {
		t.Errorf("exit code %d: %s", code, s.err.String())
	}
	if got := <-slow; got.err == nil && got.status < 500 {
		t.Errorf("the request that was cut off: %d %s", got.status, got.body)
	}
}

// TestSecondSignalEndsAtOnce: whoever presses Ctrl-C again doesn't want to wait.
func TestSecondSignalEndsAtOnce(t *testing.T) {
	t.Parallel()
	s := serveOn(t, testdb.URL(t), map[string]string{"SHUTDOWN_DELAY": "1h"})
	s.signal(syscall.SIGINT)
	s.logged("stopping")
	s.signal(syscall.SIGINT)
	if code := s.exit(); code != -1 {
		t.Errorf("exit code %d", code)
	}
}

// hold locks a source, as a change that takes long does, until release is called or the test ends.
func hold(t *testing.T, database, path string) (release func()) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	must(t, err)
	_, err = conn.Exec(t.Context(), "BEGIN")
	must(t, err)
	_, err = conn.Exec(t.Context(), "SELECT FROM sources WHERE id = $1 FOR UPDATE", strings.TrimPrefix(path, "/newssources/"))
	must(t, err)
	release = sync.OnceFunc(func() { _ = conn.Close(context.Background()) })
	t.Cleanup(release)
	return release
}

// waits until a session of the database waits for a lock.
func waits(t *testing.T, database string) {
	t.Helper()
	until(t, "nobody waits for a lock", func() bool {
		return count(t, database, "pg_stat_activity WHERE datname = current_database() AND wait_event_type IN ('Lock') AND application_name = 'newssources'") > 0
	})
}

// count counts rows; from is what follows FROM.
func count(t *testing.T, database, from string, args ...any) (n int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	must(t, err)
	defer conn.Close(context.Background())
	must(t, conn.QueryRow(t.Context(), "SELECT count(*) FROM "+from, args...).Scan(&n))
	return n
}
