package feeddate

import (
	"bytes"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
)

// word parses a month, a zone, a half of the day or an unknown word.
func (r *reader) word() {
	begin := r.pos
	for r.pos < len(r.text) && (ascii.IsLetter(r.text[r.pos]) || r.text[r.pos] >= 0x80 || r.isInsideAbbreviation()) {
		r.pos++
	}
	word := r.text[begin:r.pos]
	if len(word) == 1 && word[0]|0x20 == 't' && r.last == seenNumber {
		r.last = seenT
		return
	}
	if r.timed && !r.zoned && r.namedZone(begin) {
		r.last = seenZone
		return
	}
	switch month := monthByName(word); {
	case month == 0:
		r.eastAsianWord(word)
	case !r.monthWord || !r.timed: // "mar. 2 janv." begins with "mardi": the last month applies
		r.month, r.monthWord = month, true
	}
	if r.last == seenTime || r.last == seenZone {
		return // "15:04 Uhr +0100"
	}
	r.last = seenNothing
}

// isInsideAbbreviation reports whether a full stop is inside an abbreviation such as "พ.ย.", as
// Thai months have.
func (r *reader) isInsideAbbreviation() bool {
	return r.text[r.pos] == '.' && r.pos > 0 && r.text[r.pos-1] >= 0x80 && r.pos+1 < len(r.text) &&
		r.text[r.pos+1] == thaiByte
}

// thaiByte is the first byte of Thai letters in UTF-8, and of those of some other scripts of India.
const thaiByte = 0xe0

// dayHalves are the East Asian words for "am" and "pm", which precede the hour.
var dayHalves = []struct {
	word   string
	letter byte
}{
	{"下午", 'p'}, {"午後", 'p'}, {"晚上", 'p'}, {"오후", 'p'}, {"上午", 'a'}, {"午前", 'a'}, {"凌晨", 'a'}, {"早上", 'a'}, {"오전", 'a'},
}

// reiwa is the year before the first one of the current Japanese era: 令和6年 is 2024.
const reiwa = 2018

// eastAsianWord reads a word between the numbers of "2024年1月2日下午3:04". Other words are noted as
// unknown.
func (r *reader) eastAsianWord(word []byte) {
	for _, half := range dayHalves {
		if bytes.HasSuffix(word, []byte(half.word)) {
			r.meridiem = half.letter
			return
		}
	}
	switch string(word) {
	case "年", "月", "日", "년", "월", "일":
	case "令和":
		r.era = reiwa
	default:
		r.otherWord = true
	}
}
