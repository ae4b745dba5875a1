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

	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// TestGracefulStopLosesNoRequest checks that the service accepts requests until the readiness probe
// fails, and that it finishes running requests.
func TestGracefulStopLosesNoRequest(t *testing.T) {
	t.Parallel()
	database := testdb.URL(t)
	s := startService(t, database, map[string]string{"SHUTDOWN_DELAY": "2s", "SHUTDOWN_TIMEOUT": "30s"})
	s.signIn()
	path := s.createSource("daily")
	waitUntil(t, "not ready", func() bool { return s.probe("/readyz").status == http.StatusOK })

	release := lockSource(t, database, path)
	slow := make(chan response, 1)
	go func() {
		slow <- s.call(context.WithoutCancel(t.Context()), "PATCH", path, `{"notes":"slow"}`, "If-Match", `"1"`)
	}()
	waitForLock(t, database)

	var clients sync.WaitGroup
	var mu sync.Mutex
	unready, sent := make(chan struct{}), 0
	for range 4 {
		clients.Go(func() {
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
	waitUntil(t, "the readiness probe doesn't fail",
		func() bool { return s.probe("/readyz").status == http.StatusServiceUnavailable })
	if got := s.get("/newssources"); got.status != http.StatusOK { // requests are served until the delay is over
		t.Errorf("got %d %s %v", got.status, got.body, got.err)
	}
	if got := s.probe("/healthz"); got.status != http.StatusOK {
		t.Errorf("healthz: %d %s %v", got.status, got.body, got.err)
	}
	close(unready)
	clients.Wait()
	waitUntil(t, "still listening", func() bool {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.api, "http://"))
		if err == nil {
			_ = conn.Close()
		}
		return err != nil
	})
	select {
	case got := <-slow:
		t.Fatalf("the slow request ended before the lock was released: %+v", got)
	case <-s.ended:
		t.Fatal("the process exited before the slow request ended")
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
		t.Error("no request was sent")
	}
}

// TestShutdownTimeoutCancelsRequests checks that a request that never ends is cancelled, and that
// the exit code is 1.
func TestShutdownTimeoutCancelsRequests(t *testing.T) {
	t.Parallel()
	database := testdb.URL(t)
	s := startService(t, database, map[string]string{"SHUTDOWN_TIMEOUT": "1s"})
	s.signIn()
	path := s.createSource("daily")
	lockSource(t, database, path)
	slow := make(chan response, 1)
	go func() {
		slow <- s.call(context.WithoutCancel(t.Context()), "PATCH", path, `{"notes":"slow"}`, "If-Match", `"1"`)
	}()
	waitForLock(t, database)
	s.signal(stopSignal)
	if code := s.exit(); code != 1 || !strings.Contains(s.err.String(), "after the stop signal were cancelled") {
		t.Errorf("exit code %d: %s", code, s.err.String())
	}
	if got := <-slow; got.err == nil && got.status < 500 {
		t.Errorf("the cancelled request: %d %s", got.status, got.body)
	}
}

func TestSecondSignalExitsAtOnce(t *testing.T) {
	t.Parallel()
	s := startService(t, testdb.URL(t), map[string]string{"SHUTDOWN_DELAY": "1h"})
	s.signal(syscall.SIGINT)
	s.waitForLog("stopping")
	s.signal(syscall.SIGINT)
	if code := s.exit(); code != -1 {
		t.Errorf("exit code %d", code)
	}
}

// lockSource locks a source, as a change that takes long does, until release is called or the test
// ends.
func lockSource(t *testing.T, database, path string) (release func()) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	must(t, err)
	_, err = conn.Exec(t.Context(), "BEGIN")
	must(t, err)
	_, err = conn.Exec(t.Context(), "SELECT FROM sources WHERE id = $1 FOR UPDATE",
		strings.TrimPrefix(path, "/newssources/"))
	must(t, err)
	release = sync.OnceFunc(func() { _ = conn.Close(context.Background()) })
	t.Cleanup(release)
	return release
}

// waitForLock waits until a database session is waiting for a lock.
func waitForLock(t *testing.T, database string) {
	t.Helper()
	waitUntil(t, "no session is waiting for a lock", func() bool {
		return countRows(t, database, "pg_stat_activity WHERE datname = current_database() AND wait_event_type IN ('Lock') "+
			"AND application_name = 'newssources'") > 0
	})
}

// countRows returns SELECT count(*) FROM from.
func countRows(t *testing.T, database, from string, args ...any) (n int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	must(t, err)
	defer conn.Close(context.Background())
	must(t, conn.QueryRow(t.Context(), "SELECT count(*) FROM "+from, args...).Scan(&n))
	return n
}
