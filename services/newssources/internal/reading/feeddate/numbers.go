package feeddate

import (
	"bytes"
	"math"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
)

// number parses a number and determines its meaning from its digits and its context. It returns
// false if the text can't be a date.
func (r *reader) number() bool {
	begin := r.pos
	value := 0
	for r.pos < len(r.text) && ascii.IsDigit(r.text[r.pos]) {
		if value < math.MaxInt64/100 {
			value = value*10 + int(r.text[r.pos]-'0')
		}
		r.pos++
	}
	digits := r.pos - begin
	previous := r.last
	r.last = seenNumber
	switch {
	case !r.timed && digits <= 2 && (r.isHour() || r.isDottedHour()):
		return r.clock(value)
	case previous == seenT && !r.timed && (digits == 4 || digits == 6):
		r.compactClock(value, digits)
	case digits <= 2:
		return r.shortNumber(value)
	case digits == 4:
		return r.setYear(value)
	case digits == 3 && r.year == 0 && firstShortYear <= value && value <= lastShortYear:
		return r.setYear(r.fullShortYear(value))
	case digits == 8 || digits == 12 || digits == 14:
		return r.compactDate(value, digits)
	case begin == 0 && (digits == 10 || digits == 13 || digits == 16):
		return r.unixTime(value, digits)
	default:
		return r.timed // numbers after a complete date are ignored
	}
	return true
}

// shortNumber keeps a number of one or two digits: a day, a month or a year.
func (r *reader) shortNumber(value int) bool {
	if r.era > 0 && r.n == 0 && r.year == 0 {
		return r.setYear(r.era + value)
	}
	if r.n == len(r.numbers) {
		return r.timed // numbers after a complete date are ignored
	}
	if r.n < len(r.separators) && r.pos < len(r.text) {
		r.separators[r.n] = r.text[r.pos]
	}
	r.numbers[r.n] = value
	r.n++
	return true
}

// buddhistOffset is the number of years that the Buddhist calendar of Thailand is ahead.
// firstBuddhist and lastBuddhist are the years 2000 and 2099 in it.
const buddhistOffset, firstBuddhist, lastBuddhist = 543, 2543, 2642

// firstShortYear and lastShortYear are the years of three digits that are read: 070 to 199.
const firstShortYear, lastShortYear = 70, 199

// minguoOffset is the number of years that the common era is ahead of the calendar of Taiwan.
const minguoOffset = 1911

// fullShortYear returns the year of three digits: that of Taiwan's calendar, "115年" or "民國115", or
// the years since 1900 that getYear of JavaScript and tm_year of C return.
func (r *reader) fullShortYear(value int) int {
	rest := r.text[r.pos:]
	isTaiwanese := r.language == "zh-TW" || r.language == "zh-Hant" || strings.HasPrefix(r.language, "zh-Hant-")
	if isTaiwanese || bytes.HasPrefix(rest, []byte("年")) || bytes.Contains(r.text, []byte("民國")) ||
		bytes.Contains(r.text, []byte("民国")) {
		return minguoOffset + value
	}
	return 1900 + value
}

// setYear sets the year and reports whether the text can still be a date.
func (r *reader) setYear(value int) bool {
	if r.year != 0 {
		return r.timed
	}
	if firstBuddhist <= value && value <= lastBuddhist {
		value -= buddhistOffset
	}
	r.year, r.yearFirst = value, r.n == 0
	return value != 0
}

// compactDate parses 20240131, 202401312359 and 20240131235959.
func (r *reader) compactDate(value, digits int) bool {
	if r.year != 0 || r.n > 0 {
		return false
	}
	if digits > 8 {
		r.compactClock(value%pow10(digits-8), digits-8)
		value /= pow10(digits - 8)
	}
	r.year, r.yearFirst = value/10_000, true
	r.numbers[0], r.numbers[1], r.n = value/100%100, value%100, 2
	return r.year > 0
}

// pow10 returns 10 to the power of n.
func pow10(n int) int {
	p := 1
	for range n {
		p *= 10
	}
	return p
}

// compactClock parses 1504 and 150405.
func (r *reader) compactClock(value, digits int) {
	r.timed, r.last = true, seenTime
	if digits == 6 {
		r.second = value % 100
		value /= 100
	}
	r.hour, r.minute = value/100, value%100
	r.fraction()
}

// unixTime parses seconds, milliseconds or microseconds since 1970, which must be the whole text.
func (r *reader) unixTime(value, digits int) bool {
	scale := pow10(digits - 10)
	r.unix, r.zoned = true, true
	r.second, r.nano = value/scale, value%scale*(1_000_000_000/scale)
	return ascii.IsBlank(r.text[r.pos:])
}

// isHour reports whether the last number is an hour: "15:04", "15h30", "3 pm".
func (r *reader) isHour() bool {
	rest := r.text[r.pos:]
	switch {
	case len(rest) >= 2 && rest[0] == ':' && ascii.IsDigit(rest[1]):
		return true
	case len(rest) >= 3 && rest[0]|0x20 == 'h' && ascii.IsDigit(rest[1]) && ascii.IsDigit(rest[2]):
		return true
	}
	n, _ := r.meridiemAt(r.pos)
	return n > 0
}

// isDottedHour reports whether the last number is an hour before a full stop, "kl. 15.04". Dates
// have the same form, so the date must already be complete.
func (r *reader) isDottedHour() bool {
	known := r.year > 0 && r.n >= 2 || r.monthWord && r.n >= 1 && (r.year > 0 || r.n >= 2) || r.n == len(r.numbers)
	rest := r.text[r.pos:]
	return known && len(rest) >= 3 && rest[0] == '.' && ascii.IsDigit(rest[1]) && ascii.IsDigit(rest[2]) &&
		(len(rest) == 3 || !ascii.IsDigit(rest[3]))
}

// meridiemAt returns the length and the first letter of "am", " p.m." and the like at a position.
func (r *reader) meridiemAt(pos int) (length int, letter byte) {
	rest := r.text[pos:]
	i := 0
	if i < len(rest) && rest[i] == ' ' {
		i++
	}
	if i >= len(rest) || rest[i]|0x20 != 'a' && rest[i]|0x20 != 'p' {
		return 0, 0
	}
	letter = rest[i] | 0x20
	i++
	if i < len(rest) && rest[i] == '.' {
		i++
	}
	if i >= len(rest) || rest[i]|0x20 != 'm' {
		return 0, 0
	}
	i++
	if i < len(rest) && (ascii.IsLetter(rest[i]) || rest[i] >= 0x80) {
		return 0, 0
	}
	return i, letter
}

// clock parses minutes, seconds and "am" or "pm" after an hour.
func (r *reader) clock(hour int) bool {
	r.hour, r.timed, r.last = hour, true, seenTime
	if r.pos < len(r.text) && (r.text[r.pos] == ':' || r.text[r.pos] == '.' || r.text[r.pos]|0x20 == 'h') {
		dotted := r.text[r.pos] == '.'
		r.pos++
		r.minute = r.twoDigits()
		if r.pos+1 < len(r.text) && (r.text[r.pos] == ':' || dotted && r.text[r.pos] == '.') &&
			ascii.IsDigit(r.text[r.pos+1]) {
			r.pos++
			r.second = r.twoDigits()
		}
		r.fraction()
	}
	if n, letter := r.meridiemAt(r.pos); n > 0 {
		r.meridiem = letter
		r.pos += n
	}
	return true
}

func (r *reader) twoDigits() (value int) {
	for i := 0; i < 2 && r.pos < len(r.text) && ascii.IsDigit(r.text[r.pos]); i++ {
		value = value*10 + int(r.text[r.pos]-'0')
		r.pos++
	}
	return value
}

// fraction parses a fraction of a second, of any length, after "." or ",".
func (r *reader) fraction() {
	if r.pos+1 >= len(r.text) || r.text[r.pos] != '.' && r.text[r.pos] != ',' || !ascii.IsDigit(r.text[r.pos+1]) {
		return
	}
	r.pos++
	scale := 100_000_000
	for r.pos < len(r.text) && ascii.IsDigit(r.text[r.pos]) {
		r.nano += int(r.text[r.pos]-'0') * scale
		scale /= 10
		r.pos++
	}
}
