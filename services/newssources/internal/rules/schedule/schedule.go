// Package schedule decides when an endpoint is checked next. It also counts the results of the
// checks (History), and derives the interval, the character encoding and the time zone that the
// endpoint needs. It is pure: it reads no clock and no database, so that the same rules serve the
// checker, the screens and the preview of a setting.
package schedule

import (
	"time"
)

// Mode is how the interval between two checks is determined.
type Mode string

// The modes.
const (
	Adaptive Mode = "adaptive" // follows the rate at which the endpoint publishes; the default
	Fixed    Mode = "fixed"    // every Settings.Every
	Cron     Mode = "cron"     // at the times of Settings.Cron
)

// Settings are the settings of an endpoint. The zero value is adaptive.
type Settings struct {
	Mode   Mode
	Every  time.Duration // of Fixed
	Cron   *CronSpec     // of Cron
	Zone   *time.Location
	Window *Window // local times in which checks are allowed; nil: always
	Tier   int     // of the source: 1 (most important) to 5; 0 if unknown
}

// Input is what the next check depends on.
type Input struct {
	Key      string    // identifies the endpoint; determines its phase and jitter
	Round    int       // number of checks so far, so that the jitter differs from check to check
	Now      time.Time // the end of the last check
	Settings Settings
	Limits   Limits
	Interval time.Duration // the adaptive interval so far; 0 before the first check
	Last     Check
	Advice   Advice
	Push     Push
	// IsUnchecked means that no check was made, so that Last has no items and the adaptive interval
	// stays as it is.
	IsUnchecked bool
	// HostFree is the time before which the host must not be requested again: its spacing, its crawl
	// delay, or a hold after a response 429.
	HostFree time.Time
}

// Check is the result of the last check, as far as it matters for the schedule.
type Check struct {
	Items, Known int           // of the document; Known were seen before
	IsFirst      bool          // no items were known, so the share of known items means nothing
	Failures     float64       // the weighted number of consecutive failures; 0 after a success
	FailingFor   time.Duration // since the first of these failures
	IsGone       bool          // the site reports that the endpoint no longer exists
	IsDoubtful   bool          // the response may be a mistake of the site; the next check confirms it or not
}

// Plan is the time of the next check.
type Plan struct {
	At       time.Time
	Interval time.Duration // the adaptive interval, for the next Input
	Reasons  []Reason      // in the order in which the rules apply; never empty
}

// Next returns the plan for the next check. Its time is after in.Now.
func Next(in Input) Plan {
	bounds := in.Limits.bounds(in.Settings.Tier)
	p := &plan{in: in, bounds: bounds}
	p.adapt()
	p.chooseTime()
	p.backOff()
	p.advise()
	p.usePushInterval()
	p.followAnnouncement()
	p.openWindow()
	p.retryAfter()
	p.hostFree()
	return Plan{At: p.at, Interval: p.interval, Reasons: p.reasons}
}

// plan is a Plan while its rules are applied.
type plan struct {
	in       Input
	bounds   bounds
	interval time.Duration // adaptive
	at       time.Time
	reasons  []Reason
}

// chooseTime sets the time by the mode of the settings.
func (p *plan) chooseTime() {
	s := p.in.Settings
	switch {
	case s.Mode == Cron && s.Cron != nil:
		if at, ok := p.nextCron(); ok {
			p.at = at
			p.add(ReasonCron, "the schedule is “%s” (%s)", s.Cron, zoneOf(s))
			return
		}
	case s.Mode == Fixed && s.Every > 0:
		every := p.fixedInterval()
		p.at = p.nextOnGrid(every)
		p.add(ReasonFixed, "it is checked every %s", Words(every))
		return
	}
	p.at = p.in.Now.Add(jitter(p.interval, p.in.Key, p.in.Round))
	// As early as the jitter allows, so that a time soon after the window closes does not wait for the
	// next day.
	if !s.IsOpen(p.at) {
		p.at = p.in.Now.Add(time.Duration(float64(p.interval) * (1 - jitterShare)))
	}
	p.explainInterval()
}

// nextOnGrid returns the next time of a fixed interval. Each endpoint has its own phase, which a
// late check does not move. A time whose check would follow the last check too closely, for example
// after a check by hand, is left out. The opening of the window counts: a time soon after a check
// is kept if the window delays its check to the next day.
func (p *plan) nextOnGrid(every time.Duration) time.Time {
	now := p.in.Now
	phase := time.Duration(float64(every) * fraction(p.in.Key, 0))
	elapsed := now.Sub(time.Unix(0, 0)) - phase
	next := time.Unix(0, 0).Add(phase + elapsed.Truncate(every) + every)
	if p.opening(next).Sub(now) < every/2 {
		next = next.Add(every)
	}
	return next.In(now.Location())
}

// maxCronSkip bounds the search for an occurrence in the window: a year finds every day of a month
// in a window of every weekday.
const maxCronSkip = 366 * 24 * time.Hour

// nextCron returns the next time of the cron expression, delayed by the offset of the endpoint.
// Occurrences outside of the window, and those of an expression that occurs more often than the
// limits allow, are left out. If the window has none, openWindow delays the first occurrence.
func (p *plan) nextCron() (time.Time, bool) {
	s, zone, offset := p.in.Settings, zoneOf(p.in.Settings), cronOffset(p.in.Key)
	earliest := p.in.Now.Add(p.cronSpacing())
	first, ok := s.Cron.Next(earliest.Add(-offset), zone)
	for at := first; ok && (at.Equal(first) || at.Sub(p.in.Now) < maxCronSkip); {
		switch {
		case s.Window == nil || s.Window.contains(at.Add(offset).In(zone)):
			return at.Add(offset), true
		case s.Window.contains(at.In(zone)) && at.After(earliest):
			return at, true // the offset would lead to the next opening
		}
		opening, opens := s.Window.Next(at.Add(offset), zone)
		if !opens {
			break
		}
		at, ok = s.Cron.Next(opening.Add(-time.Nanosecond), zone)
	}
	return first.Add(offset), !first.IsZero()
}

// cronSpacing returns the shortest time between a check and the next one of a cron expression that
// occurs often: the limit, or half of the time between two occurrences, so that a late check is not
// followed by another one at once.
func (p *plan) cronSpacing() time.Duration {
	switch gap := p.in.Settings.Cron.gap; {
	case gap < p.bounds.min:
		return time.Duration(float64(p.bounds.min) * (1 - jitterShare))
	case gap < 2*p.bounds.min:
		return gap / 2
	}
	return 0
}

// fixedInterval returns the fixed interval within the limits.
func (p *plan) fixedInterval() time.Duration {
	return min(max(p.in.Settings.Every, p.bounds.min), maxFixed)
}

// later moves the check to a later time and adds the reason, if the time is later.
func (p *plan) later(at time.Time, code Code, format string, args ...any) {
	if at.After(p.at) {
		p.at = at
		p.add(code, format, args...)
	}
}

// hostFree waits for the host, which has limits of its own.
func (p *plan) hostFree() {
	p.later(p.in.HostFree, ReasonHost, "%s", HostReason().Text)
}

// HostReason returns the reason of a check that waits until its host may be requested again.
func HostReason() Reason {
	return Reason{ReasonHost, "other requests to the host come first, or the host asked to wait or refused several " +
		"requests"}
}

func zoneOf(s Settings) *time.Location {
	if s.Zone == nil {
		return time.UTC
	}
	return s.Zone
}
