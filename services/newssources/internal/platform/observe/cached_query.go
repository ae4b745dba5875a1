package observe

import (
	"context"
	"sync"
	"time"
)

const (
	// queryTTL is how long results are cached, so that more frequent scrapes cause no queries.
	queryTTL = 15 * time.Second
	// queryTimeout is well below Prometheus' default scrape timeout of 10 s.
	queryTimeout = time.Second
)

// cachedQuery caches the result of a query. Errors are cached too: a database that is down is not
// asked by each scrape.
type cachedQuery[T any] struct {
	read func(context.Context) (T, error)
	now  func() time.Time

	mu     sync.Mutex
	readAt time.Time
	value  T
	err    error
}

func newCachedQuery[T any](read func(context.Context) (T, error)) *cachedQuery[T] {
	return &cachedQuery[T]{read: read, now: time.Now}
}

// get returns a result that is not older than queryTTL.
func (c *cachedQuery[T]) get() (T, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.now(); c.readAt.IsZero() || now.Sub(c.readAt) >= queryTTL {
		ctx, cancel := context.WithTimeout(context.Background(), queryTimeout)
		defer cancel()
		c.value, c.err = c.read(ctx)
		c.readAt = now
	}
	return c.value, c.err
}
