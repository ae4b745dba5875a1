package main

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// revertLastMigration reverts the last migration of a database.
func revertLastMigration(t *testing.T, database string) {
	t.Helper()
	files, err := filepath.Glob("internal/platform/postgres/migrations/*.sql")
	must(t, err)
	if len(files) == 0 {
		t.Fatal("there are no migrations")
	}
	last := files[len(files)-1]
	text, err := os.ReadFile(last)
	must(t, err)
	_, down, found := strings.Cut(string(text), "-- +goose Down")
	if !found {
		t.Fatalf("%s has no Down section", last)
	}
	conn, err := pgx.Connect(t.Context(), database)
	must(t, err)
	defer conn.Close(context.Background())
	_, err = conn.Exec(t.Context(), down)
	must(t, err)
	version, _, _ := strings.Cut(filepath.Base(last), "_")
	execute(t, database, "DELETE FROM goose_db_version WHERE version_id = "+version, 1)
}

// TestUpgradeWithWorkers covers an upgrade during which the worker starts before the migrations of
// its version. The worker waits, logs the command to run, and sends no requests to the sites. After
// the migrations, it starts. It continues when a later version migrates the database.
func TestUpgradeWithWorkers(t *testing.T) {
	t.Parallel()
	const count = 10
	fixed := time.Now()
	sites := startSites(t, simulator.Options{Latency: 200 * time.Millisecond, Now: func() time.Time { return fixed }})
	database := testdb.URL(t)
	addOrdinarySites(t, database, sites, count)
	revertLastMigration(t, database)
	api := startService(t, database, nil)
	w := launchWorker(t, database, sites, map[string]string{"CHECK_CONCURRENCY": "2", "CHECK_MIN_INTERVAL": "12h"})
	line := w.waitForLog("the checker is waiting for the database")
	if text, _ := line["error"].(string); !strings.Contains(text, "newssources migrate up") {
		t.Errorf("the worker is waiting because of %v", line)
	}
	for name, s := range map[string]*service{"API": api, "worker": w.service} {
		if got := s.probe("/readyz"); got.status != http.StatusServiceUnavailable {
			t.Errorf("%s: readyz: %d %s", name, got.status, got.body)
		}
	}
	if n := len(sites.Requests("")); n > 0 {
		t.Errorf("%d requests before the migrations", n)
	}
	if up := runToEnd(t, map[string]string{"DATABASE_URL": database}, "migrate", "up"); up.exit() != 0 {
		t.Fatal(up.err.String())
	}
	waitUntil(t, "no check is recorded after the migrations",
		func() bool { return countRows(t, database, "attempts") > 0 })
	// A migration of a later version.
	execute(t, database, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (29991231000000, true)", 1)
	later := startWorker(t, database, sites, map[string]string{"CHECK_CONCURRENCY": "2", "CHECK_MIN_INTERVAL": "12h"})
	waitUntil(t, "not all endpoints are checked", func() bool { return countRows(t, database, "attempts") == count })
	expectEachItemOnce(t, database, count)
	for name, s := range map[string]*service{"API": api, "worker": w.service, "worker on a later schema": later.service} {
		waitUntil(t, name+" is not ready", func() bool { return s.probe("/readyz").status == http.StatusOK })
	}
}
