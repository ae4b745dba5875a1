package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// TestCommandAndServiceEncryptCredentials checks that the import command encrypts credentials in
// lists and the service those in requests, that neither writes them to the output or to another
// table, and that rows with credentials are invalid without a key.
func TestCommandAndServiceEncryptCredentials(t *testing.T) {
	t.Parallel()
	const password = "pass-of-a-feed-in-a-test"
	database := testdb.URL(t)
	listFile := func(host string) string {
		file := filepath.Join(t.TempDir(), "list.opml")
		must(t, os.WriteFile(file,
			[]byte(`<opml><body><outline title="A" xmlUrl="https://joe:`+password+`@`+host+`/rss"/></body></opml>`), 0o600))
		return file
	}
	without := runToEnd(t, map[string]string{"DATABASE_URL": database}, "import", listFile("a.example"))
	if without.exit() != exitInvalidRows || without.counts() != [4]int{0, 0, 0, 1} {
		t.Errorf("without a key: exit code %d: %s", without.exit(), without.out.String())
	}
	short := runToEnd(t, map[string]string{"DATABASE_URL": database, "CREDENTIALS_KEYS": "short"}, "import",
		listFile("a.example"))
	if short.exit() != 1 || !strings.Contains(short.err.String(), "CREDENTIALS_KEYS: secret number 1 has 5 bytes") {
		t.Errorf("with a short key: %s", short.err.String())
	}
	with := runToEnd(t, map[string]string{"DATABASE_URL": database, "CREDENTIALS_KEYS": testKey}, "import",
		listFile("a.example"))
	if with.exit() != 0 || with.counts() != [4]int{1, 0, 1, 0} {
		t.Errorf("with a key: %s", with.out.String())
	}
	s := startService(t, database, map[string]string{"CREDENTIALS_KEYS": testKey})
	s.signIn()
	got := s.call(t.Context(), "POST", "/newssources",
		`{"name":"B","homepage_url":"https://b.example","endpoints":[{"kind":"rss","url":"https://joe:`+
			password+`@b.example/rss"}]}`, "Content-Type", "application/json")
	if got.status != 201 || !strings.Contains(string(got.body), `"has_credentials":true`) {
		t.Errorf("created: %d %s", got.status, got.body)
	}
	if n := countRows(t, database, "endpoint_credentials"); n != 2 {
		t.Errorf("%d stored credentials, want 2", n)
	}
	for _, table := range []string{"endpoints", "sources", "import_rows", "audit_events", "endpoint_credentials"} {
		if n := countRows(t, database, table+" t WHERE t::text LIKE $1", "%"+password+"%"); n > 0 {
			t.Errorf("%d rows of %s contain the password", n, table)
		}
	}
	for _, p := range []*process{without, short, with, s.process} {
		if text := p.out.String() + p.err.String(); strings.Contains(text, password) || strings.Contains(text, testKey) {
			t.Errorf("output of %v contains a secret", p.cmd.Args[1:])
		}
	}
}
