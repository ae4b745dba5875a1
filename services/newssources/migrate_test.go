package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// TestServiceWaitsForPendingMigrations checks that the service never applies migrations itself.
func TestServiceWaitsForPendingMigrations(t *testing.T) {
	t.Parallel()
	database := map[string]string{"DATABASE_URL": testdb.Empty(t)}
	s := startService(t, database["DATABASE_URL"], nil)
	ready := s.probe("/readyz")
	if ready.status != 503 || !strings.Contains(string(ready.body), "newssources migrate up") {
		t.Errorf("readyz: %d %s %v", ready.status, ready.body, ready.err)
	}
	if healthy := s.probe("/healthz"); healthy.status != 200 {
		t.Errorf("healthz: %d %s", healthy.status, healthy.body)
	}
	if line := s.waitForLog("job workers are waiting for the database"); !strings.Contains(fmt.Sprint(line["error"]),
		"newssources migrate up") {
		t.Errorf("the workers are waiting for %v", line)
	}
	status := runToEnd(t, database, "migrate", "status")
	if out := status.out.String(); status.exit() != 0 || !strings.Contains(out, " pending\n") {
		t.Errorf("status: %s%s", out, status.err.String())
	}
	pending := strings.Count(status.out.String(), " pending\n")

	up := runToEnd(t, database, "migrate", "up")
	if up.exit() != 0 || strings.Count(up.out.String(), "applied ") != pending {
		t.Fatalf("up: %s%s", up.out.String(), up.err.String())
	}
	waitUntil(t, "not ready after the migration", func() bool { return s.probe("/readyz").status == 200 })
	s.signIn()
	s.createSource("daily")
	accepted := s.call(t.Context(), "POST", "/newssources/imports", opmlList(1, 1), "Content-Type",
		"application/octet-stream")
	waitUntil(t, "the workers don't start", func() bool {
		return strings.Contains(string(s.get(accepted.header.Get("Location")).body), `"state":"done"`)
	})
	reasons := map[string]bool{} // of warnings; the version in them changes while the migrations run
	for text := range strings.Lines(s.out.String()) {
		var line struct{ Level, Error string }
		must(t, json.Unmarshal([]byte(text), &line))
		if line.Level == "ERROR" || line.Level == "WARN" && reasons[line.Error] {
			t.Errorf("an error, or a repeated warning while waiting: %s", text)
		}
		reasons[line.Error] = line.Level == "WARN"
	}
	if again := runToEnd(t, database, "migrate", "up"); again.exit() != 0 ||
		again.out.String() != "no pending migrations\n" {
		t.Errorf("second run: %s%s", again.out.String(), again.err.String())
	}
	if status := runToEnd(t, database, "migrate", "status"); strings.Contains(status.out.String(), " pending") {
		t.Errorf("status: %s", status.out.String())
	}
	s.get("/newssources")
	if metrics := string(s.probe("/metrics").body); !strings.Contains(metrics,
		`newsources_sources{lifecycle="active"} 2`) ||
		!strings.Contains(metrics, `newsources_build_info{`) || !strings.Contains(metrics, `version="1.2.3-test"`) {
		t.Errorf("metrics: %s", metrics)
	}
}

// TestConcurrentMigrations covers replicas of a release that migrate concurrently: each migration
// is applied once, and both commands succeed.
func TestConcurrentMigrations(t *testing.T) {
	t.Parallel()
	database := map[string]string{"DATABASE_URL": testdb.Empty(t)}
	first, second := start(t, database, "migrate", "up"), start(t, database, "migrate", "up")
	if first.exit() != 0 || second.exit() != 0 {
		t.Fatalf("%s%s", first.err.String(), second.err.String())
	}
	outs := []string{first.out.String(), second.out.String()}
	applied := strings.Count(outs[0]+outs[1], "applied ")
	status := runToEnd(t, database, "migrate", "status").out.String()
	if applied != strings.Count(status, "\n") || strings.Contains(status, " pending") {
		t.Errorf("%d applied: %q\n%s", applied, outs, status)
	}
}

// TestMigrationWarnsOfCharacterTypeC checks that a database in which pg_trgm knows no letters
// outside ASCII is reported.
func TestMigrationWarnsOfCharacterTypeC(t *testing.T) {
	t.Parallel()
	for characterType, warns := range map[string]bool{"C": true, "C.UTF-8": false} {
		database := map[string]string{"DATABASE_URL": testdb.Empty(t,
			"TEMPLATE template0 ENCODING 'UTF8' LC_CTYPE '"+characterType+"'")}
		for range 2 { // also without pending migrations
			p := runToEnd(t, database, "migrate", "up")
			if p.exit() != 0 || strings.Contains(p.out.String(), "warning: the search does not find misspelled names") != warns {
				t.Errorf("%s: %s%s", characterType, p.out.String(), p.err.String())
			}
		}
	}
}
