// Package testdb creates a database per test in a few milliseconds, as a copy of a migrated
// template. The template is created once for each version of the migrations. The server is that of
// TEST_DATABASE_URL, or one that is started when needed and shared by all tests of the working
// tree.
package testdb

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/newsources/newsources/services/devstack/testserver"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

const (
	// poolConns is small because parallel tests share a server with 200 connections.
	poolConns = 8
	// setupTimeout includes waiting for another test process that migrates the template.
	setupTimeout = 3 * time.Minute
)

// New returns a pool on a migrated database that is dropped after the test.
func New(t testing.TB) *pgxpool.Pool {
	t.Helper()
	config, err := pgxpool.ParseConfig(URL(t))
	if err != nil {
		t.Fatal(err)
	}
	config.MaxConns = poolConns
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close) // runs before the database is dropped: cleanups run in reverse order
	return pool
}

// URL returns the URL of a migrated database that is dropped after the test.
func URL(t testing.TB) string {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatalf("testdb: %v", err)
	}
	// Copying files needs less CPU time than the default, which writes each page to the log.
	return s.create(t, " TEMPLATE "+s.template+" STRATEGY FILE_COPY")
}

// Empty returns the URL of a database without schema that is dropped after the test. The options
// are those of CREATE DATABASE.
func Empty(t testing.TB, options ...string) string {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatalf("testdb: %v", err)
	}
	return s.create(t, " "+strings.Join(options, " "))
}

// server is the database server of the tests of this process.
type server struct {
	admin    *pgxpool.Pool
	template string
}

var shared = sync.OnceValues(func() (*server, error) {
	ctx, cancel := context.WithTimeout(context.Background(), setupTimeout)
	defer cancel()
	address, err := testserver.Join(ctx)
	if err != nil {
		return nil, err
	}
	admin, err := pgxpool.New(ctx, address)
	if err != nil {
		return nil, err
	}
	s := &server{admin: admin, template: "newssources_template_" + postgres.MigrationsHash()}
	return s, s.prepare(ctx)
})

func (s *server) create(t testing.TB, options string) string {
	t.Helper()
	name := "newssources_test_" + strings.ToLower(rand.Text()[:16])
	if _, err := s.admin.Exec(t.Context(), "CREATE DATABASE "+name+options); err != nil {
		t.Fatalf("testdb: %v", err)
	}
	t.Cleanup(func() {
		// The context of the test has ended. FORCE closes connections that a failed test left open.
		if _, err := s.admin.Exec(context.Background(), "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Errorf("testdb: %v", err)
		}
	})
	return s.databaseURL(name)
}

func (s *server) databaseURL(database string) string {
	u, err := url.Parse(s.admin.Config().ConnString())
	if err != nil {
		panic(fmt.Sprintf("testdb: the connection string of the server is not a URL: %v", err))
	}
	u.Path = "/" + database
	return u.String()
}

// prepare creates the template unless it exists. The template gets its name when it is complete, so
// that an incomplete one is never copied.
func (s *server) prepare(ctx context.Context) error {
	conn, err := s.admin.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", postgres.TemplateLock); err != nil {
		return err
	}
	defer conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", postgres.TemplateLock) //nolint:errcheck // closing the connection also unlocks

	var found bool
	row := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", s.template)
	if err := row.Scan(&found); err != nil || found {
		return err
	}
	incomplete := s.template + "_incomplete"
	for _, statement := range []string{"DROP DATABASE IF EXISTS " + incomplete + " WITH (FORCE)",
		"CREATE DATABASE " + incomplete} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	if _, err := postgres.MigrateUp(ctx, s.databaseURL(incomplete)); err != nil {
		return err
	}
	return s.rename(ctx, conn.Conn(), incomplete)
}

// rename renames the migrated database to the template. It first terminates the connections of the
// migration, which may still be closing.
func (s *server) rename(ctx context.Context, conn *pgx.Conn, incomplete string) error {
	const terminate = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = $1"
	if _, err := conn.Exec(ctx, terminate, incomplete); err != nil {
		return err
	}
	_, err := conn.Exec(ctx, "ALTER DATABASE "+incomplete+" RENAME TO "+s.template)
	return err
}
