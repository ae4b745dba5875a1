package postgres_test

import (
	"context"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// TestBusyPoolIsNoOutage checks the database while all connections of the pool are in use.
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

// TestRestartIsNoOutage checks that the monitor reconnects before it reports an outage.
func TestRestartIsNoOutage(t *testing.T) {
	t.Parallel()
	db := open(t, testdb.URL(t))
	watched, stop := db.Watch(t.Context())
	defer stop()
	if err := db.CheckAlive(t.Context()); err != nil {
		t.Fatal(err)
	}
	const terminate = "SELECT count(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity WHERE datname = " +
		"current_database() AND pid <> pg_backend_pid()"
	var terminated int
	if err := db.Pool.QueryRow(t.Context(), terminate).Scan(&terminated); err != nil || terminated == 0 {
		t.Fatalf("%d connections were terminated, %v", terminated, err)
	}
	const countOthers = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> " +
		"pg_backend_pid()"
	eventually(t, "it connects again", func() bool {
		var back int
		return db.Pool.QueryRow(t.Context(), countOthers).Scan(&back) == nil && back > 0
	})
	if watched.Err() != nil {
		t.Errorf("the watched context was canceled: %v", context.Cause(watched))
	}
}
