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

// Unavailable reports whether err says that the database can't be reached or won't answer, rather than that the query was
// wrong or that whoever asked has gone.
func IsUnavailable(err error) bool {
	if errors.Is(err, context.Canceled) {
		return false
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok { // whatever the server said to it, such as "too many connections"
		return true
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch pg.Code[:2] {
		case "08", "53", "57": // connection, resources, operator intervention (shutdown, cancelled)
			return true
		}
		return pg.Code == "25006" // read-only: a standby answers during a failover
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	// A connection that is cut in the middle of an answer says only that it ended.
	for _, ended := range []error{io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, driver.ErrBadConn} {
		if errors.Is(err, ended) {
			return true
		}
	}
	return pgconn.SafeToRetry(err)
}

// UniqueViolation returns the name of the unique index that err says was violated, or "".
func UniqueViolation(err error) string {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == "23505" {
		return pg.ConstraintName
	}
	return ""
}

// NoRows reports whether a plain SQL query found nothing.
func IsNoRows(err error) bool { return errors.Is(err, pgx.ErrNoRows) }

func undefinedTable(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && pg.Code == "42P01"
}

// lostRace reports whether err ended a transaction only because of another one: a deadlock, or a serialization failure.
func lostRace(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (pg.Code == "40P01" || pg.Code == "40001")
}
