package visit

import (
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

func TestRetryDelay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		outcome    fetch.Outcome
		retryAfter time.Duration
		attempts   int
		want       time.Duration // 0 = no retry
	}{
		{fetch.Timeout, 0, 1, time.Hour},
		{fetch.ServerError, 0, 2, 6 * time.Hour},
		{fetch.NotFound, 0, 3, 24 * time.Hour},
		{fetch.Timeout, 0, 4, 0},
		{fetch.RateLimited, 3 * time.Hour, 1, 3 * time.Hour},
		{fetch.RateLimited, time.Minute, 1, time.Hour},
		{fetch.RateLimited, 365 * 24 * time.Hour, 1, maxRetryAfter},
		{fetch.Robots, 0, 1, 0},
		{fetch.Robots, 5 * time.Minute, 1, time.Hour}, // robots.txt could not be read
		{fetch.Blocked, 0, 1, 0},
		{"consent_wall", 0, 1, 0},
	} {
		delay, ok := retryDelay(c.outcome, c.retryAfter, c.attempts)
		if delay != c.want || ok != (c.want > 0) {
			t.Errorf("%s, attempt %d: %v %v, want %v", c.outcome, c.attempts, delay, ok, c.want)
		}
	}
}
