package postgres_test

import (
	"database/sql"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver
	"github.com/pressly/goose/v3"
	"golang.org/x/sync/errgroup"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres/catalog"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// provider returns a goose provider that can run the migrations one by one.
func provider(t *testing.T, url string) *goose.Provider {
	t.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	p, err := goose.NewProvider(goose.DialectPostgres, db, postgres.MigrationFiles())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestMigrateUp(t *testing.T) {
	t.Parallel()
	url := testdb.Empty(t)
	db := open(t, url)
	if err := db.CheckMigrations(t.Context()); err == nil || !strings.Contains(err.Error(), "migrate up") {
		t.Errorf("an empty database: %v", err)
	}
	status, err := postgres.MigrationStatus(t.Context(), url)
	if err != nil || len(status) < 2 || status[0].Applied || status[0].Version == 0 {
		t.Fatalf("before: %+v, %v", status, err)
	}
	applied, err := postgres.MigrateUp(t.Context(), url)
	if err != nil || len(applied) != len(status) {
		t.Fatalf("applied %+v, %v", applied, err)
	}
	again, err := postgres.MigrateUp(t.Context(), url)
	if err != nil || len(again) != 0 {
		t.Errorf("again it applied %+v, %v", again, err)
	}
	status, err = postgres.MigrationStatus(t.Context(), url)
	for _, m := range status {
		if !m.Applied || m.At.IsZero() || !strings.HasSuffix(m.Name, ".sql") {
			t.Errorf("after: %+v, %v", m, err)
		}
	}
	if err := db.CheckMigrations(t.Context()); err != nil {
		t.Errorf("after migrating: %v", err)
	}
	// After a rollback, the old version of the service runs on the new schema.
	if _, err := db.Pool.Exec(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES "+
		"(99991231235959, true)"); err != nil {
		t.Fatal(err)
	}
	if err := db.CheckMigrations(t.Context()); err != nil {
		t.Errorf("a database that is ahead: %v", err)
	}
}

func TestConcurrentMigrateUp(t *testing.T) {
	t.Parallel()
	url := testdb.Empty(t)
	var group errgroup.Group
	applied := make(chan int, 3)
	for range 3 {
		group.Go(func() error {
			list, err := postgres.MigrateUp(t.Context(), url)
			applied <- len(list)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	status, err := postgres.MigrationStatus(t.Context(), url)
	if sum := <-applied + <-applied + <-applied; err != nil || sum != len(status) {
		t.Errorf("%d of %d were applied, %v", sum, len(status), err)
	}
}

// TestSchemaOlderThanTheBaselineIsRefused checks that a database of an early version is left as it
// is, and that the errors say what to do.
func TestSchemaOlderThanTheBaselineIsRefused(t *testing.T) {
	t.Parallel()
	url := testdb.Empty(t)
	db := open(t, url)
	if _, err := provider(t, url).GetDBVersion(t.Context()); err != nil { // creates goose's table
		t.Fatal(err)
	}
	const before = "INSERT INTO goose_db_version (version_id, is_applied) VALUES (20261120000001, true), " +
		"(20261123063000, true)"
	if _, err := db.Pool.Exec(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	applied, err := postgres.MigrateUp(t.Context(), url)
	for _, err := range []error{err, db.CheckMigrations(t.Context())} {
		if err == nil || !strings.Contains(err.Error(), "at 20261123063000") ||
			!strings.Contains(err.Error(), "of commit a0c7f8f first") {
			t.Errorf("an older schema: %v", err)
		}
	}
	if left := schema(t, db); len(applied) != 0 || left != "" {
		t.Errorf("%+v were applied, the database has %s", applied, left)
	}
	if pending, err := db.HasPendingMigrations(t.Context()); err != nil || !pending {
		t.Errorf("pending: %v, %v", pending, err)
	}
}

// TestEachMigrationDownAndUp checks that each migration can be reverted and applied again.
func TestEachMigrationDownAndUp(t *testing.T) {
	t.Parallel()
	url := testdb.Empty(t)
	db := open(t, url)
	p := provider(t, url)
	if _, err := p.GetDBVersion(t.Context()); err != nil { // creates goose's table
		t.Fatal(err)
	}
	sources := p.ListSources()
	for i, source := range sources {
		before := schema(t, db)
		if _, err := p.UpByOne(t.Context()); err != nil {
			t.Fatal(err)
		}
		after := schema(t, db)
		if err := db.CheckMigrations(t.Context()); (err == nil) != (i == len(sources)-1) {
			t.Errorf("after %s: %v", source.Path, err)
		}
		if before == after {
			t.Errorf("%s does not change the schema", source.Path)
		}
		if _, err := p.Down(t.Context()); err != nil {
			t.Fatal(err)
		}
		if left := difference(before, schema(t, db)); left != "" {
			t.Errorf("%s leaves after Down:\n%s", source.Path, left)
		}
		if _, err := p.UpByOne(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := schema(t, db); got != after {
			t.Errorf("%s applied again results in another schema:\n%s", source.Path, difference(after, got))
		}
	}
	if _, err := p.DownTo(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	if left := schema(t, db); left != "" {
		t.Errorf("Down of all migrations leaves %s", left)
	}
}

// TestEachTriggerHasAReason checks that the comment of each trigger names the concurrent writers
// that make it necessary.
func TestEachTriggerHasAReason(t *testing.T) {
	t.Parallel()
	files, triggers := schema(t, open(t, testdb.URL(t))), 0
	var before string
	for line := range strings.Lines(files) {
		file, text, _ := strings.Cut(line, ": ")
		if strings.HasPrefix(text, "CREATE TRIGGER ") {
			triggers++
			if !strings.HasPrefix(before, file+": -- ") {
				t.Errorf("COMMENT ON TRIGGER is missing: %s", line)
			}
		}
		before = line
	}
	if triggers == 0 {
		t.Error("the schema has no triggers")
	}
}

// schema returns the schema as text. Each line begins with its file in the folder schema.
func schema(t *testing.T, db *postgres.DB) string {
	t.Helper()
	conn, err := db.Pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	files, err := catalog.Read(t.Context(), conn.Conn())
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, file := range slices.Sorted(maps.Keys(files)) {
		for line := range strings.Lines(files[file]) {
			text.WriteString(file + ": " + line)
		}
	}
	return text.String()
}

func difference(want, got string) string {
	lines := map[string]int{}
	for line := range strings.Lines(want) {
		lines[strings.TrimSpace(line)]--
	}
	for line := range strings.Lines(got) {
		lines[strings.TrimSpace(line)]++
	}
	var list []string
	for line, n := range lines {
		if n != 0 {
			list = append(list, map[bool]string{true: "+ ", false: "- "}[n > 0]+line)
		}
	}
	slices.Sort(list)
	return strings.Join(list, "\n")
}

func TestFailedMigrationIsRolledBack(t *testing.T) {
	t.Parallel()
	url := testdb.Empty(t)
	db := open(t, url)
	if _, err := db.Pool.Exec(t.Context(), "CREATE TABLE sources (mine int)"); err != nil {
		t.Fatal(err)
	}
	applied, err := postgres.MigrateUp(t.Context(), url)
	if err == nil || !strings.Contains(err.Error(), "_baseline.sql") || len(applied) != 0 {
		t.Errorf("applied %+v, %v", applied, err)
	}
	if err := db.CheckMigrations(t.Context()); err == nil || !strings.Contains(err.Error(), "has no schema") {
		t.Errorf("after the failed migration: %v", err)
	}
	var tables int
	row := db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM information_schema.tables WHERE table_name IN "+
		"('audit_events', 'members')")
	if err := errors.Join(row.Scan(&tables)); err != nil || tables != 0 {
		t.Errorf("the failed migration left %d tables, %v", tables, err)
	}
}
