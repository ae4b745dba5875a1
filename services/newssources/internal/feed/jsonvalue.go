package feed

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/newsources/newsources/services/newssources/internal/ascii"
	"github.com/newsources/newsources/services/newssources/internal/markup"
)

// text is what a string says, up to markup.MaxText of it, or what stands for one where the type is wrong: the digits of a
// number. Null is nothing.
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

// unquote reads a string behind its first quotation mark.
func (r *jsonReader) unquote(b []byte) []byte {
	b = bytes.TrimSuffix(b, []byte{'"'})
	b = b[:min(len(b), markup.MaxText)]
	if bytes.IndexFunc(b, isControl) >= 0 { // line breaks inside texts, the usual slip
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

// appendUnicode reads the digits behind "\u", and the second half of a pair behind those of the first.
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

// members gives the names and values of an object, each as it stands in the document.
func (r *jsonReader) members(object []byte, use func(name string, value []byte)) {
	if len(object) == 0 || object[0] != '{' {
		return
	}
	for i := 1; ; {
		i += blanks(object[i:])
		switch {
		case i >= len(object):
			r.whole = false
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
		i = end + blanks(object[end:])
		if i >= len(object) || object[i] != ':' {
			r.faults[markup.Malformed]++
			continue
		}
		i++
		i += blanks(object[i:])
		if i >= len(object) {
			r.whole = false
			return
		}
		end = r.end(object, i)
		const longest = 40 // bytes: none that matters is longer
		if end > i && len(name) <= longest {
			use(string(r.unquote(name[1:])), object[i:end])
		}
		i = end
	}
}

// field is the value of one member of an object, or nil.
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

// elements gives those of a list. A single value stands for a list of one, which wanted says is wrong.
func (r *jsonReader) elements(list []byte, wanted bool, use func(value []byte)) {
	if len(list) == 0 || list[0] == 'n' {
		return
	}
	if list[0] != '[' {
		if wanted {
			r.warn(warnTypes, 1)
		}
		use(list)
		return
	}
	for i := 1; ; {
		i += blanks(list[i:])
		switch {
		case i >= len(list):
			r.whole = false
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

// end is where the value ends that begins at a position. It is the same position where none begins.
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
	r.whole = false
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
	r.whole = false
	return len(b)
}

func isControl(r rune) bool { return r < ' ' }

func blanks(b []byte) (n int) {
	for n < len(b) && ascii.IsSpace(b[n]) {
		n++
	}
	return n
}
