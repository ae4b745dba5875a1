// Package fairshare divides a limited resource, such as memory or slots, among its users.
package fairshare

import (
	"context"
	"slices"
	"sync"
)

// Budget is an amount of a resource that users share. A user holds at most one share, or a single
// request for more than a share. A released amount goes to the waiting user that holds the least.
// Budget is safe for concurrent use.
type Budget[U comparable] struct {
	share int64 // maximum amount of a user with several requests

	mu      sync.Mutex
	free    int64
	held    map[U]int64 // by user; users that hold nothing are absent
	waiting []*request[U]
}

// request is a waiting request.
type request[U comparable] struct {
	user    U
	amount  int64
	granted chan struct{} // closed when the request is granted
}

// New returns a budget of total, of which each user may hold share.
func New[U comparable](total, share int64) *Budget[U] {
	return &Budget[U]{share: share, free: total, held: map[U]int64{}}
}

// Acquire waits until the amount is available to the user. The amount must not exceed the total. If
// ctx ends first, Acquire returns its error.
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

// Release gives back an amount that the user acquired.
func (b *Budget[U]) Release(user U, amount int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.free += amount
	if b.held[user] -= amount; b.held[user] == 0 {
		delete(b.held, user)
	}
	b.grant()
}

// enqueue adds a request, which is granted at once if the amount is available.
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

// grant grants the waiting requests in the order of next. It stops at the first request that
// exceeds the free amount, so that small requests do not starve large ones.
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

// next returns the index of the request that is granted next: the oldest request of the user that
// holds the least. It skips requests that would exceed the share of their user, and returns -1 if
// none is left.
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
