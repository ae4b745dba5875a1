package main

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// TestErasePerson runs the statements of SECURITY.md and checks that no table contains the address
// of the person any more.
func TestErasePerson(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../.github/SECURITY.md")
	must(t, err)
	_, statements, found := strings.Cut(string(text), "```sql\n")
	statements, _, closed := strings.Cut(statements, "```")
	if !found || !closed {
		t.Fatal("SECURITY.md has no statements")
	}
	const address = "ana@example.org"
	database := testdb.URL(t)
	s := startService(t, database, nil)
	s.signIn() // creates the member
	s.createSource("one")
	environment := map[string]string{"DATABASE_URL": database}
	if p := runToEnd(t, environment, "token", "create", "--owner", address, "--name", "of "+address); p.exit() != 0 {
		t.Fatal(p.err.String())
	}
	conn, err := pgx.Connect(t.Context(), database)
	must(t, err)
	defer conn.Close(context.WithoutCancel(t.Context()))
	_, err = conn.Exec(t.Context(), `
		WITH made AS (
			INSERT INTO change_sets (id, title, reason, origin, spec, selected)
			VALUES (gen_random_uuid(), '', '', 'bulk', '{}', 0)
			RETURNING id
		)
		INSERT INTO change_comments (id, change_set_id, author_id, body)
		SELECT gen_random_uuid(), made.id, m.id, 'Write to ' || m.email
		FROM made, members m`)
	must(t, err)
	if len(tablesWith(t, conn, address)) < 4 {
		t.Fatalf("before: %v", tablesWith(t, conn, address))
	}
	_, err = conn.Exec(t.Context(), strings.ReplaceAll(statements, "ada@example.org", address))
	must(t, err)
	if left := tablesWith(t, conn, address); len(left) > 0 {
		t.Errorf("the address is left in %v", left)
	}
	var changes int
	must(t, conn.QueryRow(t.Context(), "SELECT count(*) FROM audit_events WHERE action = 'source.created' AND changes "+
		"<> '[]'").Scan(&changes))
	if changes != 1 {
		t.Errorf("%d changes of sources are left, want 1", changes)
	}
}

// tablesWith returns the tables that have rows with a text.
func tablesWith(t *testing.T, conn *pgx.Conn, text string) (tables []string) {
	t.Helper()
	rows, err := conn.Query(t.Context(), `SELECT relname FROM pg_class
		WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`)
	must(t, err)
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	for _, name := range names {
		var has bool
		query := "SELECT EXISTS (SELECT FROM " + pgx.Identifier{name}.Sanitize() + " r WHERE r::text ILIKE '%' || $1 || '%')"
		must(t, conn.QueryRow(t.Context(), query, text).Scan(&has))
		if has {
			tables = append(tables, name)
		}
	}
	return tables
}
