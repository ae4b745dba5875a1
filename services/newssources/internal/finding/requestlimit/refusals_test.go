package requestlimit

import (
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

func TestRateLimitedHostIsNotAskedAgain(t *testing.T) {
	t.Parallel()
	var limits Refusals
	limits.Record(&fetch.Result{Outcome: fetch.NotFound, FinalURL: "https://a.example/"})
	limits.Record(&fetch.Result{Outcome: fetch.RateLimited, FinalURL: "https://b.example/x"})
	for address, isRefused := range map[string]bool{"https://a.example/y": false, "https://b.example/y": true,
		"https://www.b.example/": false} {
		parsed, _ := weburl.Parse(address)
		if refusal := limits.Of(parsed); (refusal != nil) != isRefused || refusal != nil &&
			refusal.Outcome != fetch.RateLimited {
			t.Errorf("%s: %+v", address, refusal)
		}
	}
}
