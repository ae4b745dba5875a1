package discover

import (
	"sync"

	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// rateLimits records the hosts that answered 429. They get no further requests in a discovery.
type rateLimits struct {
	mu    sync.Mutex
	hosts map[string]*fetch.Result
}

// record records the host of a rate-limited response.
func (r *rateLimits) record(result *fetch.Result) {
	if result.Outcome != fetch.RateLimited {
		return
	}
	if address, err := weburl.Parse(result.FinalURL); err == nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.hosts == nil {
			r.hosts = map[string]*fetch.Result{}
		}
		r.hosts[address.Host()] = result
	}
}

// refusal returns the result for a request to a host that limits requests, or nil if it may be sent.
func (r *rateLimits) refusal(address weburl.URL) *fetch.Result {
	r.mu.Lock()
	defer r.mu.Unlock()
	limited := r.hosts[address.Host()]
	if limited == nil {
		return nil
	}
	return &fetch.Result{Outcome: fetch.RateLimited, FinalURL: address.String(), RetryAfter: limited.RetryAfter,
		Detail: "Not requested, because the site limits the number of requests. " + limited.Detail}
}
