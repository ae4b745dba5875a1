package main

import (
	"context"
	"errors"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres/catalog"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// earlierRows are rows of an installation of the earlier version. Triggers add rows to other
// tables.
var earlierRows = []string{
	`INSERT INTO members (id, uid, email, email_key, role, created_at, updated_at)
		VALUES ('00000000-0000-7000-8000-000000000001', 'u', 'ada@example.org', 'ada@example.org', 'admin', now(), now())`,
	`INSERT INTO sources (id, created_at, updated_at, name, name_key, search_text, homepage_url, canonical_domain,
		languages, endpoint_kinds)
		SELECT gen_random_uuid(), now(), now(), n, n, n, 'https://' || n || '.example/', n || '.example', '["en"]', '["rss"]'
		FROM generate_series(1, 20) n`,
	`INSERT INTO endpoints (id, created_at, updated_at, source_id, kind, url_entered, url, url_key)
		SELECT gen_random_uuid(), now(), now(), id, 'rss', homepage_url || 'feed', homepage_url || 'feed',
			canonical_domain || '/feed'
		FROM sources`,
	`UPDATE endpoint_states SET health = 'gone', health_cause = 'gone', last_new_item_at = now()`,
	`UPDATE source_health SET assignee_id = '00000000-0000-7000-8000-000000000001'`,
	`INSERT INTO endpoint_known_items (endpoint_id, revision, fingerprints, gaps) SELECT id, 1, 'fingerprints', 'gaps'
		FROM endpoints`,
	`INSERT INTO items (endpoint_id, first_seen_at, identity, title, url) SELECT id, now(), 'identity', 'Title', url
		FROM endpoints`,
	`INSERT INTO river_job (args, kind, max_attempts) VALUES ('{}', 'visits', 1)`,
}

// readSchema returns the files of the schema without white space, in which the bodies of functions
// may differ.
func readSchema(t *testing.T, database string) map[string]string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	must(t, err)
	defer conn.Close(context.Background())
	files, err := catalog.Read(t.Context(), conn)
	must(t, err)
	for file, text := range files {
		files[file] = strings.Join(strings.Fields(text), "")
	}
	return files
}

// readRows returns the rows of tables as JSON, sorted, with the given columns.
func readRows(t *testing.T, database string, columns map[string][]string) map[string][]string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	must(t, err)
	defer conn.Close(context.Background())
	rows := map[string][]string{}
	for table, names := range columns {
		selected, err := conn.Query(t.Context(),
			"SELECT to_jsonb(r)::text FROM (SELECT "+strings.Join(names, ", ")+" FROM "+table+") r ORDER BY 1")
		must(t, err)
		rows[table], err = pgx.CollectRows(selected, pgx.RowTo[string])
		must(t, err)
	}
	return rows
}

var isLaterFacet = regexp.MustCompile(`"facet": "(region|use_\w+|rights_review)"`)

// TestUpgradedSchemaEqualsANewOne migrates a database of the earlier version, whose migrations were
// other files. Its schema must become that of a new database, and its rows must not change.
func TestUpgradedSchemaEqualsANewOne(t *testing.T) {
	t.Parallel()
	file, err := earlierBinary()
	if errors.Is(err, errNoHistory) && os.Getenv("CI") == "" {
		t.Skip(err)
	}
	must(t, err)
	database := testdb.Empty(t)
	environment := map[string]string{"DATABASE_URL": database}
	if p := startBinary(t, file, environment, "migrate", "up"); p.exit() != 0 {
		t.Fatal(p.err.String())
	}
	conn, err := pgx.Connect(t.Context(), database)
	must(t, err)
	for _, statement := range earlierRows {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	columns := map[string][]string{}
	rows, err := conn.Query(t.Context(), `SELECT c.relname, quote_ident(a.attname) FROM pg_class c
		JOIN pg_attribute a ON a.attrelid = c.oid
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
			AND c.relname <> 'goose_db_version'
			AND a.attnum > 0 AND NOT a.attisdropped`)
	must(t, err)
	var table, column string
	_, err = pgx.ForEachRow(rows, []any{&table, &column}, func() error {
		columns[table] = append(columns[table], column)
		return nil
	})
	must(t, errors.Join(err, conn.Close(t.Context())))
	before := readRows(t, database, columns)
	if n := len(before["source_health_changes"]); n == 0 {
		t.Fatalf("%d changes of health before the upgrade", n)
	}

	if up := runToEnd(t, environment, "migrate", "up"); up.exit() != 0 ||
		strings.Contains(up.out.String(), "_baseline.sql") {
		t.Fatalf("%s%s", up.out.String(), up.err.String())
	}
	want, got := readSchema(t, testdb.URL(t)), readSchema(t, database)
	for _, file := range slices.Sorted(maps.Keys(want)) {
		if got[file] != want[file] {
			t.Errorf("%s is\n%s\nwant\n%s", file, got[file], want[file])
		}
		delete(got, file)
	}
	if len(got) > 0 {
		t.Errorf("objects that a new database does not have: %v", got)
	}
	after := readRows(t, database, columns)
	// Migrations after the baseline count the sources of each region, use and review of the rights, and
	// plan a visit of each homepage.
	after["source_count_deltas"] = slices.DeleteFunc(after["source_count_deltas"], isLaterFacet.MatchString)
	if visits, sources := len(after["visits"]), len(before["sources"]); visits != sources {
		t.Errorf("%d visits are planned for %d sources", visits, sources)
	}
	delete(before, "visits")
	for table, rows := range before {
		if !slices.Equal(after[table], rows) {
			t.Errorf("the rows of %s are %v, want %v", table, after[table], rows)
		}
	}
}
