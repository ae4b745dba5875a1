package source

import (
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/newsources/newsources/services/newssources/internal/problem"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// text is one line.
func text(wrong *problem.Fields, pointer, what, entered string, most int, required bool) string {
	value := tidy(entered)
	switch {
	case value == "" && required:
		wrong.Add(pointer, "required", "This needs %s.", what)
	case utf8.RuneCountInString(value) > most:
		wrong.Add(pointer, "too_long", "This has %d characters; at most %d fit.", utf8.RuneCountInString(value), most)
	case unshowable(value):
		wrong.Add(pointer, "characters", "This holds characters that can't be shown.")
	}
	return value
}

// prose may have several lines.
func prose(wrong *problem.Fields, pointer, entered string, most int) string {
	value := strings.TrimSpace(strings.ReplaceAll(entered, "\r\n", "\n"))
	switch {
	case utf8.RuneCountInString(value) > most:
		wrong.Add(pointer, "too_long", "This has %d characters; at most %d fit.", utf8.RuneCountInString(value), most)
	case unshowable(withoutLayout(value)):
		wrong.Add(pointer, "characters", "This holds characters that can't be shown.")
	}
	return value
}

// withoutLayout takes out the control characters that lay a text out.
var withoutLayout = strings.NewReplacer("\n", "", "\t", "").Replace

func unshowable(value string) bool {
	return !utf8.ValidString(value) || strings.ContainsFunc(value, unicode.IsControl)
}

// checkOneOf adds an error if value is not allowed. An allowed empty value is not listed in the error.
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

func addressText(err error) string {
	if w, ok := errors.AsType[*weburl.Error](err); ok {
		return w.Detail
	}
	return err.Error()
}
