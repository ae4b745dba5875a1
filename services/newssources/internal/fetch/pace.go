package fetch

import (
	"context"
	"net/url"
	"sync"
	"time"

	"golang.org/x/net/publicsuffix"
)

// pacer keeps a distance between requests to one outlet, which is a registrable domain: an outlet's feeds are often on
// several hosts of it, and one server answers all.
type pacer struct {
	parallel int
	interval time.Duration
	mu       sync.Mutex
	lanes    map[string]*lane
}

// lane is the queue in front of one registrable domain.
type lane struct {
	slots chan struct{}
	users int // that hold or wait; a lane without is forgotten once its interval is over
	next  time.Time
}

func newPacer(parallel int, interval time.Duration) *pacer {
	return &pacer{parallel: parallel, interval: max(interval, 0), lanes: map[string]*lane{}}
}

// enter waits for its turn. leave must be called when the request is over; it is nil when ctx ended first.
func (p *pacer) enter(ctx context.Context, u *url.URL) (leave func(), err error) {
	name := u.Hostname()
	if domain, err := publicsuffix.EffectiveTLDPlusOne(name); err == nil {
		name = domain
	}
	l := p.lane(name)
	select {
	case l.slots <- struct{}{}:
	case <-ctx.Done():
		p.release(l)
		return nil, ctx.Err()
	}
	if err := sleep(ctx, p.reserve(l)); err != nil {
		<-l.slots
		p.release(l)
		return nil, err
	}
	return func() {
		p.mu.Lock()
		l.next = time.Now().Add(p.interval)
		p.mu.Unlock()
		<-l.slots
		p.release(l)
	}, nil
}

// reserve takes the next moment at which a request may begin, and says how long that is from now.
func (p *pacer) reserve(l *lane) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	start := now
	if l.next.After(now) {
		start = l.next
	}
	l.next = start.Add(p.interval)
	return start.Sub(now)
}

func (p *pacer) lane(name string) *lane {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	for other, l := range p.lanes {
		if l.users == 0 && now.After(l.next) {
			delete(p.lanes, other)
		}
	}
	l := p.lanes[name]
	if l == nil {
		l = &lane{slots: make(chan struct{}, p.parallel)}
		p.lanes[name] = l
	}
	l.users++
	return l
}

func (p *pacer) release(l *lane) {
	p.mu.Lock()
	l.users--
	p.mu.Unlock()
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
