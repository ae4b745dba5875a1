package fetch

import "strings"

const hexDigits = "0123456789ABCDEF"

// encodeStray percent-encodes the bytes that never stand in an address: controls, blanks, everything beyond ASCII, and a
// "%" that encodes nothing.
func encodeStray(s string) string {
	var b strings.Builder
	for i, c := range []byte(s) {
		_, encoded := decode(s[i:])
		if c > ' ' && c < 0x7f && (c != '%' || encoded) {
			b.WriteByte(c)
		} else {
			b.Write([]byte{'%', hexDigits[c>>4], hexDigits[c&15]})
		}
	}
	return b.String()
}

// decode reads "%2f" at the beginning of s.
func decode(s string) (c byte, ok bool) {
	if len(s) < 3 || s[0] != '%' {
		return 0, false
	}
	high := strings.IndexByte(hexDigits, upper(s[1]))
	low := strings.IndexByte(hexDigits, upper(s[2]))
	return byte(high<<4 | low), high >= 0 && low >= 0
}

func upper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

// isUnreserved names what means the same with and without percent-encoding (RFC 3986 §2.3).
func isUnreserved(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0
}

// productOf is the name that a robots.txt knows an agent by: "newsources" of "NewSources/1.0 (+https://example.org)".
func productOf(agent string) string {
	end := strings.IndexFunc(agent, func(r rune) bool { return r == '/' || r == ' ' || r == '\t' || r == '(' })
	if end >= 0 {
		agent = agent[:end]
	}
	return strings.ToLower(agent)
}
