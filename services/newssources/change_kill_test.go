package main

import (
	"context"
	"fmt"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// changedSources is the number of sources of a change set that is applied in two chunks.
const changedSources = 600

// TestKilledServiceContinuesChangeSets kills the service in the preview and in the application of a
// change set, in the preview and in the approved application of its undo, and in a merge and its undo.
// Another service continues: no change is lost or made twice.
func TestKilledServiceContinuesChangeSets(t *testing.T) {
	t.Parallel()
	database := testdb.URL(t)
	file := writeList(t, 1, changedSources)
	if p := runToEnd(t, map[string]string{"DATABASE_URL": database}, "import", file); p.exit() != 0 {
		t.Fatal(p.err.String())
	}
	s := startService(t, database, nil)
	s.signIn()
	post := func(path, body string, status int) (location string) {
		t.Helper()
		got := s.call(t.Context(), "POST", path, body, "Content-Type", "application/json")
		if got.status != status {
			t.Fatalf("got %d %s %v", got.status, got.body, got.err)
		}
		return got.header.Get("Location")
	}
	// killWhile starts a request while a statement of another session blocks its end, kills the service,
	// and starts another one.
	killWhile := func(blocked string, request func(), isStarted func() bool) {
		t.Helper()
		conn, err := pgx.Connect(t.Context(), database)
		must(t, err)
		defer conn.Close(context.Background())
		_, err = conn.Exec(t.Context(), "BEGIN; "+blocked)
		must(t, err)
		request()
		waitUntil(t, "the job does not start", func() bool {
			return isStarted() && countRows(t, database, "river_job WHERE kind = 'change_set' AND state = 'running'") == 1
		})
		waitForLock(t, database)
		s.signal(syscall.SIGKILL)
		s.exit()
		must(t, conn.Close(context.Background()))
		expireJobs(t, database, "change_set")
		s = startService(t, database, nil)
		s.signIn()
	}
	waitFor := func(path, text string) {
		t.Helper()
		waitUntil(t, path+" has no "+text, func() bool { return strings.Contains(string(s.get(path).body), text) })
	}
	lastSource := func(path string) string {
		return fmt.Sprintf(`SELECT FROM sources WHERE id = (SELECT source_id FROM change_items
			WHERE change_set_id = '%s' ORDER BY number DESC LIMIT 1) FOR UPDATE`, path[len(path)-36:])
	}
	isHalfApplied := func(path string) func() bool {
		return func() bool {
			n := countRows(t, database, "change_items WHERE change_set_id = $1 AND result = 'changed'", path[len(path)-36:])
			return n >= 500 && n < changedSources
		}
	}
	expectVersion := func(path, country string, version int) {
		t.Helper()
		if n := countRows(t, database, "sources WHERE country = $1 AND version = $2", country, version); n != changedSources {
			t.Errorf("%d sources have the country %q and version %d", n, country, version)
		}
		if n := countRows(t, database, "audit_events WHERE change_set_id = $1", path[len(path)-36:]); n != changedSources {
			t.Errorf("the history has %d events of %s", n, path)
		}
	}

	var set string
	killWhile("LOCK TABLE change_items IN SHARE MODE", func() {
		set = post("/newssources/change-sets", `{"selection":{"filter":{}},
			"operations":[{"field":"country","action":"set","value":"ES"}]}`, 201)
	}, func() bool { return true })
	waitFor(set, `"preview_complete":true`)
	waitFor(set, fmt.Sprintf(`"pending":%d`, changedSources))

	killWhile(lastSource(set), func() { post(set+"/apply", "{}", 202) }, isHalfApplied(set))
	waitFor(set, `"state":"applied"`)
	expectVersion(set, "ES", 2)

	var undo string
	killWhile("LOCK TABLE change_items IN SHARE MODE", func() { undo = post(set+"/undo", "{}", 201) },
		func() bool { return true })
	waitFor(undo, `"preview_complete":true`)
	waitFor(undo, fmt.Sprintf(`"pending":%d`, changedSources))
	propose(t, database, undo)
	killWhile(lastSource(undo), func() { post(undo+"/approve", "{}", 202) }, isHalfApplied(undo))
	waitFor(undo, `"state":"applied"`)
	expectVersion(undo, "", 3)

	from := post("/newssources", `{"name":"Old","homepage_url":"https://old.example/",
		"endpoints":[{"kind":"rss","url":"https://old.example/rss"},{"kind":"rss","url":"https://old.example/sport"}]}`, 201)
	into := post("/newssources", `{"name":"New","homepage_url":"https://new.example/"}`, 201)
	merge := post("/newssources/merges", fmt.Sprintf(`{"from":%q,"into":%q}`, from[len(from)-36:], into[len(into)-36:]),
		201)
	isMerged := func() bool {
		return countRows(t, database, "sources WHERE merged_into = $1 AND lifecycle = 'archived'",
			into[len(into)-36:]) == 1 &&
			countRows(t, database, "endpoints WHERE source_id = $1", into[len(into)-36:]) == 2
	}
	for _, path := range []string{merge, ""} { // the merge, then its undo
		if path == "" {
			path = post(merge+"/undo", "{}", 201)
		}
		// Endpoints have moved, and the sources have not changed yet.
		killWhile("LOCK TABLE audit_events IN SHARE MODE", func() { post(path+"/apply", "{}", 202) },
			func() bool { return true })
		waitFor(path, `"state":"applied"`)
		if isMerged() != (path == merge) {
			t.Errorf("after %s: merged %t", path, isMerged())
		}
		if n := countRows(t, database, "audit_events WHERE change_set_id = $1", path[len(path)-36:]); n != 4 {
			t.Errorf("the history has %d events of %s", n, path)
		}
	}
}

// propose makes a proposal of a draft, whose author is another person than the one who approves it.
func propose(t *testing.T, database, path string) {
	t.Helper()
	execute(t, database, "UPDATE change_sets SET state = 'proposed', proposed_at = now(), created_by_id = NULL WHERE id = '"+
		path[len(path)-36:]+"'", 1)
}

// TestKilledDatabaseContinuesChangeSets kills PostgreSQL in the preview, in the application, in the undo
// and in the approved undo of a change set. The same service continues each of them.
func TestKilledDatabaseContinuesChangeSets(t *testing.T) {
	t.Parallel()
	server := startDatabase(t)
	file := writeList(t, 1, changedSources)
	if p := runToEnd(t, map[string]string{"DATABASE_URL": server.direct}, "import", file); p.exit() != 0 {
		t.Fatal(p.err.String())
	}
	s := startService(t, server.routed, nil)
	s.signIn()
	// killWhile sends a request whose job waits for a lock of another session, and restarts PostgreSQL. It waits
	// until the change set contains text. The change set is that of the Location of the response, or of the path.
	killWhile := func(blocked, path, body, text string) string {
		t.Helper()
		conn, err := pgx.Connect(t.Context(), server.direct)
		must(t, err)
		defer conn.Close(context.Background())
		_, err = conn.Exec(t.Context(), "BEGIN; "+blocked)
		must(t, err)
		got := s.call(t.Context(), "POST", path, body, "Content-Type", "application/json")
		if got.status != 201 && got.status != 202 {
			t.Fatalf("%d %s %v", got.status, got.body, got.err)
		}
		waitForLock(t, server.direct)
		server.server.StopWith(syscall.SIGKILL)
		server.start()
		set := got.header.Get("Location")
		if set == "" {
			set = path[:strings.LastIndex(path, "/")]
		}
		waitUntil(t, set+" has no "+text, func() bool { return strings.Contains(string(s.get(set).body), text) })
		return set
	}
	const items, last = "LOCK TABLE change_items IN SHARE MODE", "SELECT FROM sources ORDER BY id DESC LIMIT 1 FOR UPDATE"
	applied := func(set, path, country string, version int) {
		t.Helper()
		killWhile(last, path, "{}", `"state":"applied"`)
		n := countRows(t, server.direct, "sources WHERE country = $1 AND version = $2", country, version)
		events := countRows(t, server.direct, "audit_events WHERE change_set_id = $1", set[len(set)-36:])
		if n != changedSources || events != changedSources {
			t.Errorf("version %d: %d sources and %d events", version, n, events)
		}
	}

	set := killWhile(items, "/newssources/change-sets", `{"selection":{"filter":{}},
		"operations":[{"field":"country","action":"set","value":"ES"}]}`, `"preview_complete":true`)
	applied(set, set+"/apply", "ES", 2)
	undo := killWhile(items, set+"/undo", "{}", `"preview_complete":true`)
	applied(undo, undo+"/apply", "", 3)
	redo := killWhile(items, undo+"/undo", "{}", `"preview_complete":true`)
	propose(t, server.direct, redo)
	applied(redo, redo+"/approve", "ES", 4)
}
