// Package feeddate parses the dates of feeds, sitemaps and pages: RFC 822, ISO 8601 and the many formats that publishers
// make of them, with the month names of other languages.
package feeddate

import (
	"bytes"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/ascii"
)

// maxLength is how much of a text is parsed, in bytes.
const maxLength = 100

// Parser parses the dates of one document.
type Parser struct {
	DefaultZone *time.Location // of dates without a zone
	MonthFirst  bool           // "3/4/2025" is a day in March

	zones zoneCache
}

// Date is a parsed date.
type Date struct {
	Time    time.Time // in UTC
	IsLocal bool      // it has a time of day but no zone, so that the default zone was used
}

// Parse returns the date that a text gives. ok is false if there is none.
func (p *Parser) Parse(text []byte) (d Date, ok bool) {
	text = bytes.TrimSpace(text)
	r := reader{text: text[:min(len(text), maxLength)], zones: &p.zones, monthFirst: p.MonthFirst}
	d.Time, ok = r.read(p.DefaultZone)
	d.IsLocal = r.timed && !r.zoned
	return d, ok
}

// reader reads dates in the ways of RFC 822, ISO 8601 and their many relatives, also with the months of other
// languages. It goes over the text once and collects what numbers and words may mean; words it doesn't know are
// weekdays, "at", "Uhr" and the like.
type reader struct {
	text       []byte
	pos        int
	zones      *zoneCache
	monthFirst bool

	numbers     [3]int // of one or two digits
	n           int
	separators  [2]byte // behind the first two numbers
	year, month int
	yearFirst   bool
	monthWord   bool
	otherWord   bool // one that means nothing here, and may be a month in a language that isn't known
	era         int  // the year before the first of an emperor's
	unix        bool

	timed                      bool
	hour, minute, second, nano int
	meridiem                   byte

	zoned    bool
	offset   int            // seconds east of UTC
	location *time.Location // when the zone is a place

	last lastSeen
}

// lastSeen is what stood before, on which the meaning of a sign depends.
type lastSeen int

const (
	seenNothing lastSeen = iota
	seenNumber
	seenTime
	seenZone
	seenT // between date and time
)

func (r *reader) read(zone *time.Location) (time.Time, bool) {
	for r.pos < len(r.text) {
		switch c := r.text[r.pos]; {
		case ascii.IsDigit(c):
			if !r.number() {
				return time.Time{}, false
			}
		case ascii.IsLetter(c) || c >= 0x80:
			r.word()
		case (c == '+' || c == '-') && r.signsZone():
			r.numericZone(c)
		case c == '(' && r.zoned: // a comment that repeats the zone
			r.pos = len(r.text)
		default:
			r.pos++
		}
	}
	if r.unix {
		return r.checked(time.Unix(int64(r.second), int64(r.nano)).UTC())
	}
	year, month, day, ok := r.calendar()
	if !ok {
		return time.Time{}, false
	}
	return r.at(year, month, day, zone)
}

// at puts the parts together. "24:00" is the beginning of the next day, and a leap second that of the next minute.
func (r *reader) at(year, month, day int, zone *time.Location) (time.Time, bool) {
	switch {
	case r.meridiem == 'p' && r.hour < 12:
		r.hour += 12
	case r.meridiem == 'a' && r.hour == 12:
		r.hour = 0
	}
	if r.hour > 24 || r.hour == 24 && (r.minute > 0 || r.second > 0) || r.minute > 59 || r.second > 60 {
		return time.Time{}, false
	}
	if r.location != nil {
		zone = r.location
	}
	if r.zoned && r.location == nil {
		t := time.Date(year, time.Month(month), day, r.hour, r.minute, r.second, r.nano, time.UTC)
		return r.checked(t.Add(-time.Duration(r.offset) * time.Second))
	}
	return r.checked(time.Date(year, time.Month(month), day, r.hour, r.minute, r.second, r.nano, zone).UTC())
}

// checked refuses what programs write for "no date": the year 1 and the first day of 1970. Databases keep microseconds.
func (r *reader) checked(t time.Time) (time.Time, bool) {
	const oldest = 1900 // nothing was on the web, but archives date their articles
	epoch := t.Year() == 1970 && t.YearDay() == 1
	return t.Truncate(time.Microsecond), t.Year() >= oldest && t.Year() < 10_000 && !epoch
}

// calendar makes a day of the numbers and the month's name.
func (r *reader) calendar() (year, month, day int, ok bool) {
	year, month = r.year, r.month
	numbers := r.numbers[:r.n]
	// "mar, 12/11/2024" begins with a Tuesday: where numbers say all, words say nothing.
	monthWord := r.monthWord && !r.isNumeric()
	switch {
	case monthWord && len(numbers) >= 1:
		day = numbers[0]
		if year == 0 && len(numbers) >= 2 {
			year = century(numbers[1])
		}
	case monthWord && year > 0: // "January 2024"
		day = 1
	case r.yearFirst && len(numbers) >= 2:
		month, day = numbers[0], numbers[1]
	case r.yearFirst && len(numbers) == 1 && !r.otherWord: // "2024-01", as W3C allows
		month, day = numbers[0], 1
	case r.yearFirst && r.n == 0 && !r.timed && len(r.text) <= 6: // "2024"
		month, day = 1, 1
	case len(numbers) == 3 && year == 0, len(numbers) >= 2 && year > 0:
		day, month = numbers[0], numbers[1]
		if month > 12 || r.monthFirst && r.separators[0] == '/' && day <= 12 {
			day, month = month, day
		}
		if year == 0 {
			year = century(numbers[2])
		}
	default:
		return 0, 0, 0, false
	}
	if year == 0 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return 0, 0, 0, false
	}
	return year, month, day, true
}

// isNumeric says that day, month and year are numbers that one sign joins: "12/11/2024", "12.11.24", "2024-11-12".
func (r *reader) isNumeric() bool {
	joined := func(c byte) bool { return c == '/' || c == '.' || c == '-' }
	switch {
	case r.n < 2 || !joined(r.separators[0]):
		return false
	case r.yearFirst:
		return true
	}
	return r.separators[0] == r.separators[1] && (r.year > 0 || r.n == 3)
}

// century reads years of two digits as Go and POSIX do.
func century(n int) int {
	if n < 69 {
		return 2000 + n
	}
	return 1900 + n
}

func daysIn(year, month int) int {
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}
