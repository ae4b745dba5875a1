package main

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/devstack/pgserver"
	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/testdb"
)

// maxRecovery is the longest time from the end of a fault to the next recorded check.
const maxRecovery = 10 * time.Second

// databaseServer is a PostgreSQL of one test, behind a proxy with a fixed address.
type databaseServer struct {
	*testing.T
	config         pgserver.Config
	server         *pgserver.Server
	proxy          *proxy
	direct, routed string
}

// startDatabase starts a server with a migrated database.
func startDatabase(t *testing.T) *databaseServer {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	must(t, err)
	programs, err := pgserver.Installed(root)
	must(t, err)
	dir, err := os.MkdirTemp("", "newssources-fault-")
	must(t, err)
	must(t, os.Chmod(dir, 0o755)) // the server may run as another user
	s := &databaseServer{T: t, config: pgserver.Config{
		Programs: programs, Dir: filepath.Join(dir, "postgres"), LogFile: filepath.Join(dir, "postgres.log"), Database: "newssources",
		Settings: map[string]string{"fsync": "off", "shared_buffers": "16MB"}, // the page cache of the machine survives the end of the server
		Progress: func(string, ...any) {},
	}}
	s.start()
	t.Cleanup(func() {
		s.server.Discard()
		_ = os.RemoveAll(dir)
	})
	_, err = postgres.MigrateUp(t.Context(), s.direct)
	must(t, err)
	s.proxy, s.routed = newProxy(t, s.direct)
	return s
}

func (s *databaseServer) start() {
	s.Helper()
	server, err := pgserver.Start(s.Context(), s.config)
	must(s.T, err)
	s.server, s.direct = server, server.URL
	if s.proxy != nil {
		u, err := url.Parse(s.direct)
		must(s.T, err)
		s.proxy.mu.Lock()
		s.proxy.target = u.Host
		s.proxy.mu.Unlock()
	}
}

// endLostLeases ends the leases of claims whose response was lost. Otherwise, they expire after 90 seconds.
func endLostLeases(t *testing.T, conn *pgx.Conn) {
	t.Helper()
	_, err := conn.Exec(t.Context(), "UPDATE check_hosts SET ready_at = now() WHERE lease IS NOT NULL AND free_at < now() + interval '80 seconds'")
	must(t, err)
}

// TestWorkerSurvivesKilledDatabase kills the server while checks run, and restarts it.
func TestWorkerSurvivesKilledDatabase(t *testing.T) {
	t.Parallel()
	const count = 20
	fixed := time.Now()
	sites := startSites(t, simulator.Options{Latency: 200 * time.Millisecond, Now: func() time.Time { return fixed }})
	s := startDatabase(t)
	addOrdinarySites(t, s.direct, sites, count)
	w := startWorker(t, s.routed, sites, map[string]string{"CHECK_CONCURRENCY": "4"})
	waitUntil(t, "no check is recorded", func() bool { return countRows(t, s.direct, "attempts") > 0 })
	recorded := countRows(t, s.direct, "attempts")
	s.server.StopWith(syscall.SIGKILL)
	w.waitForLog("the checker is waiting for the database")
	s.start()
	restarted := time.Now()
	if n := countRows(t, s.direct, "attempts"); n < recorded || n == count {
		t.Fatalf("%d of %d recorded checks after the restart, %d endpoints", n, recorded, count)
	} else {
		recorded = n
	}
	waitUntil(t, "no check is recorded after the restart", func() bool { return countRows(t, s.direct, "attempts") > recorded })
	if took := time.Since(restarted); took > maxRecovery {
		t.Errorf("the first check was recorded %s after the restart", took)
	}
	conn, err := pgx.Connect(t.Context(), s.direct)
	must(t, err)
	defer conn.Close(context.Background())
	waitUntil(t, "not all endpoints are checked after the restart", func() bool {
		endLostLeases(t, conn)
		return countRows(t, s.direct, "endpoint_states WHERE checks > 0") == count
	})
	expectEachItemOnce(t, s.direct, count)
}

// TestWorkerSurvivesReadOnlyDatabase makes the database read-only while checks run, as during a failover: the worker keeps the
// results and records them later.
func TestWorkerSurvivesReadOnlyDatabase(t *testing.T) {
	t.Parallel()
	const count = 20
	fixed := time.Now()
	sites := startSites(t, simulator.Options{Latency: 200 * time.Millisecond, Now: func() time.Time { return fixed }})
	database := testdb.URL(t)
	addOrdinarySites(t, database, sites, count)
	admin, err := pgx.Connect(t.Context(), database)
	must(t, err)
	defer admin.Close(context.Background())
	_, err = admin.Exec(t.Context(), "SET default_transaction_read_only = off")
	must(t, err)
	setReadOnly := func(isReadOnly string) {
		for _, statement := range []string{
			"DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = " + isReadOnly + "', current_database()); END $$",
			"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
		} {
			_, err := admin.Exec(t.Context(), statement)
			must(t, err)
		}
	}
	w := startWorker(t, database, sites, map[string]string{"CHECK_CONCURRENCY": "4"})
	waitUntil(t, "no check is recorded", func() bool { return countRows(t, database, "attempts") > 0 })
	setReadOnly("on")
	w.waitForLog("recording of checks is waiting for the database")
	w.waitForLog("the checker is waiting for the database")
	recorded := countRows(t, database, "attempts")
	if recorded == count {
		t.Fatal("all endpoints were checked before the database was read-only")
	}
	setReadOnly("off")
	writable := time.Now()
	waitUntil(t, "no check is recorded", func() bool { return countRows(t, database, "attempts") > recorded })
	if took := time.Since(writable); took > maxRecovery {
		t.Errorf("the first check was recorded %s after the database was writable", took)
	}
	waitUntil(t, "not all endpoints are checked", func() bool {
		endLostLeases(t, admin)
		return countRows(t, database, "endpoint_states WHERE checks > 0") == count
	})
	expectEachItemOnce(t, database, count)
}
