package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Setting is a configuration parameter of the database for one query.
type Setting struct{ Name, Value string }

// customPlan plans a query for its arguments: a generic plan would use the trigram index even for
// frequent words. Other queries keep their plan after five executions, because planning takes
// longer than reading a few rows.
var customPlan = Setting{"plan_cache_mode", "force_custom_plan"}

// Replan is an argument before the others of a query. The query is planned for its arguments and the
// present sizes of the tables, without a further round trip. Otherwise, a connection keeps a plan until a
// table has new statistics; a plan for a table that was nearly empty reads all of it.
const Replan = pgx.QueryExecModeCacheDescribe

// QueryLimited runs a search that the database ends after limit, in one round trip; see
// IsStatementTimeout.
func (db *DB) QueryLimited(ctx context.Context, limit time.Duration, sql string, args []any, read func(pgx.Rows) error,
	settings ...Setting) error {
	return db.BatchLimited(ctx, limit, func(batch *pgx.Batch) { batch.Queue(sql, args...).Query(read) }, settings...)
}

// BatchLimited runs the statements that queue adds to a batch. The database ends each after limit;
// see QueryLimited.
func (db *DB) BatchLimited(ctx context.Context, limit time.Duration, queue func(*pgx.Batch),
	settings ...Setting) error {
	batch := &pgx.Batch{} // one transaction, in which the settings are local
	for _, s := range append(settings, customPlan, Setting{"statement_timeout", millis(limit)}) {
		batch.Queue("SELECT set_config($1, $2, true)", s.Name, s.Value)
	}
	queue(batch)
	return db.Pool.SendBatch(ctx, batch).Close()
}

// IsStatementTimeout reports whether the database ended a statement because it took too long.
func IsStatementTimeout(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pg.Code == "57014"
}
