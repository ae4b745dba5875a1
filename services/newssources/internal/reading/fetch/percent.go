package fetch

import "strings"

const hexDigits = "0123456789ABCDEF"

// encodeStray percent-encodes the bytes that are invalid in an address: control characters, spaces,
// non-ASCII bytes, and a "%" that starts no percent-encoding.
func encodeStray(s string) string {
	var b strings.Builder
	for i, c := range []byte(s) {
		_, encoded := decodePercent(s[i:])
		if c > ' ' && c < 0x7f && (c != '%' || encoded) {
			b.WriteByte(c)
		} else {
			b.Write([]byte{'%', hexDigits[c>>4], hexDigits[c&15]})
		}
	}
	return b.String()
}

// decodePercent decodes a percent-encoded byte such as "%2f" at the start of s.
func decodePercent(s string) (c byte, ok bool) {
	if len(s) < 3 || s[0] != '%' {
		return 0, false
	}
	high := strings.IndexByte(hexDigits, toUpper(s[1]))
	low := strings.IndexByte(hexDigits, toUpper(s[2]))
	return byte(high<<4 | low), high >= 0 && low >= 0
}

func toUpper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

// isUnreserved reports whether a byte means the same with and without percent-encoding (RFC 3986
// §2.3).
func isUnreserved(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0
}

// productOf returns the product name of a user agent, which robots.txt files use: "newsources" for
// "NewSources/1.0 (+https://example.org)".
func productOf(agent string) string {
	end := strings.IndexFunc(agent, func(r rune) bool { return r == '/' || r == ' ' || r == '\t' || r == '(' })
	if end >= 0 {
		agent = agent[:end]
	}
	return strings.ToLower(agent)
}
