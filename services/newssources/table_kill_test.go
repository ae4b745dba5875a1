package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// lockTable locks a table against changes until unlock is called.
func lockTable(t *testing.T, database, table string) (unlock func()) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	must(t, err)
	unlock = func() { _ = conn.Close(context.Background()) }
	t.Cleanup(unlock)
	_, err = conn.Exec(t.Context(), "BEGIN; LOCK TABLE "+table+" IN SHARE MODE")
	must(t, err)
	return unlock
}

// TestKilledTableImport kills an import of a table while it stages the rows, and another one while it
// applies them. The first leaves no rows behind, and the service completes the second.
func TestKilledTableImport(t *testing.T) {
	t.Parallel()
	const rows = 700
	database := testdb.URL(t)
	environment := map[string]string{"DATABASE_URL": database}
	file := filepath.Join(t.TempDir(), "list.csv")
	var table strings.Builder
	table.WriteString("name,homepage\n")
	for n := range rows {
		fmt.Fprintf(&table, "Paper %d,https://p%d.example/\n", n, n)
	}
	must(t, os.WriteFile(file, []byte(table.String()), 0o600))
	kill := func(locked string) {
		t.Helper()
		unlock := lockTable(t, database, locked)
		killed := start(t, environment, "import", file)
		waitForLock(t, database)
		killed.signal(syscall.SIGKILL)
		killed.exit()
		unlock()
	}
	kill("table_rows")
	waitUntil(t, "the rows of the killed import are kept", func() bool {
		return countRows(t, database, "imports") == 0 && countRows(t, database, "table_rows") == 0
	})
	kill("sources")
	if n := countRows(t, database, "imports"); n != 1 {
		t.Fatalf("%d imports", n)
	}
	s := startService(t, database, nil)
	s.signIn()
	waitUntil(t, "the import is not completed", func() bool {
		return countRows(t, database, "change_sets WHERE state = 'applied' AND changed = $1", rows) == 1
	})
	if n := countRows(t, database, "sources"); n != rows {
		t.Errorf("%d sources", n)
	}
	if again := runToEnd(t, environment, "import", file); again.counts() != [4]int{0, rows, 0, 0} {
		t.Errorf("again: %s", again.out.String())
	}
}

// TestKilledServiceContinuesTable kills the service while its job checks the rows of a large table. Another service
// continues: each row is stored once, and the rows after the interruption are compared with those before it.
func TestKilledServiceContinuesTable(t *testing.T) {
	t.Parallel()
	const sources, duplicates, blockedRow = 3000, 400, 2500
	database := testdb.URL(t)
	// The job waits at blockedRow until conn ends.
	conn, err := pgx.Connect(t.Context(), database)
	must(t, err)
	defer conn.Close(context.Background())
	_, err = conn.Exec(t.Context(), `
		CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN
			PERFORM pg_advisory_xact_lock_shared(1);
			RETURN NEW;
		END $$;
		SELECT pg_advisory_lock(1)`)
	must(t, err)
	_, err = conn.Exec(t.Context(), fmt.Sprintf("CREATE TRIGGER wait_for_test BEFORE INSERT ON table_rows FOR EACH ROW "+
		"WHEN (NEW.number = %d) EXECUTE FUNCTION wait_for_test()", blockedRow))
	must(t, err)
	var table strings.Builder
	table.WriteString("name,homepage,feed\n" + strings.Repeat("\n", 20_000)) // a job checks a file with so many lines
	for n := range sources + duplicates {
		n %= sources
		fmt.Fprintf(&table, "Paper %d,https://p%d.example/,https://p%d.example/rss\n", n, n, n)
	}
	s := startService(t, database, nil)
	s.signIn()
	upload := func(state string) (path, body string) {
		t.Helper()
		accepted := s.call(t.Context(), "POST", "/newssources/imports?filename=list.csv", table.String(), "Content-Type",
			"application/octet-stream")
		if accepted.status != 202 {
			t.Fatalf("got %d %s %v", accepted.status, accepted.body, accepted.err)
		}
		path = accepted.header.Get("Location")
		waitUntil(t, "the table is not "+state, func() bool {
			body = string(s.get(path).body)
			return strings.Contains(body, `"state":"`+state+`"`)
		})
		return path, body
	}
	path, _ := upload("reading")
	waitUntil(t, "the first 2000 rows are not checked", func() bool {
		return countRows(t, database, "table_imports WHERE checked = 2000") == 1
	})
	waitForLock(t, database)
	s.signal(syscall.SIGKILL)
	s.exit()
	if n := countRows(t, database, "table_rows"); n != 2000 {
		t.Fatalf("%d rows are stored", n)
	}
	must(t, conn.Close(context.Background()))
	expireJobs(t, database, "stage_table")
	s = startService(t, database, nil)
	s.signIn()
	waitUntil(t, "the second service does not complete the table", func() bool {
		return strings.Contains(string(s.get(path).body), `"state":"staged"`)
	})
	for result, want := range map[string]int{"create": sources, "duplicate": duplicates} {
		if n := countRows(t, database, "table_rows WHERE result = $1", result); n != want {
			t.Errorf("%d rows with the result %s, want %d", n, result, want)
		}
	}
	if n := countRows(t, database, "upload_parts"); n != 0 {
		t.Errorf("%d parts of the file are kept", n)
	}
	if got := s.call(t.Context(), "POST", path+"/apply", ""); got.status != 202 {
		t.Fatalf("got %d %s %v", got.status, got.body, got.err)
	}
	waitUntil(t, "the table is not applied", func() bool {
		return countRows(t, database, "change_sets WHERE state = 'applied' AND changed = $1", 2*sources) == 1
	})
	for _, kind := range []string{"sources", "endpoints"} {
		if n := countRows(t, database, kind); n != sources {
			t.Errorf("%d %s", n, kind)
		}
	}
	_, again := upload("staged")
	if !strings.Contains(again, fmt.Sprintf(`"unchanged":%d,"update":0`, sources)) ||
		!strings.Contains(again, `"create":0`) {
		t.Errorf("importing the file again would change something: %s", again)
	}
}

// TestKilledExport kills the service while a client reads a file: the file is incomplete, which the
// client notices.
func TestKilledExport(t *testing.T) {
	t.Parallel()
	database := testdb.URL(t)
	execute(t, database, `
		INSERT INTO sources (id, created_at, updated_at, name, name_key, search_text, endpoint_kinds, homepage_url,
			canonical_domain, languages, notes)
		SELECT gen_random_uuid(), now(), now(), 'S' || n, 's' || n, '', '[]', 'https://' || n || '.example/',
			n || '.example', '[]', repeat('Notes. ', 1000)
		FROM generate_series(1, 3000) n`, 3000)
	s := startService(t, database, nil)
	s.signIn()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.api+"/newssources/export?format=ndjson", nil)
	must(t, err)
	r.Header.Set("Authorization", "Bearer "+s.token)
	response, err := s.client.Do(r)
	must(t, err)
	defer response.Body.Close()
	lines := bufio.NewReader(response.Body)
	_, err = lines.ReadString('\n')
	must(t, err)
	s.signal(syscall.SIGKILL)
	s.exit()
	if n, err := io.Copy(io.Discard, lines); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%d bytes were read without an error: %v", n, err)
	}
}
