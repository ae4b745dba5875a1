package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/newsources/newsources/services/newssources/internal/ent"
)

// querier is a pool or a transaction of pgx.
type querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	Begin(ctx context.Context) (pgx.Tx, error)
}

// newEnt returns an ent client that uses q.
func newEnt(q querier) *ent.Client { return ent.NewClient(ent.Driver(entDriver{q})) }

// entDriver is a driver of ent that uses pgx without database/sql.
type entDriver struct{ q querier }

// Dialect returns the dialect of PostgreSQL.
func (entDriver) Dialect() string { return dialect.Postgres }

// Close does nothing: the owner of the pool closes it.
func (entDriver) Close() error { return nil }

// Exec runs a statement. v is nil or a *sql.Result.
func (d entDriver) Exec(ctx context.Context, query string, args, v any) error {
	tag, err := d.q.Exec(ctx, query, args.([]any)...)
	if result, ok := v.(*sql.Result); ok && err == nil {
		*result = driver.RowsAffected(tag.RowsAffected())
	}
	return err
}

// Query runs a query. v is a *entsql.Rows. It reads the first row, so that it returns the error of
// the statement itself.
func (d entDriver) Query(ctx context.Context, query string, args, v any) error {
	rows, err := d.q.Query(ctx, query, args.([]any)...)
	if err != nil {
		return err
	}
	hasRow := rows.Next()
	if err := rows.Err(); err != nil {
		return err
	}
	*v.(*entsql.Rows) = entsql.Rows{ColumnScanner: &entRows{Rows: rows, isAtFirst: hasRow}}
	return nil
}

// Tx begins a transaction for a change that consists of several statements. Within a transaction,
// the statements join that transaction.
func (d entDriver) Tx(ctx context.Context) (dialect.Tx, error) {
	if _, ok := d.q.(pgx.Tx); ok {
		return dialect.NopTx(d), nil
	}
	tx, err := d.q.Begin(ctx)
	return entTx{entDriver{tx}, ctx, tx}, err
}

// entTx is a transaction that ent begins and ends.
type entTx struct {
	entDriver
	ctx context.Context
	tx  pgx.Tx
}

// Commit commits the transaction.
func (t entTx) Commit() error { return t.tx.Commit(t.ctx) }

// Rollback rolls the transaction back.
func (t entTx) Rollback() error { return t.tx.Rollback(t.ctx) }

// entRows are rows of pgx with the interface of database/sql.
type entRows struct {
	pgx.Rows
	isAtFirst bool // Query has read the first row already
}

// Next reads the next row.
func (r *entRows) Next() bool {
	if r.isAtFirst {
		r.isAtFirst = false
		return true
	}
	return r.Rows.Next()
}

// Close releases the connection.
func (r *entRows) Close() error {
	r.Rows.Close()
	return r.Err()
}

// Columns returns the names of the columns.
func (r *entRows) Columns() ([]string, error) {
	var names []string
	for _, field := range r.FieldDescriptions() {
		names = append(names, field.Name)
	}
	return names, nil
}

// NextResultSet reports false: a query has one result.
func (*entRows) NextResultSet() bool { return false }

// ColumnTypes returns an error: ent then reads columns that it doesn't know as values of any type.
func (*entRows) ColumnTypes() ([]*sql.ColumnType, error) { return nil, errors.ErrUnsupported }
