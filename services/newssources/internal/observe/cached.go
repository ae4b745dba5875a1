package observe

import (
	"context"
	"sync"
	"time"
)

// cached caches a value that a query returns, so that more frequent scrapes cause no queries. A failed query is cached too.
type cached[T any] struct {
	read func(context.Context) (T, error)
	now  func() time.Time

	mu     sync.Mutex
	readAt time.Time
	value  T
	err    error
}

func newCached[T any](read func(context.Context) (T, error)) *cached[T] {
	return &cached[T]{read: read, now: time.Now}
}

// get returns a value that is not older than sourcesTTL.
func (c *cached[T]) get() (T, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.now(); c.readAt.IsZero() || now.Sub(c.readAt) >= sourcesTTL {
		ctx, cancel := context.WithTimeout(context.Background(), sourcesTimeout)
		defer cancel()
		c.value, c.err = c.read(ctx)
		c.readAt = now
	}
	return c.value, c.err
}
