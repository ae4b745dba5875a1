package suggestion

import (
	"slices"

	"github.com/newsources/newsources/services/newssources/internal/checking/outlet"
	"github.com/newsources/newsources/services/newssources/internal/reading/outletfield"
)

// withOneLanguage returns the found fields with at most one language. If the source has languages, this
// is the language of the headlines, and only if it contradicts them. Otherwise it is the language that
// the site declares, or that of the headlines if it contradicts the declared one.
func withOneLanguage(languages []string, found []outletfield.Field) (fields []outletfield.Field) {
	var declared, content outletfield.Field
	for _, f := range found {
		switch f.Name {
		case outletfield.Language:
			declared = f
		case outletfield.ContentLanguage:
			content = f
		default:
			fields = append(fields, f)
		}
	}
	hasLanguages := len(languages) > 0
	if !hasLanguages && declared.Value != "" {
		languages = []string{declared.Value}
	}
	switch {
	case outlet.IsOtherLanguage(languages, content.Value):
		content.Name = outletfield.Language
		return slices.Insert(fields, 0, content)
	case !hasLanguages:
		return append(fields, declared)
	}
	return fields
}
