package source

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// line is a field with a text of one line. An empty text is an error if the field is required.
type line struct {
	pointer, description string
	maxLength            int
	required             bool
}

// normalize normalizes the entered text, and adds an error if it is invalid.
func (l line) normalize(wrong *problem.Fields, entered string) string {
	value := textkey.CollapseSpace(entered)
	switch {
	case value == "" && l.required:
		wrong.Add(l.pointer, "required", "Enter %s.", l.description)
	case utf8.RuneCountInString(value) > l.maxLength:
		wrong.Add(l.pointer, "too_long", "This has %d characters. Shorten it to at most %d.", utf8.RuneCountInString(value),
			l.maxLength)
	case textkey.HasControlCharacters(value):
		wrong.Add(l.pointer, "characters", "Remove the control characters from this text.")
	}
	return value
}

// normalizeMultiline normalizes a text of several lines, and adds an error if it is invalid.
func normalizeMultiline(wrong *problem.Fields, pointer, entered string, maxLength int) string {
	value := strings.TrimSpace(strings.ReplaceAll(entered, "\r\n", "\n"))
	switch {
	case utf8.RuneCountInString(value) > maxLength:
		wrong.Add(pointer, "too_long", "This has %d characters. Shorten it to at most %d.", utf8.RuneCountInString(value),
			maxLength)
	case textkey.HasControlCharacters(removeLayout(value)):
		wrong.Add(pointer, "characters", "Remove the control characters from this text.")
	}
	return value
}

// removeLayout removes the control characters that are allowed in a text of several lines.
var removeLayout = strings.NewReplacer("\n", "", "\t", "").Replace

// checkOneOf adds an error if value is not allowed. An allowed empty value is not listed in the
// error.
func checkOneOf[T ~string](wrong *problem.Fields, pointer string, value T, allowed []T) {
	if slices.Contains(allowed, value) {
		return
	}
	var names []string
	for _, name := range allowed {
		if name != "" {
			names = append(names, string(name))
		}
	}
	wrong.Add(pointer, "unknown", "“%s” isn't one of %s.", value, strings.Join(names, ", "))
}

func addressError(err error) string {
	if w, ok := errors.AsType[*weburl.Error](err); ok {
		return w.Detail
	}
	return err.Error()
}
