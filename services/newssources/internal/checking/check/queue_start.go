package check

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

const (
	// queueStartEvery is the interval of reading the start of the queue. A claim reads the index
	// entries of the domains that have left the queue since the start was read.
	queueStartEvery = time.Second
	// queueSearchEvery is the interval of searching for the start from the first entry of the index, and
	// the longest time for which a domain before the start is overlooked. In between, the search
	// begins at the last start: a snapshot that is held for hours keeps some hundred thousand entries.
	queueSearchEvery = 10 * time.Second
	// queueStartMargin is how long before now the start of an empty queue is, so that endpoints which
	// were due for some seconds before they got into the queue are claimed at once.
	queueStartMargin = 10 * time.Second
)

// queueStarts finds the time of the first domain of the queue, at which claims begin (ADR 83). They
// skip the index entries of domains that have left the queue, which cannot be removed while a
// backup or another long transaction holds a snapshot, and domains without a due endpoint of the kinds
// that a program accepts.
type queueStarts struct {
	mu     sync.Mutex
	starts map[string]queueStart // by the accepted kinds
}

type queueStart struct {
	at         time.Time // by the clock of the database
	readAt     time.Time
	searchedAt time.Time // from the first entry
}

// startOfQueue selects the time of the first domain since $2, among those with a due endpoint that
// a program may claim if $3 names kinds.
const startOfQueue = `
	SELECT least(now() - $1::interval, (
		SELECT h.queued_at
		FROM check_hosts h
		WHERE h.queued_at >= $2 AND h.queued_at <= now() - $1::interval
			AND ($3::text[] IS NULL OR EXISTS (SELECT` + forPrograms + `))
		ORDER BY h.queued_at
		LIMIT 1
	))`

// get returns the start of the queue for claims of endpoints of some kinds (nil: all). It is read again
// after queueStartEvery; a domain before the last start is found within queueSearchEvery.
func (q *queueStarts) get(ctx context.Context, db *postgres.DB, kinds []feed.Kind) (time.Time, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	key := fmt.Sprint(slices.Compact(slices.Sorted(slices.Values(kinds))))
	start := q.starts[key]
	if time.Since(start.readAt) < queueStartEvery {
		return start.at, nil
	}
	from := start.at
	if time.Since(start.searchedAt) >= queueSearchEvery {
		from, start.searchedAt = time.Time{}, time.Now()
	}
	err := db.BatchLimited(ctx, claimTimeout, func(batch *pgx.Batch) {
		batch.Queue(queue.UseIndexes)
		batch.Queue(useNestedLoops)
		batch.Queue(startOfQueue, queueStartMargin, from, kinds).QueryRow(func(row pgx.Row) error {
			return row.Scan(&start.at)
		})
	})
	if err != nil {
		return time.Time{}, err
	}
	start.readAt = time.Now()
	if q.starts == nil {
		q.starts = map[string]queueStart{}
	}
	q.starts[key] = start
	return start.at, nil
}

// forget makes the next claim search for the start of the queue, after domains have returned to places
// that may be before it.
func (q *queueStarts) forget() {
	q.mu.Lock()
	defer q.mu.Unlock()
	clear(q.starts)
}
