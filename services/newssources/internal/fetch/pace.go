package fetch

import (
	"context"
	"sync"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/ctxtime"
)

// pacer spaces requests to one registrable domain, because the hosts of a domain are often one server.
type pacer struct {
	parallel int
	interval time.Duration
	mu       sync.Mutex
	queues   map[string]*hostQueue
}

// hostQueue is the queue of one registrable domain.
type hostQueue struct {
	slots chan struct{} // one element per running request
	users int           // running and waiting requests; an unused queue is deleted after its interval
	next  time.Time     // start of the next request at the earliest
}

func newPacer(parallel int, interval time.Duration) *pacer {
	return &pacer{parallel: parallel, interval: max(interval, 0), queues: map[string]*hostQueue{}}
}

// acquire waits until a request to the domain may start. release must be called after the request; it is nil if ctx ended
// first.
func (p *pacer) acquire(ctx context.Context, domain string) (release func(), err error) {
	q := p.join(domain)
	select {
	case q.slots <- struct{}{}:
	case <-ctx.Done():
		p.leave(q)
		return nil, ctx.Err()
	}
	freeSlot := func() {
		<-q.slots
		p.leave(q)
	}
	for ctx.Err() == nil {
		wait := p.tryStart(q)
		if wait == 0 {
			return func() {
				p.postponeNext(q)
				freeSlot()
			}, nil
		}
		ctxtime.Sleep(ctx, wait)
	}
	freeSlot()
	return nil, ctx.Err()
}

// tryStart records the start of a request and returns 0, or returns the time to wait. A waiting request reserves nothing,
// so its cancellation does not delay others.
func (p *pacer) tryStart(q *hostQueue) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if wait := q.next.Sub(now); wait > 0 {
		return wait
	}
	q.next = now.Add(p.interval)
	return 0
}

// postponeNext measures the interval from the end of a request, so that slow servers receive fewer requests. Concurrent
// requests are spaced by their starts only.
func (p *pacer) postponeNext(q *hostQueue) {
	if p.parallel > 1 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if next := time.Now().Add(p.interval); next.After(q.next) {
		q.next = next
	}
}

// join returns the queue of a domain and counts the caller as a user. It deletes unused queues.
func (p *pacer) join(domain string) *hostQueue {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	for name, q := range p.queues {
		if q.users == 0 && !now.Before(q.next) {
			delete(p.queues, name)
		}
	}
	q := p.queues[domain]
	if q == nil {
		q = &hostQueue{slots: make(chan struct{}, p.parallel)}
		p.queues[domain] = q
	}
	q.users++
	return q
}

func (p *pacer) leave(q *hostQueue) {
	p.mu.Lock()
	defer p.mu.Unlock()
	q.users--
}
