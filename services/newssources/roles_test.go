package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// TestServiceRunsWithoutDDLRights migrates with one role and runs the service with another one,
// which can neither create nor change tables.
func TestServiceRunsWithoutDDLRights(t *testing.T) {
	t.Parallel()
	r := testdb.NewRoles(t)
	migrate := func() *process {
		return runToEnd(t, map[string]string{"DATABASE_URL": r.Service, "MIGRATE_DATABASE_URL": r.Owner}, "migrate", "up")
	}
	if up := migrate(); up.exit() != 0 || !strings.Contains(up.out.String(), "applied ") {
		t.Fatalf("%s%s", up.out.String(), up.err.String())
	}
	if again := migrate(); again.exit() != 0 {
		t.Fatalf("second run: %s%s", again.out.String(), again.err.String())
	}
	conn, err := pgx.Connect(t.Context(), r.Service)
	must(t, err)
	defer conn.Close(context.Background())
	for _, statement := range []string{"CREATE TABLE x ()", "CREATE TEMPORARY TABLE x ()", "ALTER TABLE sources ADD x int",
		"DROP INDEX members_by_email", "TRUNCATE sources",
		"UPDATE goose_db_version SET is_applied = false", "DELETE FROM river_migration",
		"UPDATE audit_events SET actor_name = ''", "DELETE FROM audit_events",
		"UPDATE attempts SET detail = ''", "DELETE FROM attempts", "DELETE FROM items", "DELETE FROM items_default",
		"DROP TABLE attempts_default",
		"SELECT drop_check_partitions(1, 1)"} {
		if _, err := conn.Exec(t.Context(), statement); err == nil {
			t.Errorf("the service's role may run %s", statement)
		}
	}

	s := startService(t, r.Service, map[string]string{"DEFAULT_ROLE": "admin", "CREDENTIALS_KEYS": testKey})
	waitUntil(t, "not ready", func() bool { return s.probe("/readyz").status == 200 })
	s.signIn()
	json := []string{"Content-Type", "application/json", "Idempotency-Key", "k"}
	path := s.createSource("daily")
	etag := s.get(path).header.Get("ETag")
	for _, step := range []struct {
		method, path, body string
		header             []string
		status             int
	}{
		{"POST", path + "/endpoints", `{"kind":"rss","url":"https://joe:pw@daily.example/rss"}`, json, 201},
		{"PATCH", path, `{"name":"The Daily","tags":["a"]}`, []string{"If-Match", etag}, 200},
		{"GET", "/newssources?q=daily&facets=true", "", nil, 200},
		{"GET", "/newssources/endpoints", "", nil, 200},
		{"GET", "/newssources/history", "", nil, 200},
		{"GET", "/newssources/summary", "", nil, 200},
		{"POST", "/newssources/invitations", `{"email":"ben@example.com","role":"viewer"}`, json[:2], 201},
		{"POST", path + "/visit", "", nil, 200},
		{"POST", "/newssources/visits/pause", "", nil, 200},
	} {
		if got := s.call(t.Context(), step.method, step.path, step.body, step.header...); got.status != step.status {
			t.Errorf("%s %s: %d %s", step.method, step.path, got.status, got.body)
		}
	}
	accepted := s.call(t.Context(), "POST", "/newssources/imports", opmlList(1, 3), "Content-Type",
		"application/octet-stream")
	waitUntil(t, "the import doesn't end", func() bool {
		return strings.Contains(string(s.get(accepted.header.Get("Location")).body), `"state":"done"`)
	})
	// All other jobs are periodic, or follow from the requests above.
	_, err = conn.Exec(t.Context(), `
		INSERT INTO river_job (kind, queue, args, max_attempts)
		VALUES
			('deliver_alert', 'deliveries', '{}', 1), ('change_set', 'changes', '{}', 1), ('stage_table', 'tables', '{}', 1)`)
	must(t, err)
	kinds := jobKinds(t)
	waitUntil(t, "not all kinds of jobs run", func() bool {
		var missing []string
		row := conn.QueryRow(t.Context(), "SELECT array_agg(k) FROM unnest($1::text[]) k WHERE NOT EXISTS (SELECT FROM "+
			"river_job WHERE kind = k AND state IN ('completed', 'discarded'))", kinds)
		must(t, row.Scan(&missing))
		return len(missing) == 0
	})
	for _, command := range [][]string{{"reseal"}, {"import", writeFile(t, "list.opml", opmlList(10, 3))}} {
		if p := runToEnd(t, map[string]string{"DATABASE_URL": r.Service, "CREDENTIALS_KEYS": testKey},
			command...); p.exit() != 0 {
			t.Errorf("%v: %s%s", command, p.out.String(), p.err.String())
		}
	}
	sites := startSites(t, simulator.Options{})
	addOrdinarySites(t, r.Service, sites, 3)
	w := startWorker(t, r.Service, sites, map[string]string{"CREDENTIALS_KEYS": testKey})
	waitUntil(t, "the worker records no checks", func() bool { return countRows(t, r.Admin, "attempts") >= 3 })
	var refused string
	must(t, conn.QueryRow(t.Context(), "SELECT coalesce(string_agg(kind || ': ' || errors::text, '; '), '') FROM "+
		"river_job WHERE errors::text LIKE '%permission denied%'").Scan(&refused))
	for name, log := range map[string]string{"API": s.out.String(), "worker": w.out.String(), "jobs": refused} {
		if strings.Contains(log, "permission denied") || strings.Contains(log, "must be owner") ||
			strings.Contains(log, `"level":"ERROR"`) {
			t.Errorf("errors in the log of the %s: %s", name, log)
		}
	}
}

// jobKinds returns the names of all kinds of jobs, in the code.
func jobKinds(t *testing.T) (kinds []string) {
	t.Helper()
	table, err := os.ReadFile("internal/jobs/table.go")
	must(t, err)
	for _, match := range regexp.MustCompile(`(?:periodic\(|single\(|name: )"(\w+)"`).FindAllSubmatch(table, -1) {
		kinds = append(kinds, string(match[1]))
	}
	if len(kinds) < 14 {
		t.Fatalf("the kinds of jobs are %v", kinds)
	}
	return kinds
}

func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	must(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

// TestMigrateGrantsRightsBesideForeignObjects migrates databases that contain extensions and tables
// of other roles, or whose search path names another schema. Rights that an earlier version granted
// are revoked.
func TestMigrateGrantsRightsBesideForeignObjects(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string][]string{
		"extensions in the schema": {"CREATE EXTENSION pg_stat_statements", "CREATE EXTENSION pgcrypto",
			"CREATE EXTENSION pg_buffercache", "CREATE EXTENSION pg_trgm"},
		"objects of other roles": {"CREATE TABLE foreign_table (n int)", "REVOKE ALL ON foreign_table FROM PUBLIC",
			"CREATE SEQUENCE foreign_sequence",
			"CREATE FUNCTION foreign_function() RETURNS int LANGUAGE sql AS 'SELECT 1'",
			"REVOKE EXECUTE ON FUNCTION foreign_function FROM PUBLIC"},
		"another schema": {"CREATE SCHEMA \"News Sources\"", "DO $$ BEGIN EXECUTE format('ALTER SCHEMA \"News Sources\" " +
			"OWNER TO %I; ALTER DATABASE %I SET search_path = \"News Sources\", public', " +
			"(SELECT datdba::regrole::text FROM pg_database WHERE datname = current_database()), current_database()); END $$"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := testdb.NewRoles(t)
			admin, err := pgx.Connect(t.Context(), r.Admin)
			must(t, err)
			defer admin.Close(context.Background())
			for _, statement := range prepare {
				if _, err := admin.Exec(t.Context(), statement); err != nil {
					t.Fatalf("%s: %v", statement, err)
				}
			}
			roles := map[string]string{"DATABASE_URL": r.Service, "MIGRATE_DATABASE_URL": r.Owner}
			up := runToEnd(t, roles, "migrate", "up")
			if text := up.out.String(); up.exit() != 0 ||
				strings.Contains(text, "warning") != (name == "objects of other roles") {
				t.Fatalf("%s%s", text, up.err.String())
			}
			service, err := pgx.Connect(t.Context(), r.Service)
			must(t, err)
			defer service.Close(context.Background())
			expectRights(t, service)
			owner, err := pgx.Connect(t.Context(), r.Owner)
			must(t, err)
			defer owner.Close(context.Background())
			// As the version before granted.
			_, err = owner.Exec(t.Context(), "GRANT ALL ON audit_events, attempts, goose_db_version TO "+service.Config().User)
			must(t, err)
			if again := runToEnd(t, roles, "migrate", "up"); again.exit() != 0 {
				t.Fatalf("%s%s", again.out.String(), again.err.String())
			}
			expectRights(t, service)
		})
	}
}

// expectRights expects that the service may read and change all tables of the migrations, except
// those whose rows are never changed, and that it can call all functions.
func expectRights(t *testing.T, service *pgx.Conn) {
	t.Helper()
	var wrong string
	must(t, service.QueryRow(t.Context(), `
		SELECT coalesce(string_agg(format('%s: %s', c.oid::regclass, r.rights), '; '), '')
		FROM pg_class c,
			LATERAL (SELECT string_agg(p, ' ' ORDER BY p)
			FROM unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,TRIGGER,REFERENCES}'::text[]) p
			WHERE has_table_privilege(c.oid, p)) r(rights)
		WHERE c.relkind IN ('r', 'p') AND c.relowner = (SELECT relowner FROM pg_class WHERE oid = 'sources'::regclass)
			AND rights IS DISTINCT FROM CASE
			WHEN relispartition OR relname IN ('goose_db_version', 'river_migration') THEN 'SELECT'
			WHEN relname IN ('audit_events', 'attempts', 'items') THEN 'INSERT SELECT' ELSE 'DELETE INSERT SELECT UPDATE' END`).Scan(&wrong))
	if wrong != "" {
		t.Errorf("the service has the wrong rights on %s", wrong)
	}
	must(t, service.QueryRow(t.Context(), `SELECT coalesce(string_agg(p.oid::regprocedure::text, '; '), '') FROM pg_proc p
		WHERE proowner = (SELECT relowner FROM pg_class WHERE oid = 'sources'::regclass)
			AND NOT has_function_privilege(p.oid, 'EXECUTE')`).Scan(&wrong))
	if wrong != "" {
		t.Errorf("the service cannot call %s", wrong)
	}
	_, err := service.Exec(t.Context(), "SELECT make_check_partitions(), drop_check_partitions(90, 30)")
	must(t, err)
}

func TestMigrateNamesTheMissingRole(t *testing.T) {
	t.Parallel()
	r := testdb.NewRoles(t)
	missing := strings.Replace(r.Service, "service_", "missing_", 1)
	up := runToEnd(t, map[string]string{"DATABASE_URL": missing, "MIGRATE_DATABASE_URL": r.Owner}, "migrate", "up")
	if text := up.err.String(); up.exit() == 0 || !strings.Contains(text, `the role "missing_`) ||
		strings.Contains(text, testdb.RolePassword) {
		t.Errorf("got %s", text)
	}
	broken := runToEnd(t, map[string]string{"DATABASE_URL": r.Service, "MIGRATE_DATABASE_URL": "postgres://a:b/c@d/x"},
		"migrate", "up")
	if text := broken.err.String(); broken.exit() == 0 || !strings.Contains(text, "MIGRATE_DATABASE_URL is invalid") {
		t.Errorf("got %s", text)
	}
}
