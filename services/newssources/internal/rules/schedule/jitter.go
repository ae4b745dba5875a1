package schedule

import (
	"hash/fnv"
	"strconv"
	"time"
)

const (
	// jitterShare is the largest deviation from the interval, in both directions.
	jitterShare = 0.1
	// maxCronOffset spreads the checks of one cron expression, because most expressions name the full
	// hour.
	maxCronOffset = 10 * time.Minute
)

// fraction returns a number in [0, 1) that depends only on its arguments.
func fraction(key string, round int) float64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(key + "/" + strconv.Itoa(round)))
	x := h.Sum64() // the finalizer of MurmurHash3: FNV alone spreads similar keys badly
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	x ^= x >> 33
	return float64(x>>11) / (1 << 53)
}

// jitter returns d, lengthened or shortened by at most jitterShare. It differs by endpoint and by
// check, so that endpoints of one host that were checked together drift apart.
func jitter(d time.Duration, key string, round int) time.Duration {
	return d + time.Duration(float64(d)*jitterShare*(2*fraction(key, round)-1))
}

// cronOffset returns the delay of an endpoint after the times of its cron expression.
func cronOffset(key string) time.Duration {
	return time.Duration(float64(maxCronOffset) * fraction(key, 0))
}
