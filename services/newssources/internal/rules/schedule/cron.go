package schedule

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"
)

// CronSpec is a parsed cron expression with five fields: minute, hour, day of the month, month, day
// of the week. A time that daylight saving time skips is moved to the end of the skipped hour; a
// repeated time counts once.
type CronSpec struct {
	text                              string
	minutes, hours, days, months      uint64 // bit sets
	weekdays                          uint64
	daysRestricted, weekdayRestricted bool // if both are, a day that matches one of them counts (POSIX)
	// The shortest time between two occurrences, apart from daylight saving time.
	gap time.Duration
}

func (c *CronSpec) String() string { return c.text }

// cronYears is how far ahead the next time is looked for: 29 February may be eight years away.
const cronYears = 8

// maxShift is more than the minutes by which any zone changes its clocks for daylight saving time.
const maxShift = 180

var (
	monthNames   = []string{"", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}
	weekdayNames = []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}
)

// parseCron parses a cron expression. It refuses an expression that never matches, such as 30
// February.
func parseCron(text string) (*CronSpec, error) {
	fields := strings.Fields(text)
	if len(fields) != 5 {
		return nil, fmt.Errorf("a cron expression has five fields (minute, hour, day, month, weekday); this one has %d",
			len(fields))
	}
	c := &CronSpec{text: strings.Join(fields, " ")}
	for i, field := range []struct {
		name      string
		low, high int
		names     []string
		set       *uint64
	}{
		{"minute", 0, 59, nil, &c.minutes}, {"hour", 0, 23, nil, &c.hours}, {"day", 1, 31, nil, &c.days},
		{"month", 1, 12, monthNames, &c.months}, {"weekday", 0, 7, weekdayNames, &c.weekdays},
	} {
		set, err := parseCronField(fields[i], field.low, field.high, field.names)
		if err != nil {
			return nil, fmt.Errorf("the %s “%s” is invalid: %w", field.name, fields[i], err)
		}
		*field.set = set
	}
	c.weekdays |= c.weekdays >> 7 & 1 // 7 is Sunday too
	c.daysRestricted, c.weekdayRestricted = !strings.HasPrefix(fields[2], "*"), !strings.HasPrefix(fields[4], "*")
	if _, ok := c.Next(time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), time.UTC); !ok {
		return nil, fmt.Errorf("“%s” never occurs: no month has this day", c.text)
	}
	c.gap = c.shortestGap()
	return c, nil
}

// matchesMinute reports whether the expression occurs at a minute of the day, on the days that it
// matches.
func (c *CronSpec) matchesMinute(minute int) bool {
	return c.hours>>(minute/60)&1 == 1 && c.minutes>>(minute%60)&1 == 1
}

// shortestGap returns the shortest time between two occurrences within two days, or two days.
func (c *CronSpec) shortestGap() time.Duration {
	first, last, gap := -1, -1, 2*dayMinutes
	for minute := range dayMinutes {
		if !c.matchesMinute(minute) {
			continue
		}
		if first < 0 {
			first = minute
		} else {
			gap = min(gap, minute-last)
		}
		last = minute
	}
	if overnight := first + dayMinutes - last; overnight < gap && c.matchesConsecutiveDays() {
		gap = overnight
	}
	return time.Duration(gap) * time.Minute
}

// matchesConsecutiveDays reports whether there are two days in a row that match.
func (c *CronSpec) matchesConsecutiveDays() bool {
	matched := false
	for _, day := range calendar() {
		matches := c.matches(day)
		if matches && matched {
			return true
		}
		matched = matches
	}
	return false
}

// calendarDay is a date without its year.
type calendarDay struct{ month, day, weekday uint8 }

// calendar returns the days of 28 years, after which the weekdays of the dates repeat.
var calendar = sync.OnceValue(func() (days []calendarDay) {
	for date := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC); date.Year() < 2028; date = date.AddDate(0, 0, 1) {
		days = append(days, calendarDayOf(date))
	}
	return days
})

func calendarDayOf(date time.Time) calendarDay {
	return calendarDay{uint8(date.Month()), uint8(date.Day()), uint8(date.Weekday())}
}

// parseCronField parses a list of values, ranges and steps, such as "1,5-10,*/15".
func parseCronField(text string, low, high int, names []string) (set uint64, err error) {
	for part := range strings.SplitSeq(text, ",") {
		span, stepText, hasStep := strings.Cut(part, "/")
		step := 1
		if hasStep {
			if step, err = strconv.Atoi(stepText); err != nil || step < 1 || step > high+1 {
				return 0, fmt.Errorf("“%s” is no step; use a number from 1 to %d", stepText, high+1)
			}
		}
		from, to := low, high
		if span != "*" {
			first, last, isRange := strings.Cut(span, "-")
			if from, err = cronValue(first, low, high, names); err != nil {
				return 0, err
			}
			switch {
			case isRange:
				if to, err = cronValue(last, low, high, names); err != nil {
					return 0, err
				}
			case !hasStep:
				to = from
			}
		}
		if to < from {
			return 0, fmt.Errorf("the range “%s” is empty", span)
		}
		for value := from; value <= to; value += step {
			set |= 1 << value
		}
	}
	return set, nil
}

func cronValue(text string, low, high int, names []string) (int, error) {
	for i, name := range names {
		if name != "" && strings.EqualFold(name, text) {
			return i, nil
		}
	}
	value, err := strconv.Atoi(text)
	if err != nil || value < low || value > high {
		return 0, fmt.Errorf("use values from %d to %d", low, high)
	}
	return value, nil
}

// Next returns the first time after the given one. It reports false if there is none.
func (c *CronSpec) Next(after time.Time, zone *time.Location) (time.Time, bool) {
	local := after.In(zone)
	year, month, day := local.Date()
	limit := year + cronYears
	start := max(local.Hour()*60+local.Minute()-maxShift, 0) // earlier minutes of the first day have passed
	for date := time.Date(year, month, day, 0, 0, 0, 0, time.UTC); date.Year() <= limit; date = date.AddDate(0, 0, 1) {
		if !c.matches(calendarDayOf(date)) {
			start = 0
			continue
		}
		for minute := start; minute < dayMinutes; minute++ {
			if !c.matchesMinute(minute) {
				continue
			}
			if at := resolve(zone, date.Year(), date.Month(), date.Day(), minute); at.After(after) {
				return at, true
			}
		}
		start = 0
	}
	return time.Time{}, false
}

func (c *CronSpec) matches(d calendarDay) bool {
	if c.months>>d.month&1 == 0 {
		return false
	}
	day, weekday := c.days>>d.day&1 == 1, c.weekdays>>d.weekday&1 == 1
	if c.daysRestricted && c.weekdayRestricted {
		return day || weekday
	}
	return day && weekday
}
