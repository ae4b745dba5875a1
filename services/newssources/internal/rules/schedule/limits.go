package schedule

import (
	"fmt"
	"time"
)

const (
	// firstInterval is the adaptive interval after the first check: half an hour notices the news of
	// most outlets early, and costs a site that publishes weekly 48 requests before the interval has
	// grown.
	firstInterval = 30 * time.Minute
	// maxFixed is the longest fixed interval. With a longer one, a broken endpoint would be noticed
	// too late.
	maxFixed        = 7 * 24 * time.Hour
	maxFixedSeconds = int(maxFixed / time.Second)
	maxFixedText    = "7 days"
	// DefaultMin and DefaultMax are the limits that operators may narrow or widen.
	DefaultMin = 5 * time.Minute
	DefaultMax = 24 * time.Hour
	// maxRetryAfter is the longest wait (Retry-After) that is obeyed in full, so that a broken site
	// is checked once a day.
	maxRetryAfter = 24 * time.Hour
	// A Retry-After above absurdRetryAfter is treated as a mistake of the site: the wait is
	// absurdWait.
	absurdRetryAfter, absurdWait = 7 * 24 * time.Hour, probeImportant
	// retryFirst is the longest wait after a first failure, so that a broken endpoint is recognized on
	// the same day, whatever its interval is.
	retryFirst = time.Hour
	// Failing endpoints are probed rarely, but never abandoned.
	probeImportant = 6 * time.Hour  // tiers 1 and 2
	probeOthers    = 24 * time.Hour // other tiers
	probeLost      = 7 * 24 * time.Hour
	lostAfter      = 30 * 24 * time.Hour // of failing
	probeGone      = 30 * 24 * time.Hour
	// probeIntervals bounds the probes of a deployment with a short maximum interval, in maximum
	// intervals.
	probeIntervals = 8
)

// Limits are the operator's limits for the interval of every endpoint. Zero values mean the
// defaults.
type Limits struct{ Min, Max time.Duration }

// bounds are the limits of one endpoint.
type bounds struct {
	min, max time.Duration // of the adaptive interval
	probe    time.Duration // the longest interval while it fails
}

// tierBounds are the adaptive intervals by tier; index 0 is for sources without a tier.
var tierBounds = [6]bounds{
	0: {15 * time.Minute, 12 * time.Hour, probeOthers},
	1: {5 * time.Minute, 2 * time.Hour, probeImportant},
	2: {10 * time.Minute, 4 * time.Hour, probeImportant},
	3: {15 * time.Minute, 12 * time.Hour, probeOthers},
	4: {30 * time.Minute, 24 * time.Hour, probeOthers},
	5: {time.Hour, 24 * time.Hour, probeOthers},
}

// bounds returns the limits of an endpoint of a tier. The operator's maximum also lowers the
// minimum of the tiers, so that a deployment for tests can check every few seconds.
func (l Limits) bounds(tier int) bounds {
	lowest, highest := l.Min, l.Max
	if lowest <= 0 {
		lowest = DefaultMin
	}
	if highest <= 0 {
		highest = DefaultMax
	}
	highest = max(highest, lowest)
	if tier < 0 || tier >= len(tierBounds) {
		tier = 0
	}
	b := tierBounds[tier]
	b.max = min(max(b.max, lowest), highest)
	b.min = min(max(b.min, lowest), b.max)
	b.probe = max(min(b.probe, probeIntervals*highest), b.max)
	return b
}

// Wait returns how much of a wait that a site asks for (Retry-After) is obeyed.
func (l Limits) Wait(requested time.Duration) time.Duration {
	switch {
	case requested > absurdRetryAfter:
		return min(absurdWait, l.bounds(0).probe)
	case requested > maxRetryAfter:
		return maxRetryAfter
	}
	return max(requested, 0)
}

// Floor returns the shortest interval of an endpoint of a tier.
func (l Limits) Floor(tier int) time.Duration { return l.bounds(tier).min }

// describeFloor returns a sentence with the shortest interval of an endpoint and the limit that it
// follows from.
func (l Limits) describeFloor(tier int) string {
	floor := l.bounds(tier).min
	switch {
	case floor != tierBounds[max(0, min(tier, len(tierBounds)-1))].min:
		return fmt.Sprintf("The shortest interval that this installation allows is %s.", Words(floor))
	case tier == 0:
		return fmt.Sprintf("The shortest interval for a source without a tier is %s.", Words(floor))
	}
	return fmt.Sprintf("The shortest interval for a source of tier %d is %s.", tier, Words(floor))
}
