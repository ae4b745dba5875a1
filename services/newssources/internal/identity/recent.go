package identity

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// recent remembers values until a moment of their own, and at most max of them.
type recent[K comparable, V any] struct {
	mu      sync.Mutex
	max     int
	entries map[K]remembered[V]
}

type remembered[V any] struct {
	value V
	until time.Time
}

func newRecent[K comparable, V any](max int) *recent[K, V] {
	return &recent[K, V]{max: max, entries: map[K]remembered[V]{}}
}

func (r *recent[K, V]) get(key K, now time.Time) (V, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e, ok := r.entries[key]
	if !ok || !now.Before(e.until) {
		var none V
		return none, false
	}
	return e.value, true
}

func (r *recent[K, V]) put(key K, value V, now, until time.Time) {
	if !now.Before(until) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, known := r.entries[key]; !known && len(r.entries) >= r.max {
		r.makeRoom(now)
	}
	r.entries[key] = remembered[V]{value, until}
}

// makeRoom forgets what has passed, then as much of the rest as leaves a quarter free, so that the next puts are cheap
// again. Which ones it takes doesn't matter: forgetting costs one more look-up.
func (r *recent[K, V]) makeRoom(now time.Time) {
	for key, e := range r.entries {
		if !now.Before(e.until) {
			delete(r.entries, key)
		}
	}
	for key := range r.entries {
		if len(r.entries) <= r.max*3/4 {
			return
		}
		delete(r.entries, key)
	}
}

// share runs load once for all who ask for the same key at the same time. The work outlives a caller who goes away,
// since others may wait for it and its result is remembered; each caller waits until limit at most, even for a load
// that ignores its context.
func share[V any](
	ctx context.Context, flights *singleflight.Group, key string, limit time.Duration, load func(context.Context) (V, error),
) (V, error) {
	wait, stop := context.WithTimeout(ctx, limit)
	defer stop()
	result := flights.DoChan(key, func() (any, error) {
		work, done := context.WithTimeout(context.WithoutCancel(ctx), limit)
		defer done()
		return load(work)
	})
	var none V
	select {
	case r := <-result:
		if r.Err != nil {
			return none, r.Err
		}
		return r.Val.(V), nil
	case <-wait.Done():
		return none, wait.Err()
	}
}
