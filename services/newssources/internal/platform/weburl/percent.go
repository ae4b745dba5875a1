package weburl

import "strings"

// EncodeStray percent-encodes the bytes that are invalid in an address: control characters, spaces,
// non-ASCII bytes, and a "%" that starts no percent-encoding.
func EncodeStray(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c > ' ' && c < 0x7f && (c != '%' || isEncoded(s[i:])) {
			b.WriteByte(c)
		} else {
			encode(&b, c)
		}
	}
	return b.String()
}

// NormalizePercent decodes the percent-encoding of unreserved characters (RFC 3986 §2.3), encodes what is invalid in
// an address, and writes hexadecimal digits in upper case.
func NormalizePercent(s string) string {
	var b strings.Builder
	s = EncodeStray(s)
	for i := 0; i < len(s); i++ {
		if !isEncoded(s[i:]) {
			b.WriteByte(s[i])
			continue
		}
		if c := unhex(s[i+1])<<4 | unhex(s[i+2]); isPlain(c, unreserved) {
			b.WriteByte(c)
		} else {
			encode(&b, c)
		}
		i += 2
	}
	return b.String()
}

// isEncoded reports whether a text starts with a percent-encoded byte such as "%2f".
func isEncoded(s string) bool { return len(s) >= 3 && s[0] == '%' && isHex(s[1]) && isHex(s[2]) }
