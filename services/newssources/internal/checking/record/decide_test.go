package record

import (
	"net/http"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

func TestHostsThatLimitRequestsAreOnHold(t *testing.T) {
	t.Parallel()
	now := time.Now()
	for name, c := range map[string]struct {
		change func(*Finding)
		want   time.Duration
	}{
		"ok":                 {func(f *Finding) { f.Result.Outcome = "ok" }, time.Second},
		"crawl delay":        {func(f *Finding) { f.CrawlDelay = 10 * time.Second }, 10 * time.Second},
		"absurd crawl delay": {func(f *Finding) { f.CrawlDelay = time.Hour }, maxCrawlDelay},
		"429": {func(f *Finding) {
			f.Result.Outcome, f.Result.Status = "rate_limited",
				http.StatusTooManyRequests
		}, time.Minute},
		"429 and Retry-After": {func(f *Finding) { f.Result.Outcome, f.Result.RetryAfter = "rate_limited", time.Hour },
			time.Hour},
		"503 and Retry-After": {func(f *Finding) { f.Result.Outcome, f.Result.RetryAfter = "unavailable", 72*time.Hour },
			24 * time.Hour},
		"absurd Retry-After": {func(f *Finding) { f.Result.Outcome, f.Result.RetryAfter = "unavailable", 9000*time.Hour },
			6 * time.Hour},
	} {
		f := &Finding{Task: &queue.Task{}, FinishedAt: now, Result: &fetch.Result{}, Cause: health.None}
		c.change(f)
		config := Config{HostInterval: time.Second}
		if got := config.hostFreeAt(f).Sub(now); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		hasRequestedWait := f.Result.Outcome == "rate_limited" || f.Result.Outcome == "unavailable"
		if waitUntil := config.waitUntil(f); (waitUntil != nil) != hasRequestedWait || hasRequestedWait &&
			waitUntil.Sub(now) != c.want {
			t.Errorf("%s: wait until %v", name, waitUntil)
		}
	}
}
