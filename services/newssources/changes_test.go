package main

import (
	"encoding/json"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// TestChangesCommand prints and follows the changes of the register.
func TestChangesCommand(t *testing.T) {
	t.Parallel()
	database := testdb.URL(t)
	environment := map[string]string{"DATABASE_URL": database}
	conn, err := pgx.Connect(t.Context(), database)
	must(t, err)
	defer conn.Close(t.Context())
	create := func(domain string) {
		t.Helper()
		_, err := conn.Exec(t.Context(), `
			INSERT INTO sources (id, created_at, updated_at, name, name_key, search_text, homepage_url, canonical_domain,
				endpoint_kinds, languages)
			VALUES (gen_random_uuid(), now(), now(), $1::text, $1::text, '', '', $1::text, '[]', '[]')`, domain)
		must(t, err)
	}
	changes := func(code int, args ...string) string {
		t.Helper()
		p := runToEnd(t, environment, append([]string{"changes"}, args...)...)
		if got := p.exit(); got != code {
			t.Fatalf("%q: exit %d, want %d\n%s%s", args, got, code, p.out.String(), p.err.String())
		}
		return p.out.String() + p.err.String()
	}
	create("one.example")
	create("two.example")
	var first struct{ Cursor string }
	lines := strings.Split(changes(0), "\n")
	must(t, json.Unmarshal([]byte(lines[0]), &first))
	if len(lines) != 3 || !strings.Contains(lines[0], `"one.example"`) || !strings.Contains(lines[1], `"two.example"`) {
		t.Errorf("all changes: %q", lines)
	}
	if text := changes(0, "--since", first.Cursor); strings.Count(text, "\n") != 1 ||
		!strings.Contains(text, `"two.example"`) {
		t.Errorf("after the first: %s", text)
	}
	following := start(t, environment, "changes", "--since", first.Cursor, "--follow")
	waitUntil(t, "the second is not printed",
		func() bool { return strings.Contains(following.out.String(), "two.example") })
	create("three.example")
	waitUntil(t, "the third is not printed",
		func() bool { return strings.Contains(following.out.String(), "three.example") })
	following.signal(syscall.SIGTERM)
	if code := following.exit(); code != 0 {
		t.Errorf("exit %d", code)
	}
	if text := changes(1, "--since", "x"); !strings.Contains(text, "not a cursor") {
		t.Error(text)
	}
	if text := changes(1, "more"); !strings.Contains(text, "usage:") {
		t.Error(text)
	}
	_, err = conn.Exec(t.Context(), "UPDATE register_commits SET at = at - interval '1 day'")
	must(t, err)
	if text := changes(2, "--since", first.Cursor); !strings.Contains(text, "Start again") {
		t.Error(text)
	}
}
