// Package ascii classifies and compares ASCII bytes. Bytes from 0x80 on are never letters, digits
// or white space here.
package ascii

// IsDigit reports whether c is a decimal digit.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsHexLetter reports whether c is one of the letters of a hexadecimal number.
func IsHexLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'f' }

// IsHex reports whether c is a hexadecimal digit.
func IsHex(c byte) bool { return IsDigit(c) || IsHexLetter(c) }

// IsLetter reports whether c is a letter.
func IsLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// IsUpper reports whether c is a capital letter.
func IsUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// IsAlphanumeric reports whether c is a letter or a digit.
func IsAlphanumeric(c byte) bool { return IsLetter(c) || IsDigit(c) }

// IsSpace reports whether c is white space in HTML.
func IsSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }

// IsBlank reports whether b has nothing but white space.
func IsBlank(b []byte) bool {
	for _, c := range b {
		if !IsSpace(c) {
			return false
		}
	}
	return true
}

// IsASCII reports whether all bytes of b are ASCII.
func IsASCII(b []byte) bool {
	for _, c := range b {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

// ToLower returns the lower case of c.
func ToLower(c byte) byte {
	if IsUpper(c) {
		return c | 0x20
	}
	return c
}

// EqualFold reports whether a and b are equal except for the case of ASCII letters.
func EqualFold[A, B ~string | ~[]byte](a A, b B) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if a[i] != b[i] && ToLower(a[i]) != ToLower(b[i]) {
			return false
		}
	}
	return true
}

// HasPrefix reports whether b begins with prefix.
func HasPrefix(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == prefix
}
