package feeddate

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/newsources/newsources/services/newssources/internal/ascii"
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
		case r == '／':
			out = append(out, '/')
		default:
			out = utf8.AppendRune(out, r)
		}
	}
	return []byte(twoWordMonths.Replace(string(out)))
}

// digitValue returns the value of a decimal digit of any script: blocks of ten begin at a code point with a digit zero.
func digitValue(r rune) byte {
	zero := r
	for unicode.Is(unicode.Nd, zero-1) && r-zero < 9 {
		zero--
	}
	return byte(r - zero)
}

// twoWordMonths replaces the Levantine Arabic months of two words with months of one word.
var twoWordMonths = strings.NewReplacer("كانون الثاني", "يناير", "تشرين الأول", "أكتوبر", "تشرين الاول", "أكتوبر",
	"تشرين الثاني", "نوفمبر", "كانون الأول", "ديسمبر", "كانون الاول", "ديسمبر")
