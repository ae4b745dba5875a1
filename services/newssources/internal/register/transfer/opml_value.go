package transfer

import (
	"strings"
	"unicode/utf8"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// value decodes an attribute's value as XML defines: references are resolved, line ends and tabs
// become spaces. Faults are repaired and added to n.faults.
func (s *scanner) value(raw string, n *node) string {
	s.work += len(raw)
	if isPlain(raw) {
		return raw
	}
	var b strings.Builder
	if utf8.ValidString(raw) {
		b.Grow(len(raw))
	} else {
		b.Grow(3 * len(raw)) // a byte of windows-1252 becomes up to three
	}
	for i := 0; i < len(raw); {
		c := raw[i]
		switch {
		case c == '&':
			size, fault := writeReference(&b, raw[i:])
			n.faults |= fault
			i += size
		case c == '\r' && i+1 < len(raw) && raw[i+1] == '\n':
			i++ // a line end becomes one space
		case isSpace(c):
			b.WriteByte(' ')
			i++
		case c < 0x20:
			n.faults |= faultControl
			i++
		case c < utf8.RuneSelf:
			b.WriteByte(c)
			i++
		default:
			r, size := utf8.DecodeRuneInString(raw[i:])
			if r == utf8.RuneError && size == 1 {
				n.faults |= faultInvalidBytes
				r, size = s.repairByte(raw[i:])
			}
			if isNoncharacter(r) {
				n.faults |= faultControl
			} else {
				b.WriteRune(r)
			}
			i += size
		}
	}
	return b.String()
}

// isPlain reports whether the decoded value equals raw.
func isPlain(raw string) bool {
	for i := range len(raw) {
		if raw[i] < 0x20 || raw[i] == '&' {
			return false
		}
	}
	return utf8.ValidString(raw) && !strings.ContainsFunc(raw, isNoncharacter)
}

func isNoncharacter(r rune) bool { return r == 0xfffe || r == 0xffff }

// writeReference writes the text of the reference at the beginning of s, and returns the
// reference's length and fault. An "&" that begins no reference is written as it is.
func writeReference(b *strings.Builder, s string) (size int, fault faults) {
	const longest = 40 // bytes: of a name or a pair of numeric references
	var buffer [longest]byte
	text, size, kind := markup.AppendReference(buffer[:0], []byte(s[:min(len(s), longest)]))
	switch {
	case kind == markup.UnknownReference || kind == markup.NoReference:
		if character, size := unterminatedReference(s); size > 0 {
			b.WriteByte(character)
			return size, faultBareAmpersand
		}
		b.WriteByte('&')
		return 1, faultBareAmpersand
	case s[1] == '#':
		if s[2] == 'X' || s[size-1] != ';' || string(text) == "\ufffd" {
			fault = faultReference
		}
		r, _ := utf8.DecodeRune(text)
		if isNoncharacter(r) || r < 0x20 && !isSpace(byte(r)) {
			return size, faultReference
		}
	case kind == markup.HTMLReference:
		fault = faultEntity
	}
	b.Write(text)
	return size, fault
}

// unterminatedReference parses a predefined reference without its semicolon: "AT&amp T", but not
// the parameter in "?a=1&lt=2". size is 0 if there is none.
func unterminatedReference(s string) (character byte, size int) {
	end := 1
	for end < min(len(s), len("&quot")+1) && ascii.IsAlphanumeric(s[end]) {
		end++
	}
	if end < len(s) && (s[end] == ';' || s[end] == '=') {
		return 0, 0
	}
	switch strings.ToLower(s[1:end]) {
	case "amp":
		return '&', end
	case "lt":
		return '<', end
	case "gt":
		return '>', end
	case "quot":
		return '"', end
	}
	return 0, 0
}
