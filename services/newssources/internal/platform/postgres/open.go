// Package postgres opens the database: one connection pool, shared by plain SQL and ent.
package postgres

import (
	"context"
	"crypto/tls"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	pgxuuid "github.com/vgarvardt/pgx-google-uuid/v5"

	"github.com/newsources/newsources/services/newssources/internal/ent"
)

const (
	// connectTimeout limits how long background work waits for an unreachable database. Requests are
	// canceled by the healthMonitor.
	connectTimeout = 1500 * time.Millisecond
	// statementTimeout ends queries of canceled requests on the server. It is longer than the deadline
	// of a request.
	statementTimeout = 15 * time.Second
	// idleInTransactionTimeout releases the locks of a process that hangs in a transaction.
	idleInTransactionTimeout = 30 * time.Second
	maxConnLifetime          = 30 * time.Minute
	// pingTimeout limits the check of an idle connection before it is used. It is short, so that a
	// request can replace a half-open connection in time.
	pingTimeout = 500 * time.Millisecond
)

const (
	// controlConns is the number of connections for the member lookup of each request. Its queries
	// take less than a millisecond.
	controlConns = 2
	// probeConns is the number of connections for probes, which arrive one after another.
	probeConns = 1
)

// DB is the database. Pool (plain SQL) and Ent share the same connections. Control has connections
// of its own for what every request needs, so that it never waits for slow requests. Probe has one
// for readiness, which never waits for any request.
type DB struct {
	Pool    *pgxpool.Pool
	Control *pgxpool.Pool
	Probe   *pgxpool.Pool
	Ent     *ent.Client
	health  *healthMonitor

	certificateExpiry atomic.Int64 // Unix time; 0 without TLS
}

// Open returns a DB with at most maxConns connections, besides those of Control, Probe and the
// health monitor. It does not connect, so the database may start later.
func Open(ctx context.Context, url string, maxConns int) (*DB, error) {
	if err := CheckURL(url); err != nil {
		return nil, err
	}
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	cfg.MaxConns = int32(maxConns)
	cfg.MaxConnLifetime = maxConnLifetime
	cfg.PingTimeout = pingTimeout
	cfg.BeforeClose = cancelAgain
	cfg.ConnConfig.ConnectTimeout = connectTimeout
	cfg.ConnConfig.Tracer = queryTracer{}
	db := &DB{}
	cfg.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		db.recordCertificate(conn)
		pgxuuid.Register(conn.TypeMap()) // without it, pgx formats and parses each id as text
		return nil
	}
	params := cfg.ConnConfig.RuntimeParams
	params["application_name"] = "newssources"
	params["timezone"] = "UTC"
	params["statement_timeout"] = millis(statementTimeout)
	params["idle_in_transaction_session_timeout"] = millis(idleInTransactionTimeout)
	// JIT and parallel workers cost more CPU than they save for short queries.
	params["jit"] = "off"
	params["max_parallel_workers_per_gather"] = "0"
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	db.use(pool)
	if db.Control, err = sidePool(ctx, cfg, controlConns); err == nil {
		db.Probe, err = sidePool(ctx, cfg, probeConns)
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// sidePool returns a pool of a few connections that are opened when they are needed.
func sidePool(ctx context.Context, cfg *pgxpool.Config, conns int32) (*pgxpool.Pool, error) {
	side := cfg.Copy()
	side.MaxConns, side.MinConns = conns, 0
	return pgxpool.NewWithConfig(ctx, side)
}

// FromPool returns a DB that uses pool for everything.
func FromPool(pool *pgxpool.Pool) *DB {
	db := &DB{}
	db.use(pool)
	return db
}

func (db *DB) use(pool *pgxpool.Pool) {
	db.Pool, db.Control, db.Probe, db.Ent = pool, pool, pool, newEnt(pool)
	db.health = &healthMonitor{pool: pool, watched: map[int]context.CancelCauseFunc{}}
}

// recordCertificate stores the end of the validity of the server certificate of a new connection.
func (db *DB) recordCertificate(conn *pgx.Conn) {
	secured, ok := conn.PgConn().Conn().(*tls.Conn)
	if !ok {
		return
	}
	if certificates := secured.ConnectionState().PeerCertificates; len(certificates) > 0 {
		db.certificateExpiry.Store(certificates[0].NotAfter.Unix())
	}
}

// CertificateExpiry returns the end of the validity of the server certificate of the newest
// connection, or zero without TLS.
func (db *DB) CertificateExpiry() time.Time {
	if unix := db.certificateExpiry.Load(); unix != 0 {
		return time.Unix(unix, 0)
	}
	return time.Time{}
}

// Close closes all connections.
func (db *DB) Close() {
	db.health.close()
	for _, pool := range []*pgxpool.Pool{db.Pool, db.Control, db.Probe} { // Close may be called twice
		if pool != nil {
			pool.Close()
		}
	}
}

func millis(d time.Duration) string { return fmt.Sprint(d.Milliseconds()) }
