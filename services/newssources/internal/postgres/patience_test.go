package postgres_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/testdb"
)

const (
	// pinged is how long a connection of the pool has to be idle to be asked before it is used.
	pinged = time.Second
	// waitsAtMost is how long a query is waited for, and some more for a busy machine.
	waitsAtMost = 40 * time.Second
)

// Who asks in the background has no time-out of its own, and still isn't left waiting for a machine that is gone.
func TestQueriesDoNotWaitForEver(t *testing.T) {
	t.Parallel()
	p := newProxy(t, testdb.URL(t))
	db := open(t, p.url)
	tx, err := db.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.Background()) }()
	p.lose()
	defer p.die() // nobody waits for a farewell
	start := time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, err = tx.Exec(ctx, "SELECT 1")
	if took := time.Since(start); !postgres.IsUnavailable(err) || took > waitsAtMost {
		t.Errorf("after %s: %v", took, err)
	}
	if _, err := db.Pool.Exec(ctx, "SELECT 1"); err != nil {
		t.Errorf("over a new connection: %v", err)
	}
}

// After an hour without requests all that the pool has may be lost, and nobody has noticed.
func TestIdleConnectionsAreAskedFirst(t *testing.T) {
	t.Parallel()
	p := newProxy(t, testdb.URL(t))
	db := open(t, p.url)
	first, err1 := db.Pool.Acquire(t.Context())
	second, err2 := db.Pool.Acquire(t.Context())
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	first.Release()
	second.Release()
	p.lose()
	defer p.die() // nobody waits for a farewell
	idle := time.Now()
	eventually(t, "they have been idle", func() bool { return time.Since(idle) > pinged })
	start := time.Now()
	_, err := db.Pool.Exec(t.Context(), "SELECT 1")
	if took := time.Since(start); err != nil || took > 5*time.Second { // twice half a second, and a busy machine
		t.Errorf("after %s: %v", took, err)
	}
}
