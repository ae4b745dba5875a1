package postgres

import (
	"encoding/json"
	"strings"
)

// Text returns s as PostgreSQL accepts it: invalid UTF-8 and NUL are replaced by U+FFFD.
func Text(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}

// JSON returns a value of numbers, strings and times as JSON text, or nil for nil.
func JSON(value any) *string {
	data, _ := json.Marshal(value) // cannot fail for these values
	if text := string(data); text != "null" {
		return &text
	}
	return nil
}
