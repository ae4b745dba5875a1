package schedule

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Advice is what the server asked for. Zero values mean nothing.
type Advice struct {
	RetryAfter   time.Duration
	CacheFor     time.Duration // Cache-Control max-age or Expires
	TTL          time.Duration // of the feed
	UpdatePeriod time.Duration // sy:updatePeriod and sy:updateFrequency
	CrawlDelay   time.Duration // of robots.txt
	SkipHours    []int         // in UTC
	SkipDays     []time.Weekday
}

// advise applies the longest pause that the server requests, up to the endpoint's maximum interval:
// it is advice, not a setting.
func (p *plan) advise() {
	a := p.in.Advice
	for _, pause := range []struct {
		requested time.Duration
		name      string
	}{
		{a.CacheFor, "the response may be cached for"}, {a.TTL, "the feed asks for a pause (ttl) of"},
		{a.UpdatePeriod, "the feed is updated every"}, {a.CrawlDelay, "robots.txt asks for a pause (Crawl-delay) of"},
		{p.successRetryAfter(), "the response asks for a pause (Retry-After) of"},
	} {
		text := pause.name + " " + Words(pause.requested)
		if pause.requested > p.bounds.max {
			text += ", but the longest interval is " + Words(p.bounds.max)
		}
		p.later(p.in.Now.Add(min(pause.requested, p.bounds.max)), ReasonAdvice, "%s", text)
	}
	p.skip()
}

// successRetryAfter returns the Retry-After of a successful response, which is a hint such as
// max-age. Only the Retry-After of a failed response means that the site is overloaded.
func (p *plan) successRetryAfter() time.Duration {
	if p.in.Last.Failures > 0 {
		return 0
	}
	return p.in.Advice.RetryAfter
}

// skip delays a check that falls into skipHours or skipDays of the feed until they end. A feed that
// excludes every hour or every day is ignored, and so are exclusions that would delay the check by
// more than a day.
func (p *plan) skip() {
	a := p.in.Advice
	at := p.at.UTC()
	for range 24 * 8 {
		if !slices.Contains(a.SkipHours, at.Hour()) && !slices.Contains(a.SkipDays, at.Weekday()) {
			break
		}
		at = at.Truncate(time.Hour).Add(time.Hour)
	}
	if wait := at.Sub(p.at); wait > 0 && wait <= maxSkip && !slices.Contains(a.SkipHours, at.Hour()) &&
		!slices.Contains(a.SkipDays, at.Weekday()) {
		// The phase keeps feeds with the same hours apart.
		p.later(at.Add(cronOffset(p.in.Key)), ReasonSkip, "the feed excludes the hours or days before")
	}
}

// maxSkip is the longest delay by skipHours and skipDays.
const maxSkip = 24 * time.Hour

// retryAfter obeys the Retry-After of a failure, as far as Limits.Wait allows. The wait is
// lengthened by up to a tenth and at most maxCronOffset, so that the endpoints of a host do not
// return together.
func (p *plan) retryAfter() {
	requested := p.in.Advice.RetryAfter
	wait := p.in.Limits.Wait(requested)
	if wait <= 0 || p.in.Last.Failures <= 0 {
		return
	}
	spread := min(float64(wait)*jitterShare, float64(maxCronOffset)) * fraction(p.in.Key, p.in.Round)
	asked, done := "the site asked to wait "+Words(requested)+" (Retry-After)", ""
	switch {
	case requested > absurdRetryAfter:
		asked += ", which is not plausible"
		done = ", so it is checked again after " + Words(wait)
	case wait < requested:
		done = ", of which " + Words(wait) + " are obeyed"
	}
	at := p.in.Now.Add(wait + time.Duration(spread))
	if !at.After(p.at) { // another rule determines the time; people see nevertheless what the site asked for
		p.reasons = slices.Insert(p.reasons, 0, Reason{ReasonRetry, asked})
	}
	p.later(at, ReasonRetry, "%s", asked+done)
}

// maxCacheFor caps the time for which a response may be cached, so that it can be represented.
const maxCacheFor = 100 * 365 * 24 * time.Hour

// CacheFor returns how long a response may be cached (RFC 9111 §5.2.2, §5.3): max-age, else
// Expires. Values that forbid caching, dates in the past and invalid values mean 0.
func CacheFor(header http.Header, now time.Time) time.Duration {
	for value := range strings.SplitSeq(strings.Join(header.Values("Cache-Control"), ","), ",") {
		name, argument, _ := strings.Cut(strings.ToLower(strings.TrimSpace(value)), "=")
		switch name {
		case "no-store", "no-cache":
			return 0
		case "max-age":
			seconds, err := strconv.ParseInt(strings.Trim(argument, `"`), 10, 64)
			if err != nil || seconds < 0 {
				return 0
			}
			return time.Duration(min(seconds, int64(maxCacheFor/time.Second))) * time.Second
		}
	}
	expires, err := http.ParseTime(header.Get("Expires"))
	if err != nil {
		return 0
	}
	if date, err := http.ParseTime(header.Get("Date")); err == nil {
		now = date // the server's own clock
	}
	return min(max(expires.Sub(now), 0), maxCacheFor)
}
