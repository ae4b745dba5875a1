package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrUnreachable is the cause of a context that Watch canceled.
var ErrUnreachable = errors.New("the database does not answer")

const (
	// A request that waits for an unreachable database is canceled within checkInterval +
	// checkTimeout, which must stay below the documented 2 s.
	checkTimeout  = 1250 * time.Millisecond
	checkInterval = 250 * time.Millisecond
	// resultTTL is how long the result of a check is reused for new requests.
	resultTTL = time.Second
	// maxConnIdle is how long the connection may be idle; after that, a firewall may have dropped it.
	maxConnIdle = 30 * time.Second
)

// healthMonitor checks whether the database answers. It uses its own connection, because a pool
// whose connections are all busy is not an outage.
type healthMonitor struct {
	pool *pgxpool.Pool

	checking  sync.Mutex // held during a check; concurrent callers share its result
	conn      *pgx.Conn
	checkedAt time.Time
	err       error

	mu      sync.Mutex
	watched map[int]context.CancelCauseFunc
	nextKey int
	running bool
}

// CheckAlive returns an error if the database does not answer. New requests call it to fail at once
// during an outage instead of waiting for a time-out.
func (db *DB) CheckAlive(context.Context) error { return db.health.check(resultTTL) }

// Watch returns a context that is canceled with the cause ErrUnreachable when the database stops
// answering, long before the time-out of a query. The caller must call stop.
func (db *DB) Watch(ctx context.Context) (watched context.Context, stop func()) {
	return db.health.watch(ctx)
}

// check returns a result that is not older than maxAge. It does not use the context of the caller,
// because concurrent callers share the result.
func (m *healthMonitor) check(maxAge time.Duration) error {
	m.checking.Lock()
	defer m.checking.Unlock()
	if time.Since(m.checkedAt) < maxAge {
		return m.err
	}
	ctx, cancel := context.WithTimeout(context.Background(), checkTimeout)
	defer cancel()
	err := m.ping(ctx)
	if err != nil && m.err == nil {
		m.pool.Reset() // the outage has broken the pooled connections
	}
	m.err, m.checkedAt = err, time.Now()
	return err
}

// ping pings the database. If the connection is closed or too old, it connects again: a restarted
// database is available.
func (m *healthMonitor) ping(ctx context.Context) (err error) {
	if m.conn != nil {
		if time.Since(m.checkedAt) < maxConnIdle {
			if err = m.conn.Ping(ctx); err == nil {
				return nil
			}
		}
		_ = m.conn.Close(ctx)
		m.conn = nil
		if ctx.Err() != nil {
			return err
		}
	}
	m.conn, err = pgx.ConnectConfig(ctx, m.pool.Config().ConnConfig)
	return err
}

func (m *healthMonitor) watch(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	m.mu.Lock()
	defer m.mu.Unlock()
	key := m.nextKey
	m.nextKey++
	m.watched[key] = cancel
	if !m.running {
		m.running = true
		go m.run()
	}
	return ctx, func() {
		m.mu.Lock()
		delete(m.watched, key)
		m.mu.Unlock()
		cancel(nil)
	}
}

// run checks the database at intervals while contexts are watched, and cancels the watched contexts
// if the database does not answer.
func (m *healthMonitor) run() {
	tick := time.NewTicker(checkInterval)
	defer tick.Stop()
	for range tick.C {
		if m.stopIfIdle() {
			return
		}
		if err := m.check(checkInterval); err != nil {
			m.mu.Lock()
			for _, cancel := range m.watched {
				cancel(fmt.Errorf("%w: %w", ErrUnreachable, err))
			}
			m.mu.Unlock()
		}
	}
}

// stopIfIdle reports whether run must stop because no context is watched.
func (m *healthMonitor) stopIfIdle() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.running = len(m.watched) > 0
	return !m.running
}

func (m *healthMonitor) close() {
	m.checking.Lock()
	defer m.checking.Unlock()
	if m.conn != nil {
		ctx, cancel := context.WithTimeout(context.Background(), checkTimeout)
		defer cancel()
		_ = m.conn.Close(ctx)
		m.conn = nil
	}
}
