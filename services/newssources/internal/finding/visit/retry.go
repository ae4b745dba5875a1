package visit

import (
	"slices"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// retryDelays are the delays after the first, second and third failed visit of a homepage. Most
// outages end within the 31 hours of the three retries.
var retryDelays = []time.Duration{time.Hour, 6 * time.Hour, 24 * time.Hour}

// MaxAttempts is the number of consecutive failures after which a homepage is not visited again.
var MaxAttempts = len(retryDelays) + 1

// repeatAfter is the time after a visit at which the homepage is visited again, because what a site
// declares about the use of its content changes. Its robots.txt is read with each check.
const repeatAfter = 30 * 24 * time.Hour

// maxRetryAfter bounds the delay that a site requests with Retry-After, which may be a year.
const maxRetryAfter = 7 * 24 * time.Hour

// permanentOutcomes are the outcomes after which a visit is not retried: the site, the guard of addresses or the rights
// of a source forbid it.
var permanentOutcomes = []fetch.Outcome{
	fetch.Robots, fetch.Blocked, fetch.ForbiddenSource, fetch.InvalidAddress, fetch.Unauthorized, fetch.Gone,
	"consent_wall", "sign_in_page",
}

// retryDelay returns the delay until the next visit after a failed one, or false if there is none.
// attempts is the number of visits since the last success, including the failed one.
func retryDelay(outcome fetch.Outcome, retryAfter time.Duration, attempts int) (time.Duration, bool) {
	// A robots.txt file that cannot be read has a delay.
	isPermanent := slices.Contains(permanentOutcomes, outcome) && retryAfter == 0
	if isPermanent || attempts >= MaxAttempts {
		return 0, false
	}
	return max(retryDelays[max(attempts, 1)-1], min(retryAfter, maxRetryAfter)), true
}
