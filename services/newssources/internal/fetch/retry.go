package fetch

import (
	"net/http"
	"strings"
	"time"
)

// maxRetryAfter caps what a site asks for: some ask for years.
const maxRetryAfter = 24 * time.Hour

// retryAfter reads the header (RFC 9110 §10.2.3): seconds or a date. What makes no sense is no wish.
func retryAfter(header string, now time.Time) time.Duration {
	header = strings.TrimSpace(header)
	if whole, _, _ := strings.Cut(header, "."); whole != "" && strings.Trim(whole, "0123456789") == "" {
		return secondsUpTo(whole, maxRetryAfter)
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

// secondsUpTo reads digits of any number, as hostile as they may be.
func secondsUpTo(digits string, most time.Duration) time.Duration {
	var d time.Duration
	for _, digit := range []byte(digits) {
		d = d*10 + time.Duration(digit-'0')*time.Second
		if d >= most {
			return most
		}
	}
	return d
}
