package schedule

import (
	"time"
)

const (
	// previewChecks is the number of checks that a preview shows.
	previewChecks = 10
	// week is the period whose checks are counted: windows and most cron expressions repeat weekly.
	week = 7 * 24 * time.Hour
	// maxSimulated bounds the counted checks: a week of checks with the shortest default interval.
	maxSimulated = int(week / DefaultMin)
)

// Preview is the effect of a setting before it is saved.
type Preview struct {
	Checks []Plan  // the next ten
	PerDay float64 // requests a day
}

// Simulate returns the next checks of an endpoint after a change of its settings, if its documents
// keep their rate, so that the adaptive interval stays the same. An endpoint that was not checked
// before (Round is 0) is checked at once.
func Simulate(in Input) Preview {
	in.Last, in.HostFree, in.IsUnchecked = Check{}, time.Time{}, true
	in.Advice.RetryAfter, in.Advice.CrawlDelay = 0, 0
	var p Preview
	var started time.Time // of the counted period
	count := 0
	for len(p.Checks) < previewChecks || in.Now.Sub(started) < week && count < maxSimulated {
		next := Next(in)
		isNew := in.Round == 0
		if isNew {
			next = firstCheck(in)
		}
		if len(p.Checks) < previewChecks {
			p.Checks = append(p.Checks, next)
		}
		switch {
		case !started.IsZero():
			count++
		case !isNew: // the rate does not include the wait for the first regular check
			started = next.At
		}
		in.Now, in.Interval, in.Round = next.At, next.Interval, in.Round+1
	}
	p.PerDay = float64(count) / in.Now.Sub(started).Hours() * 24
	return p
}

// firstCheck returns the plan of an endpoint that was not checked before.
func firstCheck(in Input) Plan {
	if in.Settings.IsOpen(in.Now) {
		return Plan{At: in.Now, Interval: in.Interval, Reasons: []Reason{{ReasonNew, "it has not been checked before"}}}
	}
	return Postpone(in)
}

// PerDay estimates the requests a day of an endpoint with these settings and an adaptive interval.
func (s Settings) PerDay(interval time.Duration, limits Limits) float64 {
	b := limits.bounds(s.Tier)
	const day = 24 * time.Hour
	switch {
	case s.Mode == Cron && s.Cron != nil:
		return min(s.cronPerDay(), float64(day)/float64(b.min))
	case s.Mode == Fixed && s.Every > 0:
		interval = min(max(s.Every, b.min), maxFixed)
	case interval <= 0:
		interval = min(max(firstInterval, b.min), b.max)
	}
	rate := float64(day) / float64(interval)
	if s.Window == nil {
		return rate
	}
	// A check that falls outside of the window is made when it opens.
	openings := float64(s.Window.days()) / 7
	return max(rate*float64(s.Window.length())/float64(day)*openings, min(rate, openings))
}

// cronPerDay returns the mean number of occurrences a day in the window.
func (s Settings) cronPerDay() float64 {
	var minutes [7]int // by weekday
	for weekday := range minutes {
		minutes[weekday] = s.occurrences(time.Weekday(weekday))
	}
	total, days := 0, calendar()
	for _, day := range days {
		if s.Cron.matches(day) {
			total += minutes[day.weekday]
		}
	}
	return float64(total) / float64(len(days))
}

// occurrences returns the number of times at which the cron expression occurs in the window on a
// weekday that it matches.
func (s Settings) occurrences(weekday time.Weekday) (count int) {
	for minute := range dayMinutes {
		// 2 January 2000 is a Sunday.
		if s.Cron.matchesMinute(minute) &&
			(s.Window == nil || s.Window.contains(time.Date(2000, 1, 2+int(weekday), 0, minute, 0, 0, time.UTC))) {
			count++
		}
	}
	return count
}

// occursInWindow reports whether the cron expression ever occurs in the window.
func (s Settings) occursInWindow() bool { return s.cronPerDay() > 0 }
