package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"net"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// IsUnavailable reports whether err means that the database cannot be reached or does not answer.
// It reports false for errors of a query and for a canceled context.
func IsUnavailable(err error) bool {
	if errors.Is(err, context.Canceled) {
		return false
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok { // for any reason, such as "too many connections"
		return true
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch pg.Code[:2] {
		case "08", "53", "57": // connection exception, insufficient resources, operator intervention
			return true
		}
		return pg.Code == "25006" // read-only transaction: a standby answers during a failover
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	// Errors of a connection that was closed while a result was read.
	for _, closed := range []error{io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, driver.ErrBadConn} {
		if errors.Is(err, closed) {
			return true
		}
	}
	return pgconn.SafeToRetry(err)
}

// StopsBatch reports whether err, the failure of one row of a batch, is caused by the database or
// the process instead of the row, so that the other rows would fail, too. A statement timeout is
// caused by the row.
func StopsBatch(ctx context.Context, err error) bool {
	return err != nil && (ctx.Err() != nil || IsUnavailable(err) && !IsStatementTimeout(err))
}

// IsRowError reports whether err may be caused by one of the rows that a transaction changed, such as
// a statement that timed out. All other errors concern the database or the process, and a later
// attempt may succeed.
func IsRowError(ctx context.Context, err error) bool {
	if err == nil || StopsBatch(ctx, err) || errors.Is(err, context.Canceled) ||
		errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	if IsStatementTimeout(err) {
		return true
	}
	pg, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		return true
	}
	switch pg.Code[:2] {
	case "22", "23", "54", "P0": // data exception, integrity constraint, program limit exceeded, exception of a trigger
		return true
	}
	return false
}

// UniqueViolation returns the name of the violated unique index if err is a unique violation, or
// "".
func UniqueViolation(err error) string {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == "23505" {
		return pg.ConstraintName
	}
	return ""
}

// IsNoRows reports whether err means that a plain SQL query returned no row.
func IsNoRows(err error) bool { return errors.Is(err, pgx.ErrNoRows) }

func isUndefinedTable(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pg.Code == "42P01"
}

// IsRetryable reports whether err is a deadlock, a serialization failure or a row whose partition
// is being attached or is missing, so that the transaction can be retried.
func IsRetryable(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	isPartition := ok && pg.Code == "23514" && pg.ConstraintName == "" // a check constraint has a name
	return ok && (pg.Code == "40P01" || pg.Code == "40001") || isPartition
}
