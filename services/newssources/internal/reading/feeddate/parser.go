// Package feeddate parses the dates of feeds, sitemaps and pages: RFC 822, ISO 8601 and the many
// formats that publishers use instead, with the month names of other languages.
package feeddate

import (
	"bytes"
	"strings"
	"time"
	"unicode"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
)

// Parser parses the dates of one document.
type Parser struct {
	DefaultZone *time.Location // of dates without a zone
	Language    string         // BCP 47; decides what ambiguous zone abbreviations mean

	zones zoneCache
}

// Date is a parsed date.
type Date struct {
	Time    time.Time // in UTC
	IsLocal bool      // it has a time of day but no zone, so that the default zone was used
	Order   Order
	Swapped time.Time // if Order is Ambiguous: the date with the month first
}

// Order is the order of day and month in a date such as "3/4/2025".
type Order int

// The orders.
const (
	NoOrder    Order = iota // the month has a name, the year comes first, or day and month are equal
	DayFirst                // the first number can't be a month
	MonthFirst              // the second number can't be a month
	Ambiguous               // both are possible; Time has the day first
)

// Parse returns the date that a text gives. ok is false if there is none.
func (p *Parser) Parse(text []byte) (d Date, ok bool) {
	text = normalize(bytes.TrimSpace(text))
	r := reader{text: text, zones: &p.zones, language: p.Language}
	d.Time, ok = r.read(p.DefaultZone)
	d.IsLocal = r.timed && !r.zoned
	d.Order = r.order
	if ok && d.Order == Ambiguous {
		swapped := reader{text: text, zones: &p.zones, language: p.Language, monthFirst: true}
		if d.Swapped, ok = swapped.read(p.DefaultZone); !ok {
			d.Order, ok = NoOrder, true
		}
	}
	return d, ok
}

// reader parses one date. It reads the text once and collects what its numbers and words may mean.
// Unknown words, such as weekdays, "at" and "Uhr", are ignored.
type reader struct {
	text       []byte
	pos        int
	zones      *zoneCache
	language   string
	monthFirst bool
	order      Order

	numbers     [3]int // of one or two digits
	n           int
	separators  [2]byte // the characters after the first two numbers
	year, month int
	yearFirst   bool
	monthWord   bool
	otherWord   bool // an unknown word, which may be a month in another language
	era         int  // the year before the first one of the Japanese era
	unix        bool // the number is a Unix time, in second and nano

	timed                      bool // there is a time of day
	hour, minute, second, nano int
	meridiem                   byte

	zoned    bool           // there is a zone
	offset   int            // seconds east of UTC
	location *time.Location // if the zone is named by a place

	last lastToken
}

// lastToken is the kind of the previous token, on which the meaning of a sign depends.
type lastToken int

const (
	seenNothing lastToken = iota
	seenNumber
	seenTime
	seenZone
	seenT // the "T" between date and time
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
		case (c == '+' || c == '-') && r.isZoneSign():
			r.numericZone(c)
		case c == '(' && r.zoned: // a comment that repeats the zone
			r.pos = len(r.text)
		default:
			r.pos++
		}
	}
	if r.unix {
		return checked(time.Unix(int64(r.second), int64(r.nano)).UTC())
	}
	year, month, day, ok := r.calendar()
	if !ok {
		return time.Time{}, false
	}
	return r.assemble(year, month, day, zone)
}

// assemble returns the time. "24:00" is the beginning of the next day; a leap second is that of the
// next minute.
func (r *reader) assemble(year, month, day int, zone *time.Location) (time.Time, bool) {
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
		return checked(t.Add(-time.Duration(r.offset) * time.Second))
	}
	return checked(time.Date(year, time.Month(month), day, r.hour, r.minute, r.second, r.nano, zone).UTC())
}

// checked returns t in microseconds, as databases store it, and whether it is plausible. Programs
// write the year 1 and the first day of 1970 for a missing date.
func checked(t time.Time) (time.Time, bool) {
	const oldest = 1900 // archives date articles from before the web
	epoch := t.Year() == 1970 && t.YearDay() == 1
	return t.Truncate(time.Microsecond), t.Year() >= oldest && t.Year() < 10_000 && !epoch
}

// calendar returns the day that the numbers and the month's name give.
func (r *reader) calendar() (year, month, day int, ok bool) {
	year, month = r.year, r.month
	numbers := r.numbers[:r.n]
	// "mar, 12/11/2024" begins with "martes": numbers take precedence over words.
	monthWord := r.monthWord && !r.isNumeric()
	switch {
	case monthWord && len(numbers) >= 1:
		day = numbers[0]
		if year == 0 && len(numbers) >= 2 {
			year = r.fullYear(numbers[1])
		}
	case monthWord && year > 0: // "January 2024"
		day = 1
	case r.yearFirst && len(numbers) >= 2:
		month, day = numbers[0], numbers[1]
	case r.yearFirst && len(numbers) == 1 && !r.otherWord: // "2024-01"
		month, day = numbers[0], 1
	case r.yearFirst && r.n == 0 && !r.timed && len(r.text) <= 6: // "2024"
		month, day = 1, 1
	case len(numbers) == 3 && year == 0, len(numbers) >= 2 && year > 0:
		day, month = numbers[0], numbers[1]
		r.order = r.orderOf(day, month)
		if month > 12 || r.monthFirst && r.order == Ambiguous {
			day, month = month, day
		}
		if year == 0 {
			year = r.fullYear(numbers[2])
		}
	default:
		return 0, 0, 0, false
	}
	if year == 0 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return 0, 0, 0, false
	}
	return year, month, day, true
}

// orderOf returns the order of two numbers that are a day and a month. With full stops, the day is
// always first.
func (r *reader) orderOf(first, second int) Order {
	switch {
	case r.separators[0] != '/' && r.separators[0] != '-' || first == second:
		return NoOrder
	case first > 12:
		return DayFirst
	case second > 12:
		return MonthFirst
	}
	return Ambiguous
}

// isNumeric reports whether day, month and year are numbers with the same separator: "12/11/2024",
// "12.11.24".
func (r *reader) isNumeric() bool {
	isSeparator := func(c byte) bool { return c == '/' || c == '.' || c == '-' }
	switch {
	case r.n < 2 || !isSeparator(r.separators[0]):
		return false
	case r.yearFirst:
		return true
	}
	return r.separators[0] == r.separators[1] && (r.year > 0 || r.n == 3)
}

// fullYear returns the year of two digits, as Go and POSIX do. In Thai, it is a year of the
// Buddhist era.
func (r *reader) fullYear(n int) int {
	const buddhistEra = 543
	isThai := r.language == "th" || strings.HasPrefix(r.language, "th-") ||
		bytes.ContainsFunc(r.text, func(c rune) bool { return unicode.Is(unicode.Thai, c) })
	switch {
	case isThai && n >= 50: // smaller ones are of the common era
		return 2500 - buddhistEra + n
	case n < 69:
		return 2000 + n
	}
	return 1900 + n
}

// daysIn returns the number of days of a month.
func daysIn(year, month int) int {
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}
