package main

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/devstack/pgserver"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

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
		Programs: programs, Dir: filepath.Join(dir, "postgres"), LogFile: filepath.Join(dir, "postgres.log"),
		Database: "newssources",
		// The page cache of the machine survives the end of the server.
		Settings: map[string]string{"fsync": "off", "shared_buffers": "16MB"},
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
		s.route(s.direct)
	}
}

// route makes the proxy connect new connections to another server.
func (s *databaseServer) route(database string) {
	s.Helper()
	u, err := url.Parse(database)
	must(s.T, err)
	s.proxy.mu.Lock()
	s.proxy.target = u.Host
	s.proxy.mu.Unlock()
}

// startStandby starts a standby (streaming replication) from a copy of the server's files, and
// returns its address.
func (s *databaseServer) startStandby() string {
	s.Helper()
	config := s.config
	config.Dir, config.LogFile = s.config.Dir+"-standby", s.config.LogFile+"-standby"
	s.server.StopWith(syscall.SIGINT)
	if out, err := exec.Command("cp", "-a", s.config.Dir, config.Dir).CombinedOutput(); err != nil {
		s.Fatalf("copy the database: %v: %s", err, out)
	}
	must(s.T, os.WriteFile(filepath.Join(config.Dir, "data", "standby.signal"), nil, 0o644))
	s.start()
	config.Settings = maps.Clone(config.Settings)
	config.Settings["primary_conninfo"] = s.direct
	server, err := pgserver.Start(s.Context(), config)
	must(s.T, err)
	s.Cleanup(server.Discard)
	return server.URL
}

// TestWorkerSurvivesKilledDatabase kills the server while checks run, and restarts it.
func TestWorkerSurvivesKilledDatabase(t *testing.T) {
	t.Parallel()
	s := startDatabase(t)
	r := startFaultRun(t, s.direct, s.routed, 20)
	recorded := r.recorded()
	s.server.StopWith(syscall.SIGKILL)
	r.worker.waitForLog("the checker is waiting for the database")
	s.start()
	r.database = s.direct
	restarted := time.Now()
	if n := r.unfinished(); n < recorded {
		t.Fatalf("%d of %d recorded checks after the restart", n, recorded)
	} else {
		recorded = n
	}
	r.expectRecovery(restarted, recorded)
	r.expectComplete()
}

// TestWorkerSurvivesReadOnlyDatabase makes the database read-only while checks run, as during a
// failover: the worker keeps the results and records them later.
func TestWorkerSurvivesReadOnlyDatabase(t *testing.T) {
	t.Parallel()
	database := testdb.URL(t)
	admin, err := pgx.Connect(t.Context(), database)
	must(t, err)
	defer admin.Close(context.Background())
	_, err = admin.Exec(t.Context(), "SET default_transaction_read_only = off")
	must(t, err)
	setReadOnly := func(isReadOnly string) {
		for _, statement := range []string{
			"DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = " + isReadOnly +
				"', current_database()); END $$",
			"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> " +
				"pg_backend_pid()",
		} {
			_, err := admin.Exec(t.Context(), statement)
			must(t, err)
		}
	}
	r := startFaultRun(t, database, database, 20)
	setReadOnly("on")
	r.worker.waitForLog("recording of checks is waiting for the database")
	r.worker.waitForLog("the checker is waiting for the database")
	recorded := r.unfinished()
	setReadOnly("off")
	r.expectRecovery(time.Now(), recorded)
	r.expectComplete()
}

// TestWorkerSurvivesFailover switches from the primary to a standby, which has all transactions:
// first, the address of the database leads to the standby, which is read-only; then the standby is
// promoted.
func TestWorkerSurvivesFailover(t *testing.T) {
	t.Parallel()
	s := startDatabase(t)
	standby := s.startStandby()
	r := startFaultRun(t, s.direct, s.routed, 20)
	waitUntil(t, "the standby does not follow", func() bool {
		return countRows(t, s.direct, "pg_stat_replication WHERE "+
			"state = 'streaming'") == 1
	})
	s.server.StopWith(syscall.SIGINT)
	s.route(standby)
	s.proxy.cut()
	r.database = standby
	r.worker.waitForLog("recording of checks is waiting for the database")
	r.worker.waitForLog("the checker is waiting for the database")
	recorded := r.unfinished()
	conn, err := pgx.Connect(t.Context(), standby)
	must(t, err)
	defer conn.Close(context.Background())
	_, err = conn.Exec(t.Context(), "SELECT pg_promote()")
	must(t, err)
	r.expectRecovery(time.Now(), recorded)
	r.expectComplete()
}

// TestWorkerSurvivesFullDisk moves attempts and items to a small file system and fills it while
// checks run.
func TestWorkerSurvivesFullDisk(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can mount a small file system")
	}
	s := startDatabase(t)
	dir := filepath.Join(filepath.Dir(s.config.Dir), "small")
	must(t, os.Mkdir(dir, 0o755))
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=4m"); err != nil {
		t.Skipf("a small file system cannot be mounted: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	server, err := os.Stat(filepath.Join(s.config.Dir, "data"))
	must(t, err)
	owner := server.Sys().(*syscall.Stat_t)
	must(t, os.Chown(dir, int(owner.Uid), int(owner.Gid)))
	conn, err := pgx.Connect(t.Context(), s.direct)
	must(t, err)
	defer conn.Close(context.Background())
	_, err = conn.Exec(t.Context(), "CREATE TABLESPACE small LOCATION '"+dir+"'")
	must(t, err)
	_, err = conn.Exec(t.Context(), `DO $$ DECLARE name regclass; BEGIN
		FOR name IN SELECT inhrelid FROM pg_inherits
		WHERE inhparent IN ('attempts'::regclass,
			'items'::regclass) LOOP EXECUTE format('ALTER TABLE %s SET TABLESPACE small', name); END LOOP;
	END $$`)
	must(t, err)
	r := startFaultRun(t, s.direct, s.routed, 30)
	ballast := filepath.Join(dir, "ballast")
	must(t, os.WriteFile(ballast, nil, 0o600))
	if err := os.WriteFile(ballast, make([]byte, 8<<20), 0o600); err == nil {
		t.Fatal("the file system is not small")
	}
	line := r.worker.waitForLog("recording of checks is waiting for the database")
	if text := fmt.Sprint(line["error"]); !strings.Contains(text, "No space left on device") {
		t.Errorf("the recorder is waiting because of %s", text)
	}
	recorded := r.unfinished()
	must(t, os.Remove(ballast))
	r.expectRecovery(time.Now(), recorded)
	r.expectComplete()
}

// adjustableClock replaces now() of a database, and returns a function that sets the difference
// between now() and the clock of this machine.
func adjustableClock(t *testing.T, database string) (set func(difference string)) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	must(t, err)
	t.Cleanup(func() { conn.Close(context.Background()) })
	for _, statement := range []string{
		"CREATE SCHEMA clock",
		"CREATE TABLE clock.jump (by interval NOT NULL)",
		"INSERT INTO clock.jump VALUES ('0')",
		"CREATE FUNCTION clock.now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT pg_catalog.now() + by FROM " +
			"clock.jump'",
		"ALTER TABLE endpoint_states ALTER next_check_at SET DEFAULT clock.now()", // an existing default keeps its function
		"DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = clock, pg_catalog, public', current_database()); END $$",
	} {
		_, err := conn.Exec(t.Context(), statement)
		must(t, err)
	}
	return func(difference string) {
		_, err := conn.Exec(t.Context(), "UPDATE clock.jump SET by = $1::text::interval", difference)
		must(t, err)
	}
}

// TestWorkerSurvivesClockJump moves the clock of the database by an hour while checks run. The
// clock of the worker does not matter, because the worker adds monotonic time to the time of the
// database (ADR 17).
func TestWorkerSurvivesClockJump(t *testing.T) {
	t.Parallel()
	for name, jump := range map[string]string{"forward": "1 hour", "back": "-1 hour"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			database := testdb.URL(t)
			setClock := adjustableClock(t, database)
			r := startFaultRun(t, database, database, 20)
			recorded := r.unfinished()
			jumped := time.Now()
			setClock(jump)
			if jump[0] == '-' { // endpoints that are not claimed yet become due only when the clock is correct again
				waitUntil(t, "the running checks are not recorded",
					func() bool { return countRows(t, database, "check_hosts WHERE lease IS NOT NULL") == 0 })
				recorded, jumped = r.recorded(), time.Now()
				setClock("0")
			}
			if recorded < r.count {
				r.expectRecovery(jumped, recorded)
			}
			r.expectComplete()
		})
	}
}

// TestWorkerWithWrongClock runs a worker whose clock is an hour ahead of that of the database, or
// behind it. The leases and the stored times are those of the database: each endpoint is checked
// once and has its next check at the right time, and a second worker claims nothing that the first
// one has claimed.
func TestWorkerWithWrongClock(t *testing.T) {
	t.Parallel()
	for name, difference := range map[string]string{"ahead": "-1 hour", "behind": "1 hour"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			database := testdb.URL(t)
			adjustableClock(t, database)(difference)
			r := startFaultRun(t, database, database, 20)
			startWorker(t, database, r.sites, map[string]string{"CHECK_CONCURRENCY": "4", "CHECK_MIN_INTERVAL": "12h"})
			r.expectComplete()
			if n := r.recorded(); n != r.count {
				t.Errorf("%d attempts for %d endpoints", n, r.count)
			}
			for problem, condition := range map[string]string{
				"attempts have a time of the worker": "attempts WHERE started_at NOT BETWEEN now() - interval '5 minutes' AND " +
					"now() + interval '1 second'",
				"next checks are at a wrong time": "endpoint_states WHERE next_check_at NOT BETWEEN now() + interval '6 hours' " +
					"AND now() + interval '24 hours'",
				"items have a time of the worker": "items WHERE first_seen_at NOT BETWEEN now() - interval '5 minutes' AND " +
					"now() + interval '1 second'",
				"leases are held after the checks": "check_hosts WHERE lease IS NOT NULL",
			} {
				if n := countRows(t, database, condition); n > 0 {
					t.Errorf("%s: %d", problem, n)
				}
			}
		})
	}
}
