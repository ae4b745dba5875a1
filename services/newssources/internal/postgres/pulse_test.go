package postgres_test

import (
	"context"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/testdb"
)

// TestBusyPoolIsNoOutage: when every connection works, the database still answers.
func TestBusyPoolIsNoOutage(t *testing.T) {
	t.Parallel()
	db := open(t, testdb.URL(t))
	for range db.Pool.Config().MaxConns {
		conn, err := db.Pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Release()
	}
	if err := db.CheckAlive(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestRestartIsNoOutage: a connection that was cut is made anew before anybody is told.
func TestRestartIsNoOutage(t *testing.T) {
	t.Parallel()
	db := open(t, testdb.URL(t))
	watched, stop := db.Watch(t.Context())
	defer stop()
	if err := db.CheckAlive(t.Context()); err != nil {
		t.Fatal(err)
	}
	const others = "SELECT count(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
	var cut int
	if err := db.Pool.QueryRow(t.Context(), others).Scan(&cut); err != nil || cut == 0 {
		t.Fatalf("%d connections were cut, %v", cut, err)
	}
	const there = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
	eventually(t, "it asks over a new one", func() bool {
		var back int
		return db.Pool.QueryRow(t.Context(), there).Scan(&back) == nil && back > 0
	})
	if watched.Err() != nil {
		t.Errorf("what was watched ended: %v", context.Cause(watched))
	}
}
