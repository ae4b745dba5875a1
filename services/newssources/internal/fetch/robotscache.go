package fetch

import (
	"context"
	"sync"
	"time"
)

const (
	robotsMaxSites = 10_000   // that are remembered at a time
	robotsMaxTotal = 32 << 20 // bytes of their rules; real ones have about 2 KiB
)

// robotsFile is what is remembered of one.
type robotsFile struct {
	rules   robotsRules
	outcome Outcome
	wait    bool // it fails on the site's side, so nothing else is asked for
	until   time.Time
}

// robotsCache remembers them. Of many that need the same one, one asks and the others wait for it.
type robotsCache struct {
	load  func(ctx context.Context, site string) (robotsFile, bool)
	mu    sync.Mutex
	files map[string]robotsFile
	total int
	asked map[string]chan struct{} // closed when the one that asks is back
}

func newRobotsCache(load func(context.Context, string) (robotsFile, bool)) *robotsCache {
	return &robotsCache{load: load, files: map[string]robotsFile{}, asked: map[string]chan struct{}{}}
}

// of gives a site's robots.txt. It is empty when ctx ended first.
func (r *robotsCache) of(ctx context.Context, site string) robotsFile {
	for ctx.Err() == nil {
		r.mu.Lock()
		file, known := r.files[site]
		if known && time.Now().Before(file.until) {
			r.mu.Unlock()
			return file
		}
		back, asked := r.asked[site]
		if !asked {
			back = make(chan struct{})
			r.asked[site] = back
		}
		r.mu.Unlock()
		if !asked {
			return r.ask(ctx, site, back)
		}
		select {
		case <-back: // with a file, or without one because its caller left: then the next one asks
		case <-ctx.Done():
		}
	}
	return robotsFile{outcome: Cancelled}
}

func (r *robotsCache) ask(ctx context.Context, site string, back chan struct{}) robotsFile {
	file, ok := r.load(ctx, site)
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.asked, site)
	close(back)
	if ok {
		r.drop(site)
		r.makeRoom(file.rules.size())
		r.files[site] = file
		r.total += file.rules.size()
	}
	return file
}

// makeRoom forgets what is old, and then, as a map is walked, anything.
func (r *robotsCache) makeRoom(size int) {
	full := func() bool { return len(r.files) >= robotsMaxSites || r.total+size > robotsMaxTotal }
	if !full() {
		return
	}
	for site, file := range r.files {
		if time.Now().After(file.until) {
			r.drop(site)
		}
	}
	for site := range r.files {
		if !full() {
			return
		}
		r.drop(site)
	}
}

func (r *robotsCache) drop(site string) {
	r.total -= r.files[site].rules.size()
	delete(r.files, site)
}
