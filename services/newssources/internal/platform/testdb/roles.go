package testdb

import (
	"context"
	"crypto/rand"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// RolePassword is that of all roles of tests.
const RolePassword = "password-of-a-role"

// Roles are the URLs of a database for a superuser, for its owner, who migrates it, and for the
// service.
type Roles struct{ Admin, Owner, Service string }

// NewRoles creates two roles and an empty database that belongs to the first one, with the
// statements of OPERATIONS.md. All are dropped after the test.
func NewRoles(t testing.TB) Roles {
	t.Helper()
	admin := Empty(t)
	conn, err := pgx.Connect(t.Context(), admin)
	if err != nil {
		t.Fatal(err)
	}
	suffix := strings.ToLower(rand.Text()[:12])
	as := func(role string) string {
		u, err := url.Parse(admin)
		if err != nil {
			t.Fatal(err)
		}
		u.User = url.UserPassword(role, RolePassword)
		return u.String()
	}
	owner, service := "owner_"+suffix, "service_"+suffix
	t.Cleanup(func() { // runs before the database is dropped
		defer conn.Close(context.Background())
		for _, statement := range []string{
			"DROP OWNED BY " + service, "REASSIGN OWNED BY " + owner + " TO CURRENT_USER", "DROP OWNED BY " + owner,
			"DROP ROLE " + service, "DROP ROLE " + owner,
		} {
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
	return Roles{admin, as(owner), as(service)}
}

// documentedRoles returns the statements of the section "Database roles" of OPERATIONS.md, for an
// existing database and with other names.
func documentedRoles(t testing.TB, database, owner, service string) []string {
	t.Helper()
	folder := "." // of the test's package; the file is at the top of the repository
	for i := 0; i < 8 && !isFile(filepath.Join(folder, ".github/OPERATIONS.md")); i++ {
		folder = filepath.Join(folder, "..")
	}
	text, err := os.ReadFile(filepath.Join(folder, ".github/OPERATIONS.md"))
	if err != nil {
		t.Fatal(err)
	}
	names := strings.NewReplacer(
		"CREATE DATABASE newssources OWNER newssources_owner", "ALTER DATABASE "+database+" OWNER TO "+owner,
		"DATABASE newssources ", "DATABASE "+database+" ", "ROLE newssources_owner ", "ROLE "+owner+" ", "ROLE newssources ",
		"ROLE "+service+" ", "…", RolePassword)
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

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
