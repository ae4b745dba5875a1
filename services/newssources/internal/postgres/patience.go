package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// answerWithin is how long a query may wait for its answer. The server itself ends one earlier (statementTimeout), so
// that only a connection gets there whose other end is gone without a word: a machine that died, a firewall that forgot.
// Who asks in the background mostly has no time-out, and would wait until the system gives the connection up: a quarter of
// an hour, or for ever.
const answerWithin = statementTimeout + 5*time.Second

// patience ends what waits for an answer for too long, and the connection with it.
type patience struct{}

type patienceKey struct{}

// TraceQueryStart gives a query its deadline.
func (patience) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	return context.WithValue(ctx, patienceKey{}, cancel)
}

// TraceQueryEnd takes it back.
func (patience) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) {
	if cancel, ok := ctx.Value(patienceKey{}).(context.CancelFunc); ok {
		cancel()
	}
}
