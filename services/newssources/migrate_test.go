package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/testdb"
)

// TestMigrationsPending: the service starts and waits for them, and never applies them by itself.
func TestMigrationsPending(t *testing.T) {
	t.Parallel()
	database := map[string]string{"DATABASE_URL": testdb.Empty(t)}
	s := serveOn(t, database["DATABASE_URL"], nil)
	ready := s.probe("/readyz")
	if ready.status != 503 || !strings.Contains(string(ready.body), "newssources migrate up") {
		t.Errorf("readyz: %d %s %v", ready.status, ready.body, ready.err)
	}
	if healthy := s.probe("/healthz"); healthy.status != 200 {
		t.Errorf("healthz: %d %s", healthy.status, healthy.body)
	}
	if line := s.logged("the job queue waits for the database"); !strings.Contains(fmt.Sprint(line["error"]), "newssources migrate up") {
		t.Errorf("the queue waits for %v", line)
	}
	status := finish(t, database, "migrate", "status")
	if out := status.out.String(); status.exit() != 0 || !strings.Contains(out, " pending\n") {
		t.Errorf("status: %s%s", out, status.err.String())
	}
	pending := strings.Count(status.out.String(), " pending\n")

	up := finish(t, database, "migrate", "up")
	if up.exit() != 0 || strings.Count(up.out.String(), "applied ") != pending {
		t.Fatalf("up: %s%s", up.out.String(), up.err.String())
	}
	until(t, "it isn't ready after the migration", func() bool { return s.probe("/readyz").status == 200 })
	s.signIn()
	s.add("daily")
	accepted := s.call(t.Context(), "POST", "/newssources/imports", list(1, 1), "Content-Type", "application/octet-stream")
	until(t, "the queue doesn't start", func() bool {
		return strings.Contains(string(s.get(accepted.header.Get("Location")).body), `"state":"done"`)
	})
	if log := s.out.String(); strings.Contains(log, `"level":"ERROR"`) || strings.Count(log, "the job queue waits") != 1 {
		t.Errorf("it isn't quiet while it waits: %s", log)
	}
	if again := finish(t, database, "migrate", "up"); again.exit() != 0 || again.out.String() != "nothing to apply\n" {
		t.Errorf("again: %s%s", again.out.String(), again.err.String())
	}
	if status := finish(t, database, "migrate", "status"); strings.Contains(status.out.String(), " pending") {
		t.Errorf("status: %s", status.out.String())
	}
	s.get("/newssources")
	if metrics := string(s.probe("/metrics").body); !strings.Contains(metrics, `newsources_sources{lifecycle="active"} 2`) ||
		!strings.Contains(metrics, `newsources_build_info{`) || !strings.Contains(metrics, `version="1.2.3-test"`) {
		t.Errorf("metrics: %s", metrics)
	}
}

// TestMigrateTwiceAtOnce: replicas of a release do that. Each migration is applied by one of them, and both succeed.
func TestMigrateTwiceAtOnce(t *testing.T) {
	t.Parallel()
	database := map[string]string{"DATABASE_URL": testdb.Empty(t)}
	first, second := launch(t, database, "migrate", "up"), launch(t, database, "migrate", "up")
	if first.exit() != 0 || second.exit() != 0 {
		t.Fatalf("%s%s", first.err.String(), second.err.String())
	}
	outs := []string{first.out.String(), second.out.String()}
	applied := strings.Count(outs[0]+outs[1], "applied ")
	status := finish(t, database, "migrate", "status").out.String()
	if applied != strings.Count(status, "\n") || strings.Contains(status, " pending") {
		t.Errorf("%d applied: %q\n%s", applied, outs, status)
	}
}
