package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// clientTimeout limits how long a query waits for its result. It is longer than statementTimeout, so it only expires on
// half-open connections, whose server or network has failed silently. Background work mostly has no other time-out and
// would wait until the operating system closes the connection, after 15 minutes or never.
const clientTimeout = statementTimeout + 5*time.Second

// queryTimeout is a tracer that cancels queries after clientTimeout. Canceling closes the connection.
type queryTimeout struct{}

type queryTimeoutKey struct{}

// TraceQueryStart returns a context with the deadline of the query.
func (queryTimeout) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	ctx, cancel := context.WithTimeout(ctx, clientTimeout)
	return context.WithValue(ctx, queryTimeoutKey{}, cancel)
}

// TraceQueryEnd releases the context.
func (queryTimeout) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) {
	if cancel, ok := ctx.Value(queryTimeoutKey{}).(context.CancelFunc); ok {
		cancel()
	}
}
