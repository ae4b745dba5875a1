package postgres

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/platform/ctxtime"
)

const (
	// txAttempts is the maximum number of attempts of a transaction.
	txAttempts = 3
	// txBackoff is the maximum random wait before the first retry; it grows linearly. It is a few
	// times the duration of a transaction.
	txBackoff = 50 * time.Millisecond
)

// Querier is a pool or a transaction.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// Executor is a pool or a transaction that executes statements.
type Executor interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// Tx is a transaction on one connection. It has the methods of pgx.Tx and an ent client, and can be
// passed as a pgx.Tx, for example to the job queue.
type Tx struct {
	pgx.Tx
	Ent *ent.Client
}

// Tx runs f in a transaction, and commits if f returns nil. After a deadlock or a serialization
// failure it retries, so f may run more than once and must not append or add to outer variables. f
// must not use the pool, neither directly nor indirectly: transactions that each wait for a second
// connection can cause a deadlock.
func (db *DB) Tx(ctx context.Context, f func(tx Tx) error) error {
	for attempt := 1; ; attempt++ {
		err := pgx.BeginFunc(ctx, db.Pool, func(tx pgx.Tx) error { return f(Tx{tx, newEnt(tx)}) })
		if attempt == txAttempts || !IsRetryable(err) {
			return err
		}
		// A random wait, because the other transaction may retry at the same time.
		if ctxtime.Sleep(ctx, rand.N(time.Duration(attempt)*txBackoff)); ctx.Err() != nil {
			return err
		}
	}
}
