package notify

import (
	"fmt"
	"time"
)

// location returns the zone of the times of day, UTC by default.
func (s Settings) location() *time.Location {
	if zone, err := time.LoadLocation(s.Zone); err == nil {
		return zone
	}
	return time.UTC
}

// parseTimeOfDay returns the minute of the day.
func parseTimeOfDay(text string) (minute int, err error) {
	at, err := time.Parse("15:04", text)
	if err != nil || len(text) != len("15:04") {
		return 0, fmt.Errorf("%q is not a time of day", text)
	}
	return at.Hour()*60 + at.Minute(), nil
}

// isQuiet reports whether now is within the quiet hours, by the clock of the zone. Quiet hours may
// span midnight.
func (s Settings) isQuiet(now time.Time) bool {
	from, err := parseTimeOfDay(s.QuietFrom)
	if err != nil {
		return false
	}
	to, err := parseTimeOfDay(s.QuietTo)
	if err != nil {
		return false
	}
	local := now.In(s.location())
	minute := local.Hour()*60 + local.Minute()
	if from <= to {
		return from <= minute && minute < to
	}
	return minute >= from || minute < to
}

// isMuted reports whether the rule is muted.
func (s Settings) isMuted(now time.Time) bool {
	return s.MutedUntil != nil && now.Before(*s.MutedUntil)
}

// NextTime returns the first time after a time that is a minute of the day in a zone, on any day or on a
// weekday from 1 (Monday) to 7; 0: any day. A time of day that a clock change skips is shifted by the change.
func NextTime(after time.Time, zone *time.Location, minute, weekday int) time.Time {
	local := after.In(zone)
	for day := 0; ; day++ {
		at := time.Date(local.Year(), local.Month(), local.Day()+day, minute/60, minute%60, 0, 0, zone)
		if at.After(after) && (weekday == 0 || weekday == (int(at.Weekday())+6)%7+1) {
			return at.UTC()
		}
	}
}

// nextDigest returns the time of the first digest after a time, or nil if messages are sent at once.
func (s Settings) nextDigest(after time.Time) *time.Time {
	var next time.Time
	switch s.Digest {
	case Hourly:
		next = after.UTC().Truncate(time.Hour).Add(time.Hour)
	case Daily:
		minute, err := parseTimeOfDay(s.DigestAt)
		if err != nil {
			return nil
		}
		next = NextTime(after, s.location(), minute, 0)
	default:
		return nil
	}
	next = next.UTC()
	return &next
}
