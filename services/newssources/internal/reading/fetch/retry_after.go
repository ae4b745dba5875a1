package fetch

import (
	"net/http"
	"strings"
	"time"
)

// maxRetryAfter caps Retry-After, so that the time at which the wait ends can be represented. How
// much of it is obeyed is decided by the callers.
const maxRetryAfter = 100 * 365 * 24 * time.Hour

// parseRetryAfter parses the header (RFC 9110 §10.2.3): seconds or a date. It returns 0 for an
// invalid value.
func parseRetryAfter(header string, now time.Time) time.Duration {
	header = strings.TrimSpace(header)
	if whole, _, _ := strings.Cut(header, "."); whole != "" && strings.Trim(whole, "0123456789") == "" {
		return parseSeconds(whole, maxRetryAfter)
	}
	at, err := http.ParseTime(header)
	if err != nil {
		at, err = time.Parse(time.RFC1123Z, header) // "+0000" instead of "GMT"
	}
	if err != nil {
		return 0
	}
	return min(max(at.Sub(now), 0), maxRetryAfter)
}

// serverTime returns the time by the clock of the server that sent a response, or of this machine
// if the response has no date. A date in Retry-After is relative to it, so that a wrong clock on
// either side does not change the wait.
func serverTime(header http.Header) time.Time {
	if date, err := http.ParseTime(header.Get("Date")); err == nil {
		return date
	}
	return time.Now()
}

// parseSeconds parses any number of decimal digits as seconds, capped at limit without overflow.
func parseSeconds(digits string, limit time.Duration) time.Duration {
	var d time.Duration
	for _, digit := range []byte(digits) {
		d = d*10 + time.Duration(digit-'0')*time.Second
		if d >= limit {
			return limit
		}
	}
	return d
}
