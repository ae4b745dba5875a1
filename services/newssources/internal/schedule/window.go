package schedule

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// Window is a daily span of local time in which checks are allowed. When To is not after From, the window ends on the next
// day. A window that begins in the hour that daylight saving time skips opens at the end of that hour; in a repeated hour it
// is open both times.
type Window struct {
	Days     []time.Weekday // on which the window begins; empty: every day
	From, To ClockTime
}

// ClockTime is a time of day in minutes since midnight.
type ClockTime int

const dayMinutes = 24 * 60

func (c ClockTime) String() string { return fmt.Sprintf("%02d:%02d", int(c)/60, int(c)%60) }

// windowDays is how far ahead the next opening is looked for: a weekly window that daylight saving time skips opens a week
// later.
const windowDays = 15

// Validate returns an error for a window that never opens.
func (w *Window) Validate() error {
	switch {
	case w.From < 0 || w.From >= dayMinutes || w.To < 0 || w.To > dayMinutes:
		return errors.New("the times of the window must be between 00:00 and 24:00")
	case w.From == w.To:
		return errors.New("the window never opens: its begin and its end are equal")
	}
	for _, day := range w.Days {
		if day < time.Sunday || day > time.Saturday {
			return errors.New("the window has an unknown day")
		}
	}
	return nil
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

// Next returns at if the window is open then, and else when it opens next. It reports false if it never opens.
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

// resolve returns the first moment at which local clocks show the minute of the day, or the end of the skipped hour if they
// never do.
func resolve(zone *time.Location, year int, month time.Month, day, minute int) time.Time {
	t := time.Date(year, month, day, minute/60, minute%60, 0, 0, zone)
	start, end := t.ZoneBounds()
	if shown := t.Hour()*60 + t.Minute(); shown != minute%dayMinutes { // in the skipped hour: time.Date chose one of its ends
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

// openWindow waits until the window opens. The phase keeps the endpoints of one window apart.
func (p *plan) openWindow() {
	w := p.in.Settings.Window
	if w == nil {
		return
	}
	zone := zoneOf(p.in.Settings)
	opening, ok := w.Next(p.at, zone)
	if !ok || opening.Equal(p.at) {
		return
	}
	if offset := opening.Add(cronOffset(p.in.Key)); w.contains(offset.In(zone)) {
		opening = offset
	}
	p.later(opening, ReasonWindow, "checks are allowed from %s to %s (%s)", w.From, w.To, zone)
}
