package schedule

import (
	"fmt"
	"slices"
	"time"
)

// Window is a daily span of local time in which checks are allowed. When To is not after From, the
// window ends on the next day. A window that begins in the hour that daylight saving time skips
// opens at the end of that hour; in a repeated hour it is open both times.
type Window struct {
	Days     []time.Weekday // on which the window begins; empty: every day
	From, To ClockTime
}

// ClockTime is a time of day in minutes since midnight.
type ClockTime int

const dayMinutes = 24 * 60

func (c ClockTime) String() string { return fmt.Sprintf("%02d:%02d", int(c)/60, int(c)%60) }

// windowDays is how far ahead the next opening is looked for: a weekly window that daylight saving
// time skips opens a week later.
const windowDays = 15

// minWindow is the shortest window: a check that other requests to the host delay must still fit
// into it.
const minWindow = 30 * time.Minute

// problem returns a sentence for people if the window never opens or is too short, and else "".
func (w *Window) problem() string {
	switch length := w.length(); {
	case w.From == w.To:
		return "The window never opens, because it begins and ends at the same time. Change one of the two times."
	case length < minWindow:
		return fmt.Sprintf("The window is open for %s. It must be open for at least %s, so that checks that are late fit "+
			"into it.", Words(length), Words(minWindow))
	}
	return ""
}

// length returns how long the window is open each time.
func (w *Window) length() time.Duration {
	minutes := w.To - w.From
	if minutes <= 0 {
		minutes += dayMinutes
	}
	return time.Duration(minutes) * time.Minute
}

// days returns on how many days of a week the window begins.
func (w *Window) days() int {
	if len(w.Days) == 0 {
		return 7
	}
	return len(w.Days)
}

// contains reports whether the window is open at a local time.
func (w *Window) contains(local time.Time) bool {
	minute := ClockTime(local.Hour()*60 + local.Minute())
	begins := func(day time.Weekday) bool { return len(w.Days) == 0 || slices.Contains(w.Days, day) }
	if w.From < w.To {
		return begins(local.Weekday()) && minute >= w.From && minute < w.To
	}
	yesterday := (local.Weekday() + 6) % 7
	return minute >= w.From && begins(local.Weekday()) || minute < w.To && begins(yesterday)
}

// Next returns at if the window is open then, and else when it opens next. It reports false if it
// never opens.
func (w *Window) Next(at time.Time, zone *time.Location) (time.Time, bool) {
	local := at.In(zone)
	if w.contains(local) {
		return at, true
	}
	year, month, day := local.Date()
	for ahead := range windowDays {
		opening := resolve(zone, year, month, day+ahead, int(w.From))
		if !opening.Before(at) && w.contains(opening) {
			return opening, true
		}
	}
	return at, false
}

// resolve returns the first moment at which local clocks show the minute of the day, or the end of
// the skipped hour if they never do.
func resolve(zone *time.Location, year int, month time.Month, day, minute int) time.Time {
	t := time.Date(year, month, day, minute/60, minute%60, 0, 0, zone)
	start, end := t.ZoneBounds()
	// In the skipped hour: time.Date chose one of its ends.
	if shown := t.Hour()*60 + t.Minute(); shown != minute%dayMinutes {
		if shown < minute {
			return end
		}
		return start
	}
	if start.IsZero() {
		return t
	}
	_, before := start.Add(-time.Second).Zone()
	_, after := t.Zone()
	if repeated := time.Duration(before-after) * time.Second; repeated > 0 && t.Sub(start) < repeated {
		return t.Add(-repeated) // the same clock time before the clocks were set back
	}
	return t
}

// IsOpen reports whether a check is allowed at a time.
func (s Settings) IsOpen(at time.Time) bool {
	return s.Window == nil || s.Window.contains(at.In(zoneOf(s)))
}

// Postpone returns the plan for a check that is due while the window is closed: the next time of
// the cron expression of an endpoint that has been checked before, and else the opening of the
// window.
func Postpone(in Input) Plan {
	in.IsUnchecked = true
	if in.Settings.Mode == Cron && in.Round > 0 {
		return Next(in)
	}
	p := &plan{in: in, bounds: in.Limits.bounds(in.Settings.Tier), at: in.Now}
	p.adapt()
	p.openWindow()
	if len(p.reasons) == 0 { // it is open
		return Next(in)
	}
	return Plan{At: p.at, Interval: in.Interval, Reasons: p.reasons}
}

// openWindow waits until the window opens.
func (p *plan) openWindow() {
	if w := p.in.Settings.Window; w != nil {
		p.later(p.opening(p.at), ReasonWindow, "checks are allowed from %s to %s (%s)", w.From, w.To, zoneOf(p.in.Settings))
	}
}

// opening returns the first time for a check that is not before at: at if the window is open then
// or never opens, and else a time soon after the next opening. The phase keeps the endpoints of one
// window apart.
func (p *plan) opening(at time.Time) time.Time {
	w, zone := p.in.Settings.Window, zoneOf(p.in.Settings)
	if w == nil {
		return at
	}
	opening, ok := w.Next(at, zone)
	if !ok || opening.Equal(at) {
		return at
	}
	if offset := opening.Add(cronOffset(p.in.Key)); w.contains(offset.In(zone)) {
		return offset
	}
	return opening
}
