package main

import (
	"context"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

const (
	outlineCount = 400 // applied in two chunks
	lockedRow    = 300 // a row of the second chunk
)

// blockSecondChunk makes the next import wait after its first chunk: an open transaction holds the
// unique key of an address in the second chunk. unblock ends that transaction.
func blockSecondChunk(t *testing.T, database string) (unblock func()) {
	t.Helper()
	if p := runToEnd(t, map[string]string{"DATABASE_URL": database}, "import", writeList(t, 9000, 1)); p.exit() != 0 {
		t.Fatal(p.err.String())
	}
	conn, err := pgx.Connect(t.Context(), database)
	must(t, err)
	unblock = func() { _ = conn.Close(context.Background()) }
	t.Cleanup(unblock)
	_, err = conn.Exec(t.Context(), "BEGIN")
	must(t, err)
	_, err = conn.Exec(t.Context(), "UPDATE endpoints SET url_key = $1", "n300.example/rss")
	must(t, err)
	return unblock
}

func waitForFirstChunk(t *testing.T, database string) {
	t.Helper()
	waitUntil(t, "the first chunk isn't applied", func() bool {
		return countRows(t, database, "import_rows WHERE result = 'created' AND number < $1", lockedRow) > 100
	})
	waitForLock(t, database)
	if n := countRows(t, database, "import_rows WHERE result = 'pending'"); n == 0 || n == outlineCount {
		t.Fatalf("%d pending rows", n)
	}
}

func expectNoDuplicates(t *testing.T, database string) {
	t.Helper()
	for _, table := range []string{"sources", "endpoints"} {
		if n := countRows(t, database, table); n != outlineCount+1 {
			t.Errorf("%d %s", n, table)
		}
	}
	if n := countRows(t, database, "audit_events WHERE action = 'source.created'"); n != outlineCount+1 {
		t.Errorf("%d source.created events", n)
	}
}

func TestSameCommandCompletesKilledImport(t *testing.T) {
	t.Parallel()
	database := testdb.URL(t)
	unblock := blockSecondChunk(t, database)
	environment, file := map[string]string{"DATABASE_URL": database}, writeList(t, 1, outlineCount)
	killed := start(t, environment, "import", file)
	waitForFirstChunk(t, database)
	killed.signal(syscall.SIGKILL)
	killed.exit()
	unblock()
	second := runToEnd(t, environment, "import", file)
	c := second.counts()
	if second.exit() != 0 || c[0]+c[1] != outlineCount || c[1] == 0 || c[0] == 0 {
		t.Errorf("exit %d, %v: %s", second.exit(), c, second.err.String())
	}
	expectNoDuplicates(t, database)
	if third := runToEnd(t, environment, "import", file); third.counts() != [4]int{0, outlineCount, 0, 0} {
		t.Errorf("again: %s", third.out.String())
	}
}

func TestServiceCompletesImportOfKilledCommand(t *testing.T) {
	t.Parallel()
	database := testdb.URL(t)
	unblock := blockSecondChunk(t, database)
	killed := start(t, map[string]string{"DATABASE_URL": database}, "import", writeList(t, 1, outlineCount))
	waitForFirstChunk(t, database)
	killed.signal(syscall.SIGKILL)
	killed.exit()
	unblock()
	if n := countRows(t, database, "imports WHERE state = 'running'"); n != 1 {
		t.Fatalf("%d running imports", n)
	}
	execute(t, database, "UPDATE river_job SET scheduled_at = scheduled_at - interval '5 minutes' WHERE kind = 'import' "+
		"AND state = 'scheduled'", 2)
	startService(t, database, nil)
	waitUntil(t, "the service doesn't complete the import",
		func() bool { return countRows(t, database, "imports WHERE state = 'done'") == 2 })
	if n := countRows(t, database, "import_rows WHERE result = 'created'"); n != outlineCount+1 {
		t.Errorf("%d created rows", n)
	}
	expectNoDuplicates(t, database)
}

func TestInterruptedImportCanBeContinued(t *testing.T) {
	t.Parallel()
	database := testdb.URL(t)
	unblock := blockSecondChunk(t, database)
	environment, file := map[string]string{"DATABASE_URL": database}, writeList(t, 1, outlineCount)
	stopped := start(t, environment, "import", file)
	waitForFirstChunk(t, database)
	stopped.signal(syscall.SIGINT)
	if stopped.exit() != 1 || !strings.Contains(stopped.err.String(), "import the same list again to continue") {
		t.Errorf("exit %d: %s", stopped.exit(), stopped.err.String())
	}
	unblock()
	if again := runToEnd(t, environment, "import", file); again.exit() != 0 {
		t.Error(again.err.String())
	}
	expectNoDuplicates(t, database)
}

func TestSecondServiceContinuesImportOfEndedService(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]syscall.Signal{"stopped": stopSignal, "killed": syscall.SIGKILL} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			database := testdb.URL(t)
			unblock := blockSecondChunk(t, database)
			first := startService(t, database, nil)
			first.signIn()
			accepted := first.call(t.Context(), "POST", "/newssources/imports", opmlList(1, outlineCount), "Content-Type",
				"application/octet-stream")
			if accepted.status != 202 {
				t.Fatalf("got %d %s %v", accepted.status, accepted.body, accepted.err)
			}
			waitForFirstChunk(t, database)
			first.signal(s)
			if code := first.exit(); code != 0 && s == stopSignal {
				t.Errorf("exit code %d: %s", code, first.err.String())
			}
			unblock()
			if s == syscall.SIGKILL {
				expireJobs(t, database, "import")
			}
			second := startService(t, database, nil)
			path := accepted.header.Get("Location")
			waitUntil(t, "the second service doesn't complete the import",
				func() bool { return strings.Contains(string(second.get(path).body), `"state":"done"`) })
			if body := string(second.get(path).body); !strings.Contains(body, `"created":400,`) {
				t.Errorf("got %s", body)
			}
			expectNoDuplicates(t, database)
		})
	}
}

// expireJobs backdates the running job of a kind by more than rescueAfter (package jobs) and the
// leader's lease, so that another process takes both over.
func expireJobs(t *testing.T, database, kind string) {
	t.Helper()
	execute(t, database, "UPDATE river_job SET attempted_at = attempted_at - interval '5 minutes' WHERE kind = '"+kind+
		"' AND state = 'running'", 1)
	execute(t, database, "UPDATE river_leader SET elected_at = elected_at - interval '5 minutes', expires_at = "+
		"elected_at - interval '4 minutes'", 1)
}

// execute runs a statement that must affect that many rows.
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
