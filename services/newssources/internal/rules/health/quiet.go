package health

import (
	"slices"
	"time"
)

const (
	// minGaps is the number of gaps that a judgement of an endpoint's own rhythm needs.
	minGaps = 8
	// quietFactor allows twice the gap that 95 % of the gaps do not exceed.
	quietFactor = 2
	// minQuiet is the shortest silence that is reported: nearly all outlets pause at night.
	minQuiet = 24 * time.Hour
)

// Gaps returns the median and the 95th percentile of gaps between items, or zeros if there are too
// few.
func Gaps(gaps []time.Duration) (p50, p95 time.Duration) {
	if len(gaps) < minGaps {
		return 0, 0
	}
	sorted := slices.Sorted(slices.Values(gaps))
	return sorted[(len(sorted)-1)/2], sorted[(len(sorted)*95-1)/100]
}

// quietAfter returns the silence after which an endpoint with this 95th percentile is quiet, or 0
// if that is unknown.
func quietAfter(gapP95 time.Duration) time.Duration {
	if gapP95 <= 0 {
		return 0
	}
	return max(quietFactor*gapP95, minQuiet)
}

// isQuiet compares the silence with the endpoint's own gaps.
func isQuiet(o Observation) bool {
	limit := quietAfter(o.GapP95)
	return limit > 0 && !o.NewestItem.IsZero() && o.At.Sub(o.NewestItem) > limit
}
