package postgres

import "strings"

// Text returns s as PostgreSQL accepts it: invalid UTF-8 and NUL are replaced by U+FFFD.
func Text(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}
