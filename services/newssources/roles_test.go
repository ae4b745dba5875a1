package main

import (
	"context"
	"crypto/rand"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/testdb"
)

// roles are the URLs of a database for its owner, who migrates it, and for the service.
type roles struct{ admin, owner, service string }

// newRoles creates two roles and an empty database that belongs to the first one.
func newRoles(t *testing.T) roles {
	t.Helper()
	admin := testdb.Empty(t)
	conn, err := pgx.Connect(t.Context(), admin)
	must(t, err)
	suffix := strings.ToLower(rand.Text()[:12])
	as := func(role string) string {
		u, err := url.Parse(admin)
		must(t, err)
		u.User = url.UserPassword(role, testPassword)
		return u.String()
	}
	owner, service := "owner_"+suffix, "service_"+suffix
	t.Cleanup(func() { // runs before the database is dropped
		defer conn.Close(context.Background())
		for _, statement := range []string{"DROP OWNED BY " + service, "REASSIGN OWNED BY " + owner + " TO CURRENT_USER", "DROP OWNED BY " + owner,
			"DROP ROLE " + service, "DROP ROLE " + owner} {
			if _, err := conn.Exec(context.Background(), statement); err != nil {
				t.Error(err)
			}
		}
	})
	for _, statement := range documentedRoles(t, conn.Config().Database, owner, service) {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	return roles{admin, as(owner), as(service)}
}

// documentedRoles returns the statements of the section "Database roles" of OPERATIONS.md, for an existing database and with other names.
func documentedRoles(t *testing.T, database, owner, service string) []string {
	t.Helper()
	text, err := os.ReadFile("../../.github/OPERATIONS.md")
	must(t, err)
	names := strings.NewReplacer(
		"CREATE DATABASE newssources OWNER newssources_owner", "ALTER DATABASE "+database+" OWNER TO "+owner,
		"DATABASE newssources ", "DATABASE "+database+" ", "ROLE newssources_owner ", "ROLE "+owner+" ", "ROLE newssources ", "ROLE "+service+" ", "…", testPassword)
	_, section, _ := strings.Cut(string(text), "\n## Database roles\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var statements []string
	for _, match := range regexp.MustCompile(`(?m)^    ([A-Z].*);$`).FindAllStringSubmatch(section, -1) {
		statements = append(statements, names.Replace(match[1]))
	}
	if len(statements) != 5 {
		t.Fatalf("OPERATIONS.md creates the roles with %q", statements)
	}
	return statements
}

// TestServiceRunsWithoutDDLRights migrates with one role and runs the service with another one, which can neither create
// nor change tables.
func TestServiceRunsWithoutDDLRights(t *testing.T) {
	t.Parallel()
	r := newRoles(t)
	migrate := func() *process {
		return runToEnd(t, map[string]string{"DATABASE_URL": r.service, "MIGRATE_DATABASE_URL": r.owner}, "migrate", "up")
	}
	if up := migrate(); up.exit() != 0 || !strings.Contains(up.out.String(), "applied ") {
		t.Fatalf("%s%s", up.out.String(), up.err.String())
	}
	if again := migrate(); again.exit() != 0 {
		t.Fatalf("second run: %s%s", again.out.String(), again.err.String())
	}
	conn, err := pgx.Connect(t.Context(), r.service)
	must(t, err)
	defer conn.Close(context.Background())
	for _, statement := range []string{"CREATE TABLE x ()", "CREATE TEMPORARY TABLE x ()", "ALTER TABLE sources ADD x int", "DROP INDEX members_by_email", "TRUNCATE sources",
		"UPDATE goose_db_version SET is_applied = false"} {
		if _, err := conn.Exec(t.Context(), statement); err == nil {
			t.Errorf("the service's role may run %s", statement)
		}
	}

	s := startService(t, r.service, map[string]string{"DEFAULT_ROLE": "admin", "CREDENTIALS_KEYS": testKey})
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
	accepted := s.call(t.Context(), "POST", "/newssources/imports", opmlList(1, 3), "Content-Type", "application/octet-stream")
	waitUntil(t, "the import doesn't end", func() bool {
		return strings.Contains(string(s.get(accepted.header.Get("Location")).body), `"state":"done"`)
	})
	waitUntil(t, "the periodic jobs don't run", func() bool {
		var kinds int
		row := conn.QueryRow(t.Context(), "SELECT count(DISTINCT kind) FROM river_job WHERE state = 'completed' AND kind <> 'import'")
		must(t, row.Scan(&kinds))
		return kinds >= 5 // upkeep, visits, compact_counts, repair_counts and purge_idempotency_keys
	})
	if log := s.out.String(); strings.Contains(log, "permission denied") || strings.Contains(log, `"level":"ERROR"`) {
		t.Errorf("errors in the log: %s", log)
	}
}

func TestMigrateNamesTheMissingRole(t *testing.T) {
	t.Parallel()
	r := newRoles(t)
	missing := strings.Replace(r.service, "service_", "missing_", 1)
	up := runToEnd(t, map[string]string{"DATABASE_URL": missing, "MIGRATE_DATABASE_URL": r.owner}, "migrate", "up")
	if text := up.err.String(); up.exit() == 0 || !strings.Contains(text, `the role "missing_`) || strings.Contains(text, testPassword) {
		t.Errorf("got %s", text)
	}
	broken := runToEnd(t, map[string]string{"DATABASE_URL": r.service, "MIGRATE_DATABASE_URL": "postgres://a:b/c@d/x"}, "migrate", "up")
	if text := broken.err.String(); broken.exit() == 0 || !strings.Contains(text, "MIGRATE_DATABASE_URL is invalid") {
		t.Errorf("got %s", text)
	}
}
