package feed

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// text returns the value of a string, up to MaxText bytes, or the digits of a number. It returns
// nil for null.
func (r *jsonReader) text(value []byte) []byte {
	if len(value) == 0 || value[0] == 'n' {
		return nil
	}
	switch c := value[0]; {
	case c == '"':
		return r.unquote(value[1:])
	case c == '-' || ascii.IsDigit(c):
		r.warn(warnTypes, 1)
		return value
	}
	r.warn(warnTypes, 1)
	return nil
}

// unquote returns the value of a string without its first quotation mark.
func (r *jsonReader) unquote(b []byte) []byte {
	b = bytes.TrimSuffix(b, []byte{'"'})
	b = b[:min(len(b), markup.MaxText)]
	if bytes.IndexFunc(b, isControl) >= 0 { // most often line breaks
		r.faults[markup.Malformed] = 1
	}
	if bytes.IndexByte(b, '\\') < 0 {
		return b
	}
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		c := b[i]
		if c != '\\' || i+1 == len(b) {
			out = append(out, c)
			continue
		}
		i++
		switch c := b[i]; c {
		case 'n', 'r', 't', 'f', 'b':
			out = append(out, ' ')
		case 'u':
			var size int
			out, size = appendUnicode(out, b[i+1:])
			i += size
		default:
			out = append(out, c)
		}
	}
	return out
}

// appendUnicode appends the character of the digits after "\u", or of a surrogate pair, and returns
// the length read.
func appendUnicode(out, b []byte) ([]byte, int) {
	first, ok := fourDigits(b)
	if !ok {
		return append(out, "\ufffd"...), 0
	}
	if utf16.IsSurrogate(first) && ascii.HasPrefix(b[4:], `\u`) {
		if second, ok := fourDigits(b[6:]); ok {
			if pair := utf16.DecodeRune(first, second); pair != utf8.RuneError {
				return utf8.AppendRune(out, pair), 10
			}
		}
	}
	return utf8.AppendRune(out, first), 4
}

func fourDigits(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b[:4]), 16, 16)
	return rune(n), err == nil
}

// members calls use with the names and raw values of an object.
func (r *jsonReader) members(object []byte, use func(name string, value []byte)) {
	if len(object) == 0 || object[0] != '{' {
		return
	}
	for i := 1; ; {
		i += spaces(object[i:])
		switch {
		case i >= len(object):
			r.complete = false
			return
		case object[i] == '}':
			return
		case object[i] == ',':
			i++
			continue
		case object[i] != '"':
			r.faults[markup.Malformed]++
			i++
			continue
		}
		end := r.end(object, i)
		name := object[i:end]
		i = end + spaces(object[end:])
		if i >= len(object) || object[i] != ':' {
			r.faults[markup.Malformed]++
			continue
		}
		i++
		i += spaces(object[i:])
		if i >= len(object) {
			r.complete = false
			return
		}
		end = r.end(object, i)
		const longest = 40 // bytes: longer than all known names
		if end > i && len(name) <= longest {
			use(string(r.unquote(name[1:])), object[i:end])
		}
		i = end
	}
}

// field returns the raw value of a member of an object, or nil.
func (r *jsonReader) field(object []byte, wanted string) (found []byte) {
	if len(object) > 0 && object[0] != '{' {
		r.warn(warnTypes, 1)
	}
	r.members(object, func(name string, value []byte) {
		if name == wanted {
			found = value
		}
	})
	return found
}

// elements calls use with the raw elements of a list. A single value counts as a list of one; that
// is a fault if mustBeList.
func (r *jsonReader) elements(list []byte, mustBeList bool, use func(value []byte)) {
	if len(list) == 0 || list[0] == 'n' {
		return
	}
	if list[0] != '[' {
		if mustBeList {
			r.warn(warnTypes, 1)
		}
		use(list)
		return
	}
	for i := 1; ; {
		i += spaces(list[i:])
		switch {
		case i >= len(list):
			r.complete = false
			return
		case list[i] == ']':
			return
		case list[i] == ',':
			i++
			continue
		}
		end := r.end(list, i)
		if end == i {
			r.faults[markup.Malformed]++
			i++
			continue
		}
		use(list[i:end])
		i = end
	}
}

// end returns the index after the value that begins at i, or i if there is none.
func (r *jsonReader) end(b []byte, i int) int {
	switch b[i] {
	case '"':
		return r.stringEnd(b, i)
	case '{', '[':
		return r.nestedEnd(b, i)
	}
	for i < len(b) && !ascii.IsSpace(b[i]) && bytes.IndexByte([]byte(`,]}:"`), b[i]) < 0 {
		i++
	}
	return i
}

func (r *jsonReader) stringEnd(b []byte, i int) int {
	for i++; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	r.complete = false
	return len(b)
}

func (r *jsonReader) nestedEnd(b []byte, i int) int {
	for depth := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			i = r.stringEnd(b, i) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	r.complete = false
	return len(b)
}

// isCutString reports whether a value is a string without its closing quotation mark.
func isCutString(value []byte) bool {
	if len(value) == 0 || value[0] != '"' {
		return false
	}
	r := jsonReader{complete: true}
	r.stringEnd(value, 0)
	return !r.complete
}

// isControl reports whether r is a control character.
func isControl(r rune) bool { return r < ' ' }

// spaces counts the white space at the beginning of b.
func spaces(b []byte) (n int) {
	for n < len(b) && ascii.IsSpace(b[n]) {
		n++
	}
	return n
}
