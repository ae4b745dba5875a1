package transfer

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf8"
)

// value reads a value as XML does: references are replaced, line ends and tabs become blanks. What XML doesn't allow is
// read as it is meant and noted.
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
			text, size, fault := reference(raw[i:])
			b.WriteString(text)
			n.faults |= fault
			i += size
		case c == '\r' && i+1 < len(raw) && raw[i+1] == '\n':
			i++ // one line end, one blank
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
				n.faults |= faultBytes
				r, size = s.repair(raw[i:])
			}
			if r == 0xfffe || r == 0xffff {
				n.faults |= faultControl
			} else {
				b.WriteRune(r)
			}
			i += size
		}
	}
	return b.String()
}

// isPlain says that a value is the same as its text.
func isPlain(raw string) bool {
	for i := range len(raw) {
		if raw[i] < 0x20 || raw[i] == '&' || raw[i] >= 0x80 {
			return raw[i] >= 0x80 && utf8.ValidString(raw[i:]) && !strings.ContainsAny(raw[i:], "&\t\r\n\ufffe\uffff") &&
				!strings.ContainsFunc(raw[i:], func(r rune) bool { return r < 0x20 })
		}
	}
	return true
}

// reference reads what begins with "&": the characters that it stands for, its length, and what is wrong with it. An "&"
// that begins no reference is itself.
func reference(s string) (text string, size int, fault faults) {
	if len(s) > 1 && s[1] == '#' {
		return numericReference(s)
	}
	const longest = 32 // bytes: the longest name in HTML has 31
	end := 1
	for end < len(s) && end <= longest && isAlphanumeric(s[end]) {
		end++
	}
	name := s[1:end]
	if end == len(s) || s[end] != ';' {
		// "AT&amp T" lost its semicolon; "?a=1&lt=2" never had one.
		if plain, ok := predefined[strings.ToLower(name)]; ok && name != "apos" && (end == len(s) || s[end] != '=') {
			return plain, end, faultBareAmpersand
		}
		return "&", 1, faultBareAmpersand
	}
	if plain, ok := predefined[name]; ok {
		return plain, end + 1, 0
	}
	whole := s[:end+1]
	if plain := html.UnescapeString(whole); name != "" && (plain == ";" || !strings.HasSuffix(plain, ";")) {
		return plain, end + 1, faultEntity
	}
	return "&", 1, faultBareAmpersand
}

var predefined = map[string]string{"amp": "&", "lt": "<", "gt": ">", "quot": `"`, "apos": "'"}

// numericReference reads "&#233;" and "&#xE9;". Numbers from 128 to 159 mean windows-1252, as in HTML: XML's own meaning,
// a control character, is never what is wanted.
func numericReference(s string) (text string, size int, fault faults) {
	digits, base := 2, 10
	if len(s) > 2 && s[2]|0x20 == 'x' {
		digits, base = 3, 16
		if s[2] == 'X' {
			fault = faultCharacter
		}
	}
	const longest = 12 // digits: leading zeros are allowed, but who writes more?
	end := digits
	for end < len(s) && end-digits < longest && (base == 16 && isHexDigit(s[end]) || '0' <= s[end] && s[end] <= '9') {
		end++
	}
	number, err := strconv.ParseUint(s[digits:end], base, 64)
	if err != nil { // no digits at all
		return "&", 1, faultBareAmpersand
	}
	size = end
	if end < len(s) && s[end] == ';' {
		size++
	} else {
		fault = faultCharacter
	}
	switch {
	case number == '\t', number == '\n', number == '\r':
		return string(rune(number)), size, fault
	case number < 0x20 || number == 0xfffe || number == 0xffff:
		return "", size, faultCharacter
	case number > utf8.MaxRune || !utf8.ValidRune(rune(number)):
		return "\ufffd", size, faultCharacter
	case 0x80 <= number && number < 0xa0:
		return html.UnescapeString("&#" + strconv.FormatUint(number, 10) + ";"), size, fault
	}
	return string(rune(number)), size, fault
}

func isAlphanumeric(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9'
}

func isHexDigit(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}
