package main

import (
	"context"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/testdb"
)

const (
	outlines = 400 // two chunks
	inSecond = 300 // an outline of the second one
)

// halfWay makes an import stop after its first chunk: somebody else is just adding the address of an outline of the
// second one. go on lets it continue.
func halfWay(t *testing.T, database string) (goOn func()) {
	t.Helper()
	if p := finish(t, map[string]string{"DATABASE_URL": database}, "import", writeList(t, 9000, 1)); p.exit() != 0 {
		t.Fatal(p.err.String())
	}
	conn, err := pgx.Connect(t.Context(), database)
	must(t, err)
	goOn = func() { _ = conn.Close(context.Background()) }
	t.Cleanup(goOn)
	_, err = conn.Exec(t.Context(), "BEGIN")
	must(t, err)
	_, err = conn.Exec(t.Context(), "UPDATE endpoints SET url_key = $1", "n300.example/rss")
	must(t, err)
	return goOn
}

func firstChunkDone(t *testing.T, database string) {
	t.Helper()
	until(t, "the first chunk isn't done", func() bool {
		return count(t, database, "import_rows WHERE result = 'created' AND number < $1", inSecond) > 100
	})
	waits(t, database)
	if n := count(t, database, "import_rows WHERE result = 'pending'"); n == 0 || n == outlines {
		t.Fatalf("%d rows are pending", n)
	}
}

func nothingTwice(t *testing.T, database string) {
	t.Helper()
	for _, table := range []string{"sources", "endpoints"} {
		if n := count(t, database, table); n != outlines+1 {
			t.Errorf("%d %s", n, table)
		}
	}
	if n := count(t, database, "audit_events WHERE action = 'source.created'"); n != outlines+1 {
		t.Errorf("%d creations in the history", n)
	}
}

// TestKilledImport: the same command again completes what the killed one began.
func TestKilledImport(t *testing.T) {
	t.Parallel()
	database := testdb.URL(t)
	goOn := halfWay(t, database)
	environment, file := map[string]string{"DATABASE_URL": database}, writeList(t, 1, outlines)
	killed := launch(t, environment, "import", file)
	firstChunkDone(t, database)
	killed.signal(syscall.SIGKILL)
	killed.exit()
	goOn()
	second := finish(t, environment, "import", file)
	c := second.counts()
	if second.exit() != 0 || c[0]+c[1] != outlines || c[1] == 0 || c[0] == 0 {
		t.Errorf("exit %d, %v: %s", second.exit(), c, second.err.String())
	}
	nothingTwice(t, database)
	if third := finish(t, environment, "import", file); third.counts() != [4]int{0, outlines, 0, 0} {
		t.Errorf("again: %s", third.out.String())
	}
}

// TestKilledImportIsTakenOver: the service completes what a killed command left.
func TestKilledImportIsTakenOver(t *testing.T) {
	t.Parallel()
	database := testdb.URL(t)
	goOn := halfWay(t, database)
	killed := launch(t, map[string]string{"DATABASE_URL": database}, "import", writeList(t, 1, outlines))
	firstChunkDone(t, database)
	killed.signal(syscall.SIGKILL)
	killed.exit()
	goOn()
	if n := count(t, database, "imports WHERE state = 'running'"); n != 1 {
		t.Fatalf("%d imports are running", n)
	}
	execute(t, database, "UPDATE river_job SET scheduled_at = scheduled_at - interval '5 minutes' WHERE kind = 'import' AND state = 'scheduled'", 2)
	serveOn(t, database, nil)
	until(t, "nobody takes it over", func() bool { return count(t, database, "imports WHERE state = 'done'") == 2 })
	if n := count(t, database, "import_rows WHERE result = 'created'"); n != outlines+1 {
		t.Errorf("%d rows are created", n)
	}
	nothingTwice(t, database)
}

// TestInterruptedImport: Ctrl-C ends it at once, and says that it can go on.
func TestInterruptedImport(t *testing.T) {
	t.Parallel()
	database := testdb.URL(t)
	goOn := halfWay(t, database)
	environment, file := map[string]string{"DATABASE_URL": database}, writeList(t, 1, outlines)
	stopped := launch(t, environment, "import", file)
	firstChunkDone(t, database)
	stopped.signal(syscall.SIGINT)
	if stopped.exit() != 1 || !strings.Contains(stopped.err.String(), "in again goes on from there") {
		t.Errorf("exit %d: %s", stopped.exit(), stopped.err.String())
	}
	goOn()
	if again := finish(t, environment, "import", file); again.exit() != 0 {
		t.Error(again.err.String())
	}
	nothingTwice(t, database)
}

// TestImportOfAServiceThatEnds: another process goes on with it, whether the first was stopped or killed.
func TestImportOfAServiceThatEnds(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]syscall.Signal{"stopped": stopSignal, "killed": syscall.SIGKILL} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			database := testdb.URL(t)
			goOn := halfWay(t, database)
			first := serveOn(t, database, nil)
			first.signIn()
			accepted := first.call(t.Context(), "POST", "/newssources/imports", list(1, outlines), "Content-Type", "application/octet-stream")
			if accepted.status != 202 {
				t.Fatalf("got %d %s %v", accepted.status, accepted.body, accepted.err)
			}
			firstChunkDone(t, database)
			first.signal(s)
			if code := first.exit(); code != 0 && s == stopSignal {
				t.Errorf("exit code %d: %s", code, first.err.String())
			}
			goOn()
			if s == syscall.SIGKILL {
				later(t, database)
			}
			second := serveOn(t, database, nil)
			path := accepted.header.Get("Location")
			until(t, "nobody goes on with it", func() bool { return strings.Contains(string(second.get(path).body), `"state":"done"`) })
			if body := string(second.get(path).body); !strings.Contains(body, `"created":400,`) {
				t.Errorf("got %s", body)
			}
			nothingTwice(t, database)
		})
	}
}

// later makes the database believe that the first process has been silent for longer than rescueAfter (jobs), and that
// it no longer leads.
func later(t *testing.T, database string) {
	t.Helper()
	execute(t, database, "UPDATE river_job SET attempted_at = attempted_at - interval '5 minutes' WHERE kind = 'import' AND state = 'running'", 1)
	execute(t, database, "UPDATE river_leader SET elected_at = elected_at - interval '5 minutes', expires_at = elected_at - interval '4 minutes'", 1)
}

// execute changes that many rows.
func execute(t *testing.T, database, statement string, rows int64) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	must(t, err)
	defer conn.Close(context.Background())
	tag, err := conn.Exec(t.Context(), statement)
	must(t, err)
	if tag.RowsAffected() != rows {
		t.Fatalf("%s: %s", statement, tag)
	}
}
