package main

import (
	"context"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// TestScriptUsesTokenOfCommandLine reads all sources with a script that uses curl and a token of
// the command line.
func TestScriptUsesTokenOfCommandLine(t *testing.T) {
	t.Parallel()
	database := testdb.URL(t)
	environment := map[string]string{"DATABASE_URL": database}
	s := startService(t, database, nil)
	s.signIn() // creates the member
	s.createSource("one")
	s.createSource("two")
	if p := runToEnd(t, environment, "token", "create", "--owner", "nobody@example.org", "--name", "x"); p.exit() != 1 ||
		!strings.Contains(p.err.String(), "no member") {
		t.Errorf("unknown owner: exit %d, %s", p.exit(), p.err.String())
	}
	created := runToEnd(t, environment, "token", "create", "--owner", "ANA@example.org", "--name", "nightly export",
		"--days", "7")
	secret := strings.TrimSpace(created.out.String())
	if created.exit() != 0 || !strings.HasPrefix(secret, "nws_") {
		t.Fatalf("exit %d", created.exit())
	}
	curl, err := exec.LookPath("curl")
	if err != nil {
		t.Fatal("this test needs curl")
	}
	script := func(path string) string {
		out, _ := exec.CommandContext(t.Context(), curl, "--silent", "--max-time", "20", "--header",
			"Authorization: Bearer "+secret, s.api+path).Output()
		return string(out)
	}
	var page struct{ Items []struct{ Name string } }
	if text := script("/newssources"); json.Unmarshal([]byte(text), &page) != nil || len(page.Items) != 2 {
		t.Fatalf("got %s", text)
	}

	list := runToEnd(t, environment, "token", "list", "--owner", "ana@example.org").out.String()
	if !strings.Contains(list, "nightly export") || !strings.Contains(list, "valid") || strings.Contains(list, secret) {
		t.Errorf("got %s", list)
	}
	conn, err := pgx.Connect(t.Context(), database)
	must(t, err)
	defer conn.Close(context.WithoutCancel(t.Context()))
	var id, event string
	must(t, conn.QueryRow(t.Context(), `SELECT id FROM api_tokens`).Scan(&id))
	if p := runToEnd(t, environment, "token", "revoke", id); p.exit() != 0 {
		t.Errorf("exit %d", p.exit())
	}
	must(t, conn.QueryRow(t.Context(), `SELECT string_agg(actor_name || ' ' || action, ', ' ORDER BY id) FROM audit_events
		WHERE target_type = 'token'`).Scan(&event))
	if event != "Command line token.created, Command line token.revoked" {
		t.Errorf("got %s", event)
	}
	waitUntil(t, "the revoked token is still accepted",
		func() bool { return strings.Contains(script("/newssources"), "token_revoked") })
	if strings.Contains(s.out.String(), secret) {
		t.Error("the log contains the token")
	}
}
