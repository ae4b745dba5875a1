package fetch

import (
	"context"
	"sync"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/ttlcache"
	"github.com/newsources/newsources/services/newssources/internal/reading/robotstxt"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

const (
	robotsMaxSites = 10_000   // cached robots.txt files
	robotsMaxTotal = 32 << 20 // bytes of all cached rules; a typical file has about 2 KiB
)

// robotsFile is the cached result of fetching a robots.txt.
type robotsFile struct {
	text    *robotstxt.File
	outcome Outcome         // of the request for robots.txt
	signals []rights.Signal // what it declares about the use of the site's content
	wait    bool            // the site failed to serve it, so nothing is fetched from the site (RFC 9309 §2.3.1.4)
	until   time.Time
}

// robotsCache caches robots.txt files. Concurrent requests for the same site cause one fetch.
type robotsCache struct {
	load  func(ctx context.Context, site string, request Request) (robotsFile, error)
	now   func() time.Time
	files *ttlcache.Cache[string, robotsFile]

	mu      sync.Mutex
	loading map[string]chan struct{} // closed when the fetch of the site has ended
}

func newRobotsCache(load func(context.Context, string, Request) (robotsFile, error),
	now func() time.Time) *robotsCache {
	return &robotsCache{
		load: load, now: now, loading: map[string]chan struct{}{},
		files: ttlcache.NewWithCost[string](robotsMaxSites, robotsMaxTotal, robotsFile.size),
	}
}

// get returns a site's robots.txt, for a request. It returns an error if ctx ended first or
// robots.txt may not be requested now.
func (r *robotsCache) get(ctx context.Context, site string, request Request) (robotsFile, error) {
	for ctx.Err() == nil {
		r.mu.Lock()
		if file, ok := r.files.Get(site, r.now()); ok {
			r.mu.Unlock()
			return file, nil
		}
		done, isLoading := r.loading[site]
		if !isLoading {
			done = make(chan struct{})
			r.loading[site] = done
		}
		r.mu.Unlock()
		if !isLoading {
			return r.fill(ctx, site, request, done)
		}
		select {
		case <-done: // cached now, unless it could not be loaded; then the next iteration loads it
		case <-ctx.Done():
		}
	}
	return robotsFile{}, ctx.Err()
}

func (r *robotsCache) fill(ctx context.Context, site string, request Request, done chan struct{}) (robotsFile, error) {
	file, err := r.load(ctx, site, request)
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.loading, site)
	close(done)
	if err == nil {
		r.files.Put(site, file, r.now(), file.until)
	}
	return file, err
}

// size returns the approximate memory of the file in bytes.
func (f robotsFile) size() int {
	n := f.text.Size() // includes the rules
	for _, signal := range f.signals {
		n += len(signal.Value) + len(signal.Address) + 48 // three strings
	}
	return n
}
