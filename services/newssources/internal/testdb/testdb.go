// Package testdb gives a test a database of its own, with our schema, in a few milliseconds: a copy of a
// template that is migrated once for each state of the migrations. The server is the one that
// TEST_DATABASE_URL names, or one that all tests of the tree share and that is started when needed.
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
	"github.com/newsources/newsources/services/newssources/internal/postgres"
)

const (
	// Tests run side by side on one server with 200 connections.
	poolConns = 8
	// Packages that start together wait for the one that migrates the template.
	setupTimeout = 3 * time.Minute
)

// New returns a pool on a migrated database that goes away after the test.
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
	t.Cleanup(pool.Close) // before the database is dropped: cleanups run last in, first out
	return pool
}

// URL returns the address of a migrated database that goes away after the test.
func URL(t testing.TB) string {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatalf("testdb: %v", err)
	}
	return s.create(t, " TEMPLATE "+s.template)
}

// Empty returns the address of a database without our schema.
func Empty(t testing.TB) string {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatalf("testdb: %v", err)
	}
	return s.create(t, "")
}

// server is where this process's tests make their databases.
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

func (s *server) create(t testing.TB, from string) string {
	t.Helper()
	name := "newssources_test_" + strings.ToLower(rand.Text()[:16])
	if _, err := s.admin.Exec(t.Context(), "CREATE DATABASE "+name+from); err != nil {
		t.Fatalf("testdb: %v", err)
	}
	t.Cleanup(func() {
		// Not the test's context, which has ended. FORCE ends what a failed test left open.
		if _, err := s.admin.Exec(context.Background(), "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Errorf("testdb: %v", err)
		}
	})
	return s.address(name)
}

func (s *server) address(database string) string {
	u, err := url.Parse(s.admin.Config().ConnString())
	if err != nil {
		panic(fmt.Sprintf("testdb: the server's address was accepted, but is not a URL: %v", err))
	}
	u.Path = "/" + database
	return u.String()
}

// prepare makes the template unless it is there. It gets its name when it is complete, so that nobody
// copies half of one.
func (s *server) prepare(ctx context.Context) error {
	conn, err := s.admin.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	const lock = 7_243_101 // any number, ours alone on a server of tests
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", lock); err != nil {
		return err
	}
	defer conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", lock) //nolint:errcheck // the end of the connection does it too

	var found bool
	row := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", s.template)
	if err := row.Scan(&found); err != nil || found {
		return err
	}
	making := s.template + "_making"
	for _, statement := range []string{"DROP DATABASE IF EXISTS " + making + " WITH (FORCE)", "CREATE DATABASE " + making} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	if _, err := postgres.MigrateUp(ctx, s.address(making)); err != nil {
		return err
	}
	return s.rename(ctx, conn.Conn(), making)
}

// rename waits until the migration's connections have really gone: closing one is only asking.
func (s *server) rename(ctx context.Context, conn *pgx.Conn, making string) error {
	const others = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = $1"
	if _, err := conn.Exec(ctx, others, making); err != nil {
		return err
	}
	_, err := conn.Exec(ctx, "ALTER DATABASE "+making+" RENAME TO "+s.template)
	return err
}
