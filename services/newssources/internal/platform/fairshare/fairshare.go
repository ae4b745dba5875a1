// Package fairshare divides a limited resource, such as memory or slots, among its users.
package fairshare

import (
	"context"
	"slices"
	"sync"
)

// Budget is an amount of a resource that users share. A user holds at most one share, or a single
// larger amount, and a released amount goes to the waiting user that holds the least. It is safe
// for concurrent use.
type Budget[U comparable] struct {
	share int64

	mu      sync.Mutex
	free    int64
	held    map[U]int64 // without zeros
	waiting []*request[U]
}

// request is a request that waits. granted is closed when it is granted.
type request[U comparable] struct {
	user    U
	amount  int64
	granted chan struct{}
}

// New returns a budget of total, of which each user may hold share.
func New[U comparable](total, share int64) *Budget[U] {
	return &Budget[U]{share: share, free: total, held: map[U]int64{}}
}

// Acquire waits until the amount, which must not exceed the total, is available to the user. It
// returns the error of ctx when that ends first.
func (b *Budget[U]) Acquire(ctx context.Context, user U, amount int64) error {
	r := b.enqueue(user, amount)
	select {
	case <-r.granted:
		return nil
	case <-ctx.Done():
	}
	if b.cancel(r) {
		return ctx.Err()
	}
	return nil // granted at the same time
}

// TryAcquire acquires the amount if it is available to the user at once.
func (b *Budget[U]) TryAcquire(user U, amount int64) bool {
	return !b.cancel(b.enqueue(user, amount))
}

// Held returns the amount that the user holds.
func (b *Budget[U]) Held(user U) int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.held[user]
}

// Release returns an amount that the user acquired.
func (b *Budget[U]) Release(user U, amount int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.free += amount
	if b.held[user] -= amount; b.held[user] == 0 {
		delete(b.held, user)
	}
	b.grant()
}

func (b *Budget[U]) enqueue(user U, amount int64) *request[U] {
	b.mu.Lock()
	defer b.mu.Unlock()
	r := &request[U]{user: user, amount: amount, granted: make(chan struct{})}
	b.waiting = append(b.waiting, r)
	b.grant()
	return r
}

// cancel removes a request and reports whether it was still waiting.
func (b *Budget[U]) cancel(r *request[U]) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.Index(b.waiting, r)
	if i < 0 {
		return false
	}
	b.waiting = slices.Delete(b.waiting, i, i+1)
	b.grant() // others may have waited behind it
	return true
}

// grant grants waiting requests. It stops at a request that does not fit, so that large requests
// are not starved by small ones.
func (b *Budget[U]) grant() {
	for {
		i := b.next()
		if i < 0 || b.waiting[i].amount > b.free {
			return
		}
		r := b.waiting[i]
		b.waiting = slices.Delete(b.waiting, i, i+1)
		b.free -= r.amount
		b.held[r.user] += r.amount
		close(r.granted)
	}
}

// next returns the index of the request that is granted next, or -1: the oldest one of the user
// that holds the least.
func (b *Budget[U]) next() int {
	best := -1
	for i, r := range b.waiting {
		held := b.held[r.user]
		if (held == 0 || held+r.amount <= b.share) && (best < 0 || held < b.held[b.waiting[best].user]) {
			best = i
		}
	}
	return best
}
