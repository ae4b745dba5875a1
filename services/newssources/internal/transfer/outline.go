package transfer

import (
	"errors"
	"strings"
	"unicode"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/ent/importrow"
	"github.com/newsources/newsources/services/newssources/internal/problem"
	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// Maximum lengths of the register in characters. Longer texts of a list are truncated, not refused.
const (
	maxTitle = 200
	maxTag   = 60
	maxTags  = 50
)

func cleanTitle(o Outline) string { return truncate(cleanText(o.Title), maxTitle) }

// cleanAddress truncates an address to one character more than the maximum, so that it is refused for its length.
func cleanAddress(text string) string { return truncate(cleanText(text), weburl.MaxLength+1) }

// endpointKind converts an outline's type. Lists use "rss" for all formats.
func endpointKind(outlineType string) string {
	switch kind := strings.ToLower(strings.TrimSpace(outlineType)); kind {
	case "atom", "rdf":
		return kind
	case "json", "jsonfeed", "json_feed":
		return "json_feed"
	}
	return "rss"
}

// cleanTags converts an outline's categories to tags.
func cleanTags(categories []string) []string {
	tags := []string{}
	for _, category := range categories {
		if tag := truncate(cleanText(category), maxTag); tag != "" && len(tags) < maxTags {
			tags = append(tags, tag)
		}
	}
	return tags
}

// parseLanguages returns the language of an outline, or nil if it is not a valid language tag.
func parseLanguages(text string) []string {
	if code, ok := source.CanonicalLanguage(text); ok {
		return []string{code}
	}
	return nil
}

// cleanText returns a single line without control characters and invalid UTF-8, which PostgreSQL does not store.
func cleanText(text string) string {
	visible := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
	return strings.Join(strings.Fields(visible), " ")
}

// truncate shortens a text to at most limit characters.
func truncate(text string, limit int) string {
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return strings.TrimSpace(string(runes[:limit-1])) + "…"
}

const tooManyEndpoints = "The source already has the maximum number of endpoints."

// existsReason returns the reason of a row whose address is registered, or was in an earlier row of the same list.
func existsReason(row *ent.ImportRow, isDuplicateInList bool) string {
	reason := "This address is already registered."
	if isDuplicateInList {
		reason = "Duplicate of an earlier row in this file."
	}
	if row.Sealed != nil {
		reason += credentialsDropped
	}
	return reason
}

// invalid returns the outcome of a row that failed validation, with the first reason.
func invalid(err error) outcome {
	reason := err.Error()
	if p, ok := errors.AsType[*problem.Error](err); ok {
		reason = p.Detail
		if len(p.Fields) > 0 {
			reason = p.Fields[0].Detail
		}
	}
	return outcome{result: importrow.ResultInvalid, reason: reason}
}
