package observe

import (
	"context"
	"sync"
	"time"
)

// cached caches the result of a query, so that frequent scrapes cause no queries. Errors are cached too.
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

// get returns a result that is not older than sourcesTTL.
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
