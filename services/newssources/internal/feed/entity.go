package feed

import (
	"bytes"
	"html"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// references appends text with its references replaced, as XML says; those of HTML are read too and counted. Unknown
// ones, such as those that a DTD declares, stay as they are.
func (s *scanner) references(dst, raw []byte) []byte {
	for {
		i := bytes.IndexByte(raw, '&')
		if i < 0 {
			return append(dst, raw...)
		}
		dst = append(dst, raw[:i]...)
		raw = raw[i:]
		var size int
		var kind refKind
		dst, size, kind = appendReference(dst, raw)
		switch kind {
		case refHTML:
			s.fault(warnEntities)
		case refUnknown:
			s.fault(warnUnknownEntities)
		case refNone:
			s.fault(warnAmpersands)
		}
		raw = raw[size:]
	}
}

type refKind int

const (
	refXML     refKind = iota // predefined or numeric
	refHTML                   // one of HTML's
	refUnknown                // looks like one
	refNone                   // an "&" that begins none
)

// appendReference appends what a reference at the beginning of raw stands for. What is none is appended as it is.
func appendReference(dst, raw []byte) (out []byte, size int, kind refKind) {
	if len(raw) > 1 && raw[1] == '#' {
		return appendNumeric(dst, raw)
	}
	const longest = 32 // bytes: the longest name in HTML has 31
	end := 1
	for end < len(raw) && end <= longest && isAlphanumeric(raw[end]) {
		end++
	}
	if end == 1 || end == len(raw) || raw[end] != ';' {
		return append(dst, '&'), 1, refNone
	}
	switch string(raw[1:end]) {
	case "amp":
		return append(dst, '&'), end + 1, refXML
	case "lt":
		return append(dst, '<'), end + 1, refXML
	case "gt":
		return append(dst, '>'), end + 1, refXML
	case "quot":
		return append(dst, '"'), end + 1, refXML
	case "apos":
		return append(dst, '\''), end + 1, refXML
	case "nbsp":
		return append(dst, "\u00a0"...), end + 1, refHTML
	}
	whole := string(raw[:end+1])
	plain := html.UnescapeString(whole)
	// The library also takes a known beginning of an unknown name: "&notit;" becomes "¬it;".
	if plain == whole || plain != ";" && plain[len(plain)-1] == ';' {
		return append(dst, whole...), end + 1, refUnknown
	}
	return append(dst, plain...), end + 1, refHTML
}

// appendNumeric reads "&#233;" and "&#xE9;". Numbers from 128 to 159 mean windows-1252, as in HTML: XML's own meaning, a
// control character, is never what is wanted.
func appendNumeric(dst, raw []byte) (out []byte, size int, kind refKind) {
	number, size := numeric(raw)
	switch {
	case size == 0:
		return append(dst, '&'), 1, refNone
	case 0x80 <= number && number < 0xa0:
		return append(dst, html.UnescapeString("&#"+strconv.FormatUint(number, 10)+";")...), size, refXML
	case number > utf8.MaxRune:
		return append(dst, "\ufffd"...), size, refXML
	case utf16.IsSurrogate(rune(number)): // of a pair, in which some programs write what is beyond 16 bits
		second, more := numeric(raw[size:])
		pair := rune(utf8.RuneError)
		if second <= utf8.MaxRune {
			pair = utf16.DecodeRune(rune(number), rune(second))
		}
		if pair != utf8.RuneError {
			size += more
		}
		return utf8.AppendRune(dst, pair), size, refXML
	}
	return utf8.AppendRune(dst, rune(number)), size, refXML
}

// numeric reads a numeric reference at the beginning of raw. Its size is 0 where none is.
func numeric(raw []byte) (number uint64, size int) {
	if !hasPrefix(raw, "&#") {
		return 0, 0
	}
	digits, base := 2, 10
	if len(raw) > 2 && raw[2]|0x20 == 'x' {
		digits, base = 3, 16
	}
	const longest = 12 // digits: leading zeros are allowed, but who writes more?
	end := digits
	for end < len(raw) && end-digits < longest && (isDigit(raw[end]) || base == 16 && isHexLetter(raw[end])) {
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

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isHexLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'f' }

func isHex(c byte) bool { return isDigit(c) || isHexLetter(c) }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isAlphanumeric(c byte) bool { return isLetter(c) || isDigit(c) }
