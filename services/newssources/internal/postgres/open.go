// Package postgres opens the database: one pool for everything, and ent on top of it.
package postgres

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/newsources/newsources/services/newssources/internal/ent"
)

const (
	// connectTimeout keeps what works in the background from waiting long for a dead or silent database; requests are
	// ended by the pulse.
	connectTimeout = 1500 * time.Millisecond
	// statementTimeout ends a query that nobody waits for any more; no request lives longer (REQUEST_TIMEOUT).
	statementTimeout = 15 * time.Second
	// idleInTransactionTimeout frees the locks of a process that hangs inside a transaction.
	idleInTransactionTimeout = 30 * time.Second
	maxConnLifetime          = 30 * time.Minute
	// pingTimeout: a connection that has been idle is asked before it is used. If its other end is gone without a word, a
	// request still gets another one in time.
	pingTimeout = 500 * time.Millisecond
	// txTries of one transaction: whoever lost a race once hardly loses it again.
	txTries = 3
	// txPause bounds the random wait before the second try, and that before each further one by as much again: a few
	// times what a transaction takes.
	txPause = 50 * time.Millisecond
)

// DB is the database: the pool for plain SQL, ent for everything else, both on the same connections.
type DB struct {
	Pool  *pgxpool.Pool
	Ent   *ent.Client
	pulse *pulse
}

// Open prepares a pool of at most maxConns connections. It doesn't connect: the database may come up later.
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
	cfg.ConnConfig.ConnectTimeout = connectTimeout
	cfg.ConnConfig.Tracer = patience{}
	params := cfg.ConnConfig.RuntimeParams
	params["application_name"] = "newssources"
	params["timezone"] = "UTC"
	params["statement_timeout"] = millis(statementTimeout)
	params["idle_in_transaction_session_timeout"] = millis(idleInTransactionTimeout)
	// A plan for any argument would look for one letter in an index of three: each search is planned for its own words,
	// which takes a fraction of a millisecond. Compiling a plan, or sharing it among processes, takes more CPU than it
	// saves time with queries as small as ours.
	params["plan_cache_mode"] = "force_custom_plan"
	params["jit"] = "off"
	params["max_parallel_workers_per_gather"] = "0"
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	return FromPool(pool), nil
}

// FromPool puts ent on top of a pool.
func FromPool(pool *pgxpool.Pool) *DB {
	driver := entsql.OpenDB(dialect.Postgres, stdlib.OpenDBFromPool(pool))
	return &DB{
		Pool: pool, Ent: ent.NewClient(ent.Driver(driver)),
		pulse: &pulse{pool: pool, watched: map[int]context.CancelCauseFunc{}},
	}
}

// Close ends all connections.
func (db *DB) Close() {
	db.pulse.close()
	_ = db.Ent.Close()
	db.Pool.Close()
}

// Tx runs f in a transaction, and commits when it returns nil. Of two transactions that wait for each other PostgreSQL
// ends one; that one is run again, so f may run more than once.
func (db *DB) Tx(ctx context.Context, f func(tx *ent.Tx) error) error {
	for try := 1; ; try++ {
		err := db.tryTx(ctx, f)
		if try == txTries || !lostRace(err) {
			return err
		}
		select { // not in step with the other one, which may have been ended at the same moment
		case <-time.After(rand.N(time.Duration(try) * txPause)):
		case <-ctx.Done():
			return err
		}
	}
}

func (db *DB) tryTx(ctx context.Context, f func(tx *ent.Tx) error) error {
	tx, err := db.Ent.Tx(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

func millis(d time.Duration) string { return fmt.Sprint(d.Milliseconds()) }
