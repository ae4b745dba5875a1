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
