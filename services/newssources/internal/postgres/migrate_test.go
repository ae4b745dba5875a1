package postgres_test

import (
	"database/sql"
	"errors"
	"slices"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver
	"github.com/pressly/goose/v3"
	"golang.org/x/sync/errgroup"

	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/testdb"
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
	if err != nil || len(status) < 5 || status[0].Applied || status[0].Version == 0 {
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
	if _, err := db.Pool.Exec(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99991231235959, true)"); err != nil {
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

// irreversible lists the changes that a Down migration of River does not revert: PostgreSQL cannot drop an enum value.
var irreversible = map[string]string{
	"20261120000004_river_pending.sql": "+ column river_job.metadata jsonb jsonb null:YES default:\n" + "+ enum river_job_state pending\n" +
		"- column river_job.metadata jsonb jsonb null:NO default:'{}'::jsonb",
}

// dataMigrations change rows and not the schema.
var dataMigrations = map[string]bool{"20261122054336_derived_fields.sql": true, "20261122100001_check_existing_endpoints.sql": true}

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
		if (before == after) != dataMigrations[source.Path] {
			t.Errorf("%s: changes of the schema: %v", source.Path, before != after)
		}
		if _, err := p.Down(t.Context()); err != nil {
			t.Fatal(err)
		}
		if left := difference(before, schema(t, db)); left != irreversible[source.Path] {
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
	if _, err := p.Up(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, want := schema(t, db), schema(t, open(t, testdb.URL(t))); got != want {
		t.Errorf("Down and Up of all migrations results in another schema:\n%s", difference(want, got))
	}
}

// schema returns a description of the schema.
func schema(t *testing.T, db *postgres.DB) (text string) {
	t.Helper()
	err := db.Pool.QueryRow(t.Context(), `SELECT coalesce(string_agg(line, E'\n' ORDER BY line COLLATE "C"), '') FROM (
		SELECT format('column %s.%s %s %s null:%s default:%s %s', table_name, column_name, data_type, udt_name, is_nullable, column_default, collation_name)
			FROM information_schema.columns WHERE table_schema = 'public'
		UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
		UNION ALL SELECT format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
			WHERE connamespace = 'public'::regnamespace
		UNION ALL SELECT format('function %s %s %s', p.oid::regprocedure, md5(p.prosrc), p.proconfig) FROM pg_proc p
			WHERE pronamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
		UNION ALL SELECT format('type %s', oid::regtype) FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype = 'e'
		UNION ALL SELECT format('enum %s %s', enumtypid::regtype, enumlabel) FROM pg_enum
		UNION ALL SELECT format('trigger %s %s', tgrelid::regclass, tgname) FROM pg_trigger WHERE NOT tgisinternal
		UNION ALL SELECT 'extension ' || extname FROM pg_extension) objects(line)`).Scan(&text)
	if err != nil {
		t.Fatal(err)
	}
	return text
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

// TestMigrationListsTags covers sources that were tagged before sources had a list of tag ids.
func TestMigrationListsTags(t *testing.T) {
	t.Parallel()
	url := testdb.Empty(t)
	db, migrations := open(t, url), provider(t, url)
	if _, err := migrations.UpTo(t.Context(), 20261122131500); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		`INSERT INTO sources (id, created_at, updated_at, name, name_key, search_text, homepage_url, canonical_domain, languages, endpoint_kinds)
			SELECT gen_random_uuid(), now(), now(), n, n, n, 'https://' || n || '.example/', n || '.example', '[]', '[]' FROM generate_series(1, 1200) n`,
		"INSERT INTO tags (id, name, name_key) SELECT gen_random_uuid(), n, n FROM generate_series(1, 3) n",
		"INSERT INTO source_tags (source_id, tag_id) SELECT s.id, t.id FROM sources s JOIN tags t ON s.name::int % t.name::int = 1",
	} {
		if _, err := db.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	if _, err := migrations.Up(t.Context()); err != nil {
		t.Fatal(err)
	}
	var wrong, tagged, drifted int
	err := db.Pool.QueryRow(t.Context(), `SELECT
		(SELECT count(*) FROM sources s WHERE s.tag_ids <> coalesce((SELECT jsonb_agg(t.tag_id ORDER BY t.tag_id) FROM source_tags t WHERE t.source_id = s.id), '[]')),
		(SELECT count(*) FROM sources s WHERE s.tag_ids <> '[]'),
		(SELECT count(*) FROM (SELECT facet, lifecycle, value FROM (SELECT facet, lifecycle, value, n FROM count_sources() UNION ALL
			SELECT facet, lifecycle, value, -n FROM source_counts UNION ALL SELECT facet, lifecycle, value, -n FROM source_count_deltas) c
			GROUP BY 1, 2, 3 HAVING sum(n) <> 0) d)`).Scan(&wrong, &tagged, &drifted)
	if err != nil || wrong != 0 || tagged != 800 || drifted != 0 {
		t.Errorf("%d lists differ from the tags, %d sources have tags, %d counters differ, %v", wrong, tagged, drifted, err)
	}
}

// TestMigrationOrdersSources covers sources that existed before each source had a row in source_health.
func TestMigrationOrdersSources(t *testing.T) {
	t.Parallel()
	url := testdb.Empty(t)
	db, migrations := open(t, url), provider(t, url)
	if _, err := migrations.UpTo(t.Context(), 20261122200000); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		`INSERT INTO sources (id, created_at, updated_at, name, name_key, search_text, homepage_url, canonical_domain, languages, endpoint_kinds)
			SELECT gen_random_uuid(), now(), now(), n, n, n, 'https://' || n || '.example/', n || '.example', '[]', '[]' FROM generate_series(1, 1200) n`,
		`INSERT INTO endpoints (id, created_at, updated_at, source_id, kind, url_entered, url, url_key)
			SELECT gen_random_uuid(), now(), now(), id, 'rss', homepage_url || 'feed', homepage_url || 'feed', homepage_url || 'feed' FROM sources WHERE name::int % 3 > 0`,
		`UPDATE endpoint_states t SET last_new_item_at = timestamptz '2026-01-01 00:00Z' + s.name::int * interval '1 hour'
			FROM endpoints e JOIN sources s ON s.id = e.source_id WHERE e.id = t.endpoint_id AND s.name::int % 3 = 1`,
	} {
		if _, err := db.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	if _, err := migrations.Up(t.Context()); err != nil {
		t.Fatal(err)
	}
	var rows, withItem, wrong int
	err := db.Pool.QueryRow(t.Context(), `SELECT count(*), count(last_new_item_at), count(*) FILTER (WHERE last_new_item_at IS DISTINCT FROM
		CASE WHEN name::int % 3 = 1 THEN timestamptz '2026-01-01 00:00Z' + name::int * interval '1 hour' END)
		FROM source_health h JOIN sources s ON s.id = h.source_id`).Scan(&rows, &withItem, &wrong)
	if err != nil || rows != 1200 || withItem != 400 || wrong != 0 {
		t.Errorf("%d rows, %d with a last new item, %d wrong, %v", rows, withItem, wrong, err)
	}
}

func TestFailedMigrationIsRolledBack(t *testing.T) {
	t.Parallel()
	url := testdb.Empty(t)
	db := open(t, url)
	if _, err := db.Pool.Exec(t.Context(), "CREATE TABLE sources (mine int)"); err != nil {
		t.Fatal(err)
	}
	applied, err := postgres.MigrateUp(t.Context(), url)
	if err == nil || !strings.Contains(err.Error(), "_register.sql") || len(applied) != 1 {
		t.Errorf("applied %+v, %v", applied, err)
	}
	if err := db.CheckMigrations(t.Context()); err == nil || !strings.Contains(err.Error(), "are pending") {
		t.Errorf("after the failed migration: %v", err)
	}
	var tables int
	row := db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM information_schema.tables WHERE table_name IN ('audit_events', 'members')")
	if err := errors.Join(row.Scan(&tables)); err != nil || tables != 0 {
		t.Errorf("the failed migration left %d tables, %v", tables, err)
	}
}
