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

// Lengths that the register takes, in characters; longer texts of a list are shortened rather than refused.
const (
	maxTitle = 200
	maxTag   = 60
	maxTags  = 50
)

func titleOf(o Outline) string { return shorten(readable(o.Title), maxTitle) }

// addressOf keeps an address, or enough of it to be refused for its length.
func addressOf(text string) string { return shorten(readable(text), weburl.MaxLength+1) }

// kindOf reads an outline's type. Lists write "rss" for everything; the checker finds out what an address really serves.
func kindOf(outlineType string) string {
	switch kind := strings.ToLower(strings.TrimSpace(outlineType)); kind {
	case "atom", "rdf":
		return kind
	case "json", "jsonfeed", "json_feed":
		return "json_feed"
	}
	return "rss"
}

// tagsOf makes tags of an outline's categories.
func tagsOf(categories []string) []string {
	tags := []string{}
	for _, category := range categories {
		if tag := shorten(readable(category), maxTag); tag != "" && len(tags) < maxTags {
			tags = append(tags, tag)
		}
	}
	return tags
}

// languagesOf keeps what is a language; lists write all sorts of things there.
func languagesOf(text string) []string {
	if code, ok := source.CanonicalLanguage(text); ok {
		return []string{code}
	}
	return nil
}

// readable makes one line of a text: without what PostgreSQL can't hold, and without what nobody can see.
func readable(text string) string {
	visible := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
	return strings.Join(strings.Fields(visible), " ")
}

func shorten(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return strings.TrimSpace(string(runes[:most-1])) + "…"
}

const tooMany = "Its outlet has as many endpoints as one source can have."

func existsReason(row *ent.ImportRow, earlierInList bool) string {
	reason := "The register already has this address."
	if earlierInList {
		reason = "The same address stands earlier in this list."
	}
	if row.Sealed != nil {
		reason += leftCredentials
	}
	return reason
}

// invalid says in one line what is wrong with an outline.
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
