package markup

import (
	"bytes"
	"html"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
)

// appendResolved appends text with its references resolved and counts the faults. HTML's entities
// and simple entities of the document type are resolved too; unknown ones stay as they are.
func (s *Scanner) appendResolved(dst, raw []byte) []byte {
	for {
		i := bytes.IndexByte(raw, '&')
		if i < 0 {
			return append(dst, raw...)
		}
		dst = append(dst, raw[:i]...)
		raw = raw[i:]
		if text, size := s.entities.reference(raw); size > 0 {
			dst, raw = append(dst, text...), raw[size:]
			continue
		}
		var size int
		var kind ReferenceKind
		dst, size, kind = AppendReference(dst, raw)
		switch kind {
		case HTMLReference:
			s.fault(HTMLEntity)
		case UnknownReference:
			s.fault(UnknownEntity)
		case NoReference:
			s.fault(BareAmpersand)
		}
		raw = raw[size:]
	}
}

// ReferenceKind says what an "&" begins.
type ReferenceKind int

// The kinds.
const (
	XMLReference     ReferenceKind = iota // predefined in XML, or numeric
	HTMLReference                         // predefined in HTML
	UnknownReference                      // of the form of a reference, but with an unknown name
	NoReference                           // an "&" that begins no reference
)

// AppendReference appends the text that the reference at the beginning of raw stands for, and
// returns the length of the reference in raw. What isn't a known reference is appended unchanged.
func AppendReference(dst, raw []byte) (out []byte, size int, kind ReferenceKind) {
	if len(raw) > 1 && raw[1] == '#' {
		return appendNumeric(dst, raw)
	}
	const longest = 32 // bytes: the longest name in HTML has 31
	end := 1
	for end < len(raw) && end <= longest && ascii.IsAlphanumeric(raw[end]) {
		end++
	}
	if end == 1 || end == len(raw) || raw[end] != ';' {
		return append(dst, '&'), 1, NoReference
	}
	switch string(raw[1:end]) {
	case "amp":
		return append(dst, '&'), end + 1, XMLReference
	case "lt":
		return append(dst, '<'), end + 1, XMLReference
	case "gt":
		return append(dst, '>'), end + 1, XMLReference
	case "quot":
		return append(dst, '"'), end + 1, XMLReference
	case "apos":
		return append(dst, '\''), end + 1, XMLReference
	case "nbsp":
		return append(dst, "\u00a0"...), end + 1, HTMLReference
	}
	whole := string(raw[:end+1])
	plain := html.UnescapeString(whole)
	// html.UnescapeString also replaces a known beginning of an unknown name: "&notit;" becomes
	// "¬it;".
	if plain == whole || plain != ";" && plain[len(plain)-1] == ';' {
		return append(dst, whole...), end + 1, UnknownReference
	}
	return append(dst, plain...), end + 1, HTMLReference
}

// appendNumeric appends the character of a numeric reference: "&#233;" or "&#xE9;". Numbers from
// 128 to 159 mean windows-1252, as in HTML: what they mean in XML, control characters, is never
// intended.
func appendNumeric(dst, raw []byte) (out []byte, size int, kind ReferenceKind) {
	number, size := numeric(raw)
	switch {
	case size == 0:
		return append(dst, '&'), 1, NoReference
	case 0x80 <= number && number < 0xa0:
		return append(dst, html.UnescapeString("&#"+strconv.FormatUint(number, 10)+";")...), size, XMLReference
	case number > utf8.MaxRune:
		return append(dst, "\ufffd"...), size, XMLReference
	case utf16.IsSurrogate(rune(number)): // some programs write characters beyond 16 bits as two references
		second, more := numeric(raw[size:])
		pair := rune(utf8.RuneError)
		if second <= utf8.MaxRune {
			pair = utf16.DecodeRune(rune(number), rune(second))
		}
		if pair != utf8.RuneError {
			size += more
		}
		return utf8.AppendRune(dst, pair), size, XMLReference
	}
	return utf8.AppendRune(dst, rune(number)), size, XMLReference
}

// numeric parses the numeric reference at the beginning of raw. size is 0 if there is none.
func numeric(raw []byte) (number uint64, size int) {
	if !ascii.HasPrefix(raw, "&#") {
		return 0, 0
	}
	digits, base := 2, 10
	if len(raw) > 2 && raw[2]|0x20 == 'x' {
		digits, base = 3, 16
	}
	const longest = 12 // digits, of which most are leading zeros
	end := digits
	for end < len(raw) && end-digits < longest && (ascii.IsDigit(raw[end]) || base == 16 && ascii.IsHexLetter(raw[end])) {
		end++
	}
	number, err := strconv.ParseUint(string(raw[digits:end]), base, 64)
	if err != nil { // no digits at all
		return 0, 0
	}
	if end < len(raw) && raw[end] == ';' {
		end++
	}
	return number, end
}
