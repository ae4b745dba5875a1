package requestlimit

import (
	"sync"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

const (
	// maxRefusals is the number of consecutive refused requests after which a site gets no more. It
	// is above 1, because some sites refuse their pages to programs but serve their feeds.
	maxRefusals = 3
	// timeoutWeight is the number of refusals that a time-out counts for, because it uses up much of
	// the time.
	timeoutWeight = 2
)

// Refusals records the hosts that answered 429 and the sites that refused all of the last requests.
// They get no further requests in a discovery.
type Refusals struct {
	mu      sync.Mutex
	limited map[string]*fetch.Result // by host
	counts  map[string]int           // refusals in a row, by registrable domain
	last    map[string]*fetch.Result // by registrable domain
}

// Record records the outcome of a request.
func (r *Refusals) Record(result *fetch.Result) {
	address, err := weburl.Parse(result.FinalURL)
	if err != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.limited == nil {
		r.limited, r.counts, r.last = map[string]*fetch.Result{}, map[string]int{}, map[string]*fetch.Result{}
	}
	// Without the body.
	kept := &fetch.Result{Outcome: result.Outcome, Detail: result.Detail, RetryAfter: result.RetryAfter}
	domain := address.RegistrableDomain()
	switch result.Outcome {
	case fetch.RateLimited:
		r.limited[address.Host()] = kept
	case fetch.Forbidden, fetch.Challenge, fetch.Unauthorized, fetch.ClientError, fetch.Unavailable, fetch.ServerError:
		r.counts[domain]++
		r.last[domain] = kept
	case fetch.Timeout:
		if result.Phase != fetch.PhaseQueue { // not the site's fault
			r.counts[domain] += timeoutWeight
			r.last[domain] = kept
		}
	// no answer to a request
	case fetch.Robots, fetch.Cancelled, fetch.Blocked, fetch.ForbiddenSource, fetch.InvalidAddress:
	default:
		r.counts[domain] = 0
	}
}

// Of returns the result for a request to a host that limits requests or a site that refuses them,
// or nil if it may be sent.
func (r *Refusals) Of(address weburl.URL) *fetch.Result {
	r.mu.Lock()
	defer r.mu.Unlock()
	if limited := r.limited[address.Host()]; limited != nil {
		return &fetch.Result{Outcome: fetch.RateLimited, FinalURL: address.String(), RetryAfter: limited.RetryAfter,
			Detail: "Not requested, because the site limits the number of requests. " + limited.Detail}
	}
	domain := address.RegistrableDomain()
	if r.counts[domain] < maxRefusals {
		return nil
	}
	last := r.last[domain]
	return &fetch.Result{Outcome: last.Outcome, FinalURL: address.String(), RetryAfter: last.RetryAfter,
		Detail: "Not requested, because the site refused the requests before this one. " + last.Detail}
}
