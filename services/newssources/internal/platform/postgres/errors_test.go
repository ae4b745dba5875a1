package postgres_test

import (
	"context"
	"errors"
	"net"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// open opens a database and closes it after the test.
func open(t *testing.T, url string) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(t.Context(), url, 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

// changeURL returns the URL after change has modified its host, credentials or database.
func changeURL(t *testing.T, url string, change func(*pgx.ConnConfig)) string {
	t.Helper()
	c, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	change(c)
	return "postgres://" + c.User + ":" + c.Password + "@" + net.JoinHostPort(c.Host, "") + port(c.Port) + "/" +
		c.Database + "?sslmode=disable"
}

// TestIsUnavailable uses real errors of a server, a network and a client.
func TestIsUnavailable(t *testing.T) {
	t.Parallel()
	url := testdb.URL(t)
	db := open(t, url)
	exec := func(db *postgres.DB, sql string) error {
		_, err := db.Pool.Exec(t.Context(), sql)
		return err
	}
	execOn := func(change func(*pgx.ConnConfig)) error { return exec(open(t, changeURL(t, url, change)), "SELECT 1") }
	member := func() error {
		return db.Ent.Member.Create().SetUID("same").SetEmail("a@example.org").SetRole("viewer").Exec(t.Context())
	}
	tests := []struct {
		name string
		err  func() error
		want bool
	}{
		{"connection refused", func() error { return execOn(func(c *pgx.ConnConfig) { c.Port = 1 }) }, true},
		{"unknown host", func() error { return execOn(func(c *pgx.ConnConfig) { c.Host = "db.invalid" }) }, true},
		{"unknown database", func() error { return execOn(func(c *pgx.ConnConfig) { c.Database = "missing" }) }, true},
		{"wrong password", func() error { return execOn(func(c *pgx.ConnConfig) { c.Password = "wrong" }) }, true},
		{"server does not answer",
			func() error { return exec(open(t, "postgres://"+silent(t)+"/x?sslmode=disable"), "SELECT 1") }, true},
		{"server closes the connection at once",
			func() error { return exec(open(t, "postgres://"+closing(t)+"/x?sslmode=disable"), "SELECT 1") }, true},
		{"connection closed during a query", func() error {
			p := newProxy(t, url)
			db := open(t, p.url)
			return p.stopDuring(func() error { return exec(db, "SELECT pg_sleep(60)") }, db)
		}, true},
		{"connection closed during a query of ent", func() error {
			p := newProxy(t, url)
			db := open(t, p.url)
			return p.stopDuring(func() error {
				return db.Tx(t.Context(), func(tx postgres.Tx) error {
					_, err := tx.Exec(t.Context(), "SELECT pg_sleep(60)")
					return err
				})
			}, db)
		}, true},
		{"session terminated", func() error { return exec(db, "SELECT pg_terminate_backend(pg_backend_pid())") }, true},
		{"statement timeout", func() error {
			return db.Tx(t.Context(), func(tx postgres.Tx) error {
				_, err := tx.Exec(t.Context(), "SET LOCAL statement_timeout = 1")
				if err == nil {
					_, err = tx.Exec(t.Context(), "SELECT pg_sleep(60)")
				}
				return err
			})
		}, true},
		{"read-only transaction, as on a standby", func() error {
			return exec(db, "BEGIN READ ONLY; DELETE FROM sources")
		}, true},
		{"no free connection in the pool", func() error {
			busy := open(t, url)
			for range 4 {
				conn, err := busy.Pool.Acquire(t.Context())
				if err != nil {
					return err
				}
				defer conn.Release()
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
			defer cancel()
			_, err := busy.Pool.Exec(ctx, "SELECT 1")
			return err
		}, true},

		{"no error", func() error { return nil }, false},
		{"another error", func() error { return errors.New("x") }, false},
		{"context canceled", func() error {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			_, err := db.Pool.Exec(ctx, "SELECT 1")
			return err
		}, false},
		{"syntax error", func() error { return exec(db, "SELEKT") }, false},
		{"unknown table", func() error { return exec(db, "SELECT FROM nothing") }, false},
		{"division by zero", func() error { return exec(db, "SELECT 1/0") }, false},
		{"invalid text", func() error { _, err := db.Pool.Exec(t.Context(), "SELECT $1::text", "\x00"); return err }, false},
		{"unique violation", func() error { return errors.Join(member(), member()) }, false},
		{"no rows", func() error { var n int; return db.Pool.QueryRow(t.Context(), "SELECT 1 WHERE false").Scan(&n) }, false},
		{"ent not found", func() error { _, err := db.Ent.Source.Get(t.Context(), uuid.New()); return err }, false},
		{"invalid enum value", func() error {
			return db.Ent.Member.Create().SetUID("x").SetEmail("a@example.org").SetRole("emperor").Exec(t.Context())
		}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := test.err()
			if (err == nil) != (test.name == "no error") {
				t.Fatalf("got %v", err)
			}
			if got := postgres.IsUnavailable(err); got != test.want {
				t.Errorf("%v (%T): unavailable is %v", err, err, got)
			}
		})
	}
}

func TestUniqueViolation(t *testing.T) {
	t.Parallel()
	db := open(t, testdb.URL(t))
	insert := "INSERT INTO tags (id, name, name_key) VALUES (gen_random_uuid(), 'a', 'a')"
	if _, err := db.Pool.Exec(t.Context(), insert); err != nil || postgres.UniqueViolation(err) != "" {
		t.Fatal(err)
	}
	_, err := db.Pool.Exec(t.Context(), insert)
	if got := postgres.UniqueViolation(err); got != "tags_name_key_key" {
		t.Errorf("%v: %q", err, got)
	}
	err = db.Ent.Tag.Create().SetName("A").SetNameKey("a").Exec(t.Context())
	if got := postgres.UniqueViolation(err); got != "tags_name_key_key" {
		t.Errorf("%v: %q", err, got)
	}
	if postgres.UniqueViolation(errors.New("x")) != "" || postgres.UniqueViolation(nil) != "" {
		t.Error("another error is a unique violation")
	}
	var n int
	if err := db.Pool.QueryRow(t.Context(), "SELECT 1 WHERE false").Scan(&n); !postgres.IsNoRows(err) {
		t.Errorf("IsNoRows(%v) is false", err)
	}
}

func TestErrorsOfURLsHideThePassword(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"postgres://me:secret@host:no-port/x", "host=x password=secret port=none",
		"mysql://me:secret@x/y z"} {
		_, err := postgres.Open(t.Context(), url, 1)
		if err == nil {
			continue
		}
		if text := err.Error(); contains(text, "secret") || !contains(text, "DATABASE_URL") {
			t.Errorf("%s", text)
		}
		if _, err := postgres.MigrateUp(t.Context(), url); err == nil || contains(err.Error(), "secret") {
			t.Errorf("migrating: %v", err)
		}
	}
}

// TestSessionSettings checks the settings of a session.
func TestSessionSettings(t *testing.T) {
	t.Parallel()
	db := open(t, testdb.URL(t))
	for name, want := range map[string]string{
		"application_name": "newssources", "timezone": "UTC", "statement_timeout": "15s",
		"idle_in_transaction_session_timeout": "30s",
		"plan_cache_mode":                     "auto", "jit": "off", "max_parallel_workers_per_gather": "0",
	} {
		var got string
		if err := db.Pool.QueryRow(t.Context(), "SELECT current_setting($1)", name).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %s, %v", name, got, err)
		}
	}
}

// TestQueryLimited checks that the database ends a slow query, and that the settings of a query do
// not remain.
func TestQueryLimited(t *testing.T) {
	t.Parallel()
	db := open(t, testdb.URL(t))
	ignore := func(rows pgx.Rows) error {
		for rows.Next() {
		}
		return rows.Err()
	}
	err := db.QueryLimited(t.Context(), 100*time.Millisecond, "SELECT pg_sleep($1)", []any{60}, ignore)
	if !postgres.IsStatementTimeout(err) {
		t.Errorf("got %v", err)
	}
	var plans string
	err = db.QueryLimited(t.Context(), time.Minute, "SELECT current_setting('plan_cache_mode')", nil,
		func(rows pgx.Rows) error {
			_, err := pgx.ForEachRow(rows, []any{&plans}, func() error { return nil })
			return err
		})
	if err != nil || plans != "force_custom_plan" {
		t.Errorf("got %s, %v", plans, err)
	}
	for range 8 { // all connections
		var timeout string
		if err := db.Pool.QueryRow(t.Context(), "SELECT current_setting('statement_timeout')").Scan(&timeout); err != nil ||
			timeout != "15s" {
			t.Errorf("the time-out is %s, %v", timeout, err)
		}
	}
}
