package textkey

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// HasControlCharacters reports whether value has control characters or invalid UTF-8.
func HasControlCharacters(value string) bool {
	return !utf8.ValidString(value) || strings.ContainsFunc(value, unicode.IsControl)
}
