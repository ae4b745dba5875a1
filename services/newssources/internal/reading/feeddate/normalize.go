package feeddate

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
)

const (
	// maxLength is how much of a text is parsed, in bytes.
	maxLength = 100
	// maxRawLength is the same for text that isn't ASCII, whose digits take up to three bytes.
	maxRawLength = 300
)

// normalize returns a text with ASCII digits and spaces, without invisible characters.
func normalize(text []byte) []byte {
	if ascii.IsASCII(text[:min(len(text), maxLength)]) {
		return text[:min(len(text), maxLength)]
	}
	text = bytes.ToValidUTF8(text[:min(len(text), maxRawLength)], nil)
	out := make([]byte, 0, len(text))
	for _, r := range string(text) {
		switch {
		case r < utf8.RuneSelf:
			out = append(out, byte(r))
		case unicode.Is(unicode.Nd, r): // in Unicode, the digits of a script follow each other from zero on
			out = append(out, '0'+digitValue(r))
		case unicode.IsSpace(r):
			out = append(out, ' ')
		case unicode.Is(unicode.Cf, r): // such as marks of the direction
		case r == '،' || r == '，':
			out = append(out, ',')
		case r == '：':
			out = append(out, ':')
		case r == '−': // the minus of text processors
			out = append(out, '-')
		case r == '／':
			out = append(out, '/')
		case r == '（':
			out = append(out, '(')
		case r == '）':
			out = append(out, ')')
		case r == '׳': // ends Hebrew abbreviations
		default:
			out = utf8.AppendRune(out, r)
		}
	}
	plain := spellings.Replace(string(out))
	if clockWords.MatchString(plain) {
		plain = clockWords.ReplaceAllString(plain, "$1:0$2:0$3 ")
		plain = extraZeros.ReplaceAllString(plain, ":$1")
	}
	return []byte(plain)
}

var (
	// clockWords matches times with words for hour, minute and second: "9時5分", "3시 5분 10초", "08 h 15".
	clockWords = regexp.MustCompile(`([0-9])\s*(?:[時时시點点]|\sh\s)\s*([0-9]{0,2})(?:\s*[分분]\s*([0-9]{0,2}))?[分분秒초]?`)
	// extraZeros matches minutes and seconds with a zero too many.
	extraZeros = regexp.MustCompile(`:0([0-9]{2})`)
)

// digitValue returns the value of a decimal digit of any script: blocks of ten begin at a code
// point with a digit zero.
func digitValue(r rune) byte {
	zero := r
	for unicode.Is(unicode.Nd, zero-1) && r-zero < 9 {
		zero--
	}
	return byte(r - zero)
}

// spellings replaces the Levantine Arabic months of two words with months of one word, and Cyrillic
// zones.
var spellings = strings.NewReplacer("МСК", "MSK", "мск", "MSK", "كانون الثاني", "يناير", "تشرين الأول", "أكتوبر",
	"تشرين الاول", "أكتوبر",
	"تشرين الثاني", "نوفمبر", "كانون الأول", "ديسمبر", "كانون الاول", "ديسمبر")
