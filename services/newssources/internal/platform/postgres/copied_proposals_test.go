package postgres_test

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// TestProposalsAreCopied covers an upgrade from the version that stored suggestions for fields in
// the table proposals: existing rows are copied, and what processes of that version write during
// the upgrade is copied, too.
func TestProposalsAreCopied(t *testing.T) {
	t.Parallel()
	url := testdb.Empty(t)
	db, p := open(t, url), provider(t, url)
	if _, err := p.UpTo(t.Context(), 20261124031500); err != nil {
		t.Fatal(err)
	}
	exec := func(statement string) {
		t.Helper()
		if _, err := db.Pool.Exec(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	exec(`INSERT INTO sources (id, created_at, updated_at, name, name_key, search_text, homepage_url, canonical_domain,
		endpoint_kinds, languages)
		VALUES ('00000000-0000-7000-8000-000000000001', now(), now(), 'Paper', 'paper', '', 'https://paper.test/',
			'paper.test', '[]', '[]')`)
	const insert = `INSERT INTO proposals (id, source_id, field, before, value, origin, state, created_at)
		SELECT ('00000000-0000-7000-8000-00000000001' || n)::uuid, s.id, field, before, value, 'the title', state, now()
		FROM sources s, (VALUES `
	const columns = `) v(n, field, before, value, state)`
	exec(insert + `(1, 'name', 'paper.test', 'The Paper', 'open'), (2, 'country', '', 'IE', 'dismissed'),
		(3, 'country', '', 'GB', 'accepted'), (4, 'country', '', 'GB', 'accepted')` + columns)
	if _, err := p.Up(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := func(rows ...string) {
		t.Helper()
		found, err := db.Pool.Query(t.Context(), `SELECT concat_ws(' ', right(id::text, 1), field, state,
				evidence->>'before', evidence->>'after', evidence->>'origin')
			FROM suggestions WHERE kind = 'field' ORDER BY id`)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := pgx.CollectRows(found, pgx.RowTo[string]); err != nil || !slices.Equal(got, rows) {
			t.Errorf("%q, %v, want %q", got, err, rows)
		}
	}
	const dismissed, accepted = "2 country dismissed IE the title", "4 country accepted GB the title"
	want("1 name open paper.test The Paper the title", dismissed, accepted)
	exec("UPDATE proposals SET state = 'dismissed', decided_at = now() WHERE field = 'name'")
	exec(insert + "(5, 'logo', '', 'https://paper.test/logo.png', 'open'), (6, 'languages', '', 'ga', 'open')" + columns)
	exec("DELETE FROM proposals WHERE field = 'logo' OR state = 'accepted'")
	want("1 name dismissed paper.test The Paper the title", dismissed, accepted, "6 languages open ga the title")
}
