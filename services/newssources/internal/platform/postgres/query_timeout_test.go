package postgres_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

const (
	// idleBeforePing is how long a pooled connection must be idle to be checked before use.
	idleBeforePing = time.Second
	// maxWait is the client-side query timeout with a margin for a busy machine.
	maxWait = 40 * time.Second
)

// TestQueryTimeoutEndsHalfOpenConnections uses a context with a longer time-out than the query
// timeout.
func TestQueryTimeoutEndsHalfOpenConnections(t *testing.T) {
	t.Parallel()
	p := newProxy(t, testdb.URL(t))
	db := open(t, p.url)
	tx, err := db.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.Background()) }()
	p.stall()
	defer p.stop() // so that Close does not wait
	start := time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, err = tx.Exec(ctx, "SELECT 1")
	if took := time.Since(start); !postgres.IsUnavailable(err) || took > maxWait {
		t.Errorf("after %s: %v", took, err)
	}
	if _, err := db.Pool.Exec(ctx, "SELECT 1"); err != nil {
		t.Errorf("over a new connection: %v", err)
	}
}

// TestIdleConnectionsAreCheckedBeforeUse covers half-open connections in the pool.
func TestIdleConnectionsAreCheckedBeforeUse(t *testing.T) {
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
	p.stall()
	defer p.stop() // so that Close does not wait
	idle := time.Now()
	eventually(t, "the connections have been idle", func() bool { return time.Since(idle) > idleBeforePing })
	start := time.Now()
	_, err := db.Pool.Exec(t.Context(), "SELECT 1")
	// Long enough for a busy machine; a dead connection would not answer.
	if took := time.Since(start); err != nil || took > 30*time.Second {
		t.Errorf("after %s: %v", took, err)
	}
}
