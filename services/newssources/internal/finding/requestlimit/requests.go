// Package requestlimit limits the requests of one discovery: by their number, and to sites that limit
// or refuse requests.
package requestlimit

import (
	"sync"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// Budget counts the requests of a discovery, including redirects and robots.txt. A
// robots.txt counts once for each origin, also if it is cached. It is safe for concurrent use.
type Budget struct {
	mu      sync.Mutex
	limit   int
	spent   int
	origins map[string]bool
}

// NewBudget returns a budget of limit requests.
func NewBudget(limit int) *Budget {
	return &Budget{limit: limit, origins: map[string]bool{}}
}

// Take counts a request. It returns the number of redirects that may be followed, and false if the
// request may not be sent.
func (b *Budget) Take(address weburl.URL) (redirects int, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	cost := 1 + b.costOfOrigin(address)
	if b.spent+cost > b.limit {
		return 0, false
	}
	b.spent += cost
	b.origins[address.Root().String()] = true
	return (b.limit - b.spent) / 2, true // a redirect to another origin costs two requests
}

// costOfOrigin returns 1 if the robots.txt of an address was not counted yet. The caller holds the
// lock.
func (b *Budget) costOfOrigin(address weburl.URL) int {
	if b.origins[address.Root().String()] {
		return 0
	}
	return 1
}

// AddRedirects counts the redirects that were followed.
func (b *Budget) AddRedirects(result *fetch.Result) {
	b.mu.Lock()
	defer b.mu.Unlock()
	followed := len(result.Hops)
	if result.Outcome == fetch.BadRedirect || result.Outcome == fetch.TooManyRedirects {
		followed--
	}
	for i := range followed {
		to := result.FinalURL
		if i+1 < len(result.Hops) {
			to = result.Hops[i+1].URL
		}
		if address, err := weburl.Parse(to); err == nil {
			b.spent += 1 + b.costOfOrigin(address)
			b.origins[address.Root().String()] = true
		}
	}
}

// Restrict lowers the limit.
func (b *Budget) Restrict(limit int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.limit = min(b.limit, limit)
}

// HasLeft reports whether another request may be sent to a known origin.
func (b *Budget) HasLeft() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.spent < b.limit
}
