// Package ratelimit limits the rate of events by key.
package ratelimit

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/newsources/newsources/services/newssources/internal/platform/ttlcache"
)

// Limits holds a rate limiter per key. It is safe for concurrent use.
type Limits[K comparable] struct {
	perSecond rate.Limit
	burst     int
	idle      time.Duration // after which a limiter allows a full burst again and is dropped

	mu       sync.Mutex
	limiters *ttlcache.Cache[K, *rate.Limiter]
}

// New returns Limits that allow each key a number of events per second, and a burst. The limiters
// of at most maxKeys keys are kept; those of other keys start again with a full burst.
func New[K comparable](perSecond float64, burst, maxKeys int) *Limits[K] {
	return &Limits[K]{
		perSecond: rate.Limit(perSecond), burst: burst,
		idle:     time.Duration(float64(burst) / perSecond * float64(time.Second)),
		limiters: ttlcache.New[K, *rate.Limiter](maxKeys),
	}
}

// Allow reports whether an event of the key is within its limit now.
func (l *Limits[K]) Allow(key K) bool {
	now := time.Now()
	return l.limiter(key, now).AllowN(now, 1)
}

// Delay counts an event of the key, and returns how long it must be delayed to stay within the
// limit: at most longest.
func (l *Limits[K]) Delay(key K, longest time.Duration) time.Duration {
	now := time.Now()
	reservation := l.limiter(key, now).ReserveN(now, 1)
	delay := reservation.DelayFrom(now)
	if delay > longest {
		reservation.CancelAt(now)
	}
	return min(delay, longest)
}

// Spend counts n events of the key, also above its limit.
func (l *Limits[K]) Spend(key K, n int) {
	now := time.Now()
	l.limiter(key, now).ReserveN(now, min(n, l.burst))
}

// IsSpent reports whether the key has reached its limit.
func (l *Limits[K]) IsSpent(key K) bool {
	now := time.Now()
	return l.limiter(key, now).TokensAt(now) < 1
}

// limiter returns the limiter of the key.
func (l *Limits[K]) limiter(key K, now time.Time) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	limiter, found := l.limiters.Get(key, now)
	if !found {
		limiter = rate.NewLimiter(l.perSecond, l.burst)
	}
	l.limiters.Put(key, limiter, now, now.Add(l.idle))
	return limiter
}
