// Package ttlcache provides a bounded in-memory cache whose entries expire individually.
package ttlcache

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// Cache maps keys to values until each value expires. It is safe for concurrent use.
type Cache[K comparable, V any] struct {
	maxEntries int
	maxCost    int // of all values together; 0 means no limit
	cost       func(V) int

	mu      sync.Mutex
	entries map[K]entry[V]
	total   int // cost of all entries
}

type entry[V any] struct {
	value   V
	expires time.Time
}

// New returns a cache of at most maxEntries values.
func New[K comparable, V any](maxEntries int) *Cache[K, V] {
	return NewWithCost[K](maxEntries, 0, func(V) int { return 0 })
}

// NewWithCost returns a cache of at most maxEntries values whose costs add up to at most maxCost.
func NewWithCost[K comparable, V any](maxEntries, maxCost int, cost func(V) int) *Cache[K, V] {
	return &Cache[K, V]{maxEntries: maxEntries, maxCost: maxCost, cost: cost, entries: map[K]entry[V]{}}
}

// Get returns the value of a key, and whether there is one that has not expired at now.
func (c *Cache[K, V]) Get(key K, now time.Time) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[key]
	if !ok || !now.Before(e.expires) {
		var zero V
		return zero, false
	}
	return e.value, true
}

// Put stores a value until expires. A full cache evicts expired entries first, and then arbitrary
// ones.
func (c *Cache[K, V]) Put(key K, value V, now, expires time.Time) {
	cost := c.cost(value)
	if !now.Before(expires) || c.maxCost > 0 && cost > c.maxCost {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(key)
	if len(c.entries) >= c.maxEntries || c.maxCost > 0 && c.total+cost > c.maxCost {
		c.evict(cost, now)
	}
	c.entries[key] = entry[V]{value, expires}
	c.total += cost
}

// evict removes expired entries, and then arbitrary ones until a quarter of the cache is free, so
// that the next calls of Put need no eviction.
func (c *Cache[K, V]) evict(cost int, now time.Time) {
	for key, e := range c.entries {
		if !now.Before(e.expires) {
			c.remove(key)
		}
	}
	for key := range c.entries {
		if len(c.entries) <= c.maxEntries*3/4 && (c.maxCost == 0 || c.total+cost <= c.maxCost) {
			return
		}
		c.remove(key)
	}
}

// Clear removes all values.
func (c *Cache[K, V]) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.entries)
	c.total = 0
}

func (c *Cache[K, V]) remove(key K) {
	if e, ok := c.entries[key]; ok {
		c.total -= c.cost(e.value)
		delete(c.entries, key)
	}
}

// Share calls load once for all concurrent callers with the same key and returns its result to
// each. load continues when a caller's context ends, because other callers may wait for it. Each
// caller waits for at most limit, even if load ignores its context.
func Share[V any](
	ctx context.Context, group *singleflight.Group, key string, limit time.Duration, load func(context.Context) (V, error),
) (V, error) {
	waitCtx, stop := context.WithTimeout(ctx, limit)
	defer stop()
	result := group.DoChan(key, func() (any, error) {
		loadCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
		defer cancel()
		return load(loadCtx)
	})
	var zero V
	select {
	case r := <-result:
		if r.Err != nil {
			return zero, r.Err
		}
		return r.Val.(V), nil
	case <-waitCtx.Done():
		return zero, waitCtx.Err()
	}
}
