package fetch

import (
	"context"
	"sync"
	"time"
)

// pacer keeps a distance between requests to one outlet, which is a registrable domain: an outlet's feeds are often on
// several hosts of it, and one server answers all.
type pacer struct {
	parallel int
	interval time.Duration
	mu       sync.Mutex
	lanes    map[string]*lane
}

// lane is the queue in front of one outlet.
type lane struct {
	slots chan struct{} // full when as many requests run as may
	users int           // that hold or wait; a lane without is forgotten once its interval is over
	next  time.Time     // before which no request begins
}

func newPacer(parallel int, interval time.Duration) *pacer {
	return &pacer{parallel: parallel, interval: max(interval, 0), lanes: map[string]*lane{}}
}

// enter waits for a turn. leave must be called when the request is over; it is nil when ctx ended first.
func (p *pacer) enter(ctx context.Context, outlet string) (leave func(), err error) {
	l := p.join(outlet)
	select {
	case l.slots <- struct{}{}:
	case <-ctx.Done():
		p.quit(l)
		return nil, ctx.Err()
	}
	giveBack := func() {
		<-l.slots
		p.quit(l)
	}
	for ctx.Err() == nil {
		wait := p.begin(l)
		if wait == 0 {
			return func() {
				p.delay(l)
				giveBack()
			}, nil
		}
		sleep(ctx, wait)
	}
	giveBack()
	return nil, ctx.Err()
}

// begin takes the turn when it has come; otherwise it says for how long to wait before asking again. Nothing is
// reserved, so a waiter that gives up costs the others nothing.
func (p *pacer) begin(l *lane) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if wait := l.next.Sub(now); wait > 0 {
		return wait
	}
	l.next = now.Add(p.interval)
	return 0
}

// delay keeps the distance from the end of a request: a slow server is asked less often. Where several may run at a time,
// the distance is that of their beginnings.
func (p *pacer) delay(l *lane) {
	if p.parallel > 1 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if next := time.Now().Add(p.interval); next.After(l.next) {
		l.next = next
	}
}

// join finds or opens an outlet's lane, and forgets the lanes that nobody needs any more.
func (p *pacer) join(outlet string) *lane {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	for name, l := range p.lanes {
		if l.users == 0 && !now.Before(l.next) {
			delete(p.lanes, name)
		}
	}
	l := p.lanes[outlet]
	if l == nil {
		l = &lane{slots: make(chan struct{}, p.parallel)}
		p.lanes[outlet] = l
	}
	l.users++
	return l
}

func (p *pacer) quit(l *lane) {
	p.mu.Lock()
	defer p.mu.Unlock()
	l.users--
}

// sleep ends with ctx at the latest.
func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
