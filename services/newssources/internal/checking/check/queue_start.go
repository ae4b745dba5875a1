package check

import (
	"context"
	"sync"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

const (
	// queueStartEvery is the interval of reading the start of the queue, and the longest time for
	// which a domain before the start is overlooked.
	queueStartEvery = 10 * time.Second
	// queueStartMargin is how long before now the start of an empty queue is, so that endpoints which
	// were due for some seconds before they got into the queue are claimed at once.
	queueStartMargin = 10 * time.Second
)

// queueStart reads the time of the first domain of the queue, at which claims begin (ADR 83). They
// skip the index entries of domains that have left the queue, which cannot be removed while a
// backup or another long transaction holds a snapshot.
type queueStart struct {
	mu     sync.Mutex
	at     time.Time // by the clock of the database
	readAt time.Time
}

// get returns the start of the queue, as it was at most queueStartEvery ago.
func (q *queueStart) get(ctx context.Context, db *postgres.DB) (time.Time, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.readAt.IsZero() && time.Since(q.readAt) < queueStartEvery {
		return q.at, nil
	}
	err := db.Pool.QueryRow(ctx, "SELECT least(min(queued_at), now() - $1::interval) FROM check_hosts",
		queueStartMargin).Scan(&q.at)
	if err == nil {
		q.readAt = time.Now()
	}
	return q.at, err
}

// forget makes the next claim read the start of the queue, after domains have returned to places
// that may be before it.
func (q *queueStart) forget() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.readAt = time.Time{}
}
