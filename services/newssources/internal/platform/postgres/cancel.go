package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// firstCancel is the wait before a query is canceled again, which doubles each time. The server
	// answers a cancel request within milliseconds.
	firstCancel = 100 * time.Millisecond
	// maxCancels bounds the requests: the last one is sent after 12 seconds, and statementTimeout ends
	// the query soon after.
	maxCancels = 7
)

// cancelAgain cancels the query of a connection that was closed because its context has ended,
// until the server has ended it. The driver sends one cancel request, which the server ignores if
// it has not started the query yet. The connection counts as one of the pool until then.
func cancelAgain(conn *pgx.Conn) {
	if !conn.IsClosed() {
		return
	}
	wait := firstCancel
	for range maxCancels {
		select {
		case <-conn.PgConn().CleanupDone():
			return
		case <-time.After(wait):
		}
		ctx, cancel := context.WithTimeout(context.Background(), connectTimeout)
		_ = conn.PgConn().CancelRequest(ctx) // the next one may arrive
		cancel()
		wait *= 2
	}
}
