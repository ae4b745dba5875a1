package transfer

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/ent/importrow"
	"github.com/newsources/newsources/services/newssources/internal/platform/codes"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// Maximum lengths of the register in characters. Longer texts of a list are truncated, not refused.
const (
	maxTitle = 200
	maxTag   = 60
	maxTags  = 50
)

// cleanOutline cleans and truncates the title and the addresses of an outline.
func cleanOutline(o Outline) Outline {
	o.Title, o.XMLURL, o.HTMLURL = truncate(cleanTitle(o.Title), maxTitle), cleanAddress(o.XMLURL), cleanAddress(o.HTMLURL)
	return o
}

// maxEscapes is the maximum number of times that HTML in a title is escaped: by the site, the
// reader that exported the list, and other tools.
const maxEscapes = 4

// cleanTitle returns a title or category without tags and references of HTML, which readers copy
// from feeds: "The Paper" for "<b>The Paper</b>", "Arts & Letters" for "Arts &amp;amp; Letters".
func cleanTitle(text string) string {
	texts := markup.PlainTexter{Faults: &markup.Faults{}}
	for range maxEscapes {
		if !strings.ContainsAny(text, "<&") {
			break
		}
		text = texts.Convert([]byte(text), markup.HTMLText, len(text))
	}
	return textkey.SingleLine(text)
}

// cleanAddress truncates an address to one character more than the maximum, so that it is refused for its length.
func cleanAddress(text string) string { return truncate(textkey.SingleLine(text), weburl.MaxLength+1) }

// linkKind is the kind of a row for a source without feeds: an outline that has a page and no feed, such as one
// with the type link, which feed readers ignore. Its URL is the homepage.
const linkKind = "link"

// The feed of an incomplete outline may be missing.
func (o Outline) isLink() bool { return o.XMLURL == "" && o.HTMLURL != "" && !o.Incomplete }

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
		if tag := truncate(cleanTitle(category), maxTag); tag != "" && len(tags) < maxTags {
			tags = append(tags, tag)
		}
	}
	return tags
}

// parseLanguages returns the language of an outline, or nil if it is not a valid language tag.
func parseLanguages(text string) []string {
	if code, ok := codes.CanonicalLanguage(text); ok {
		return []string{code}
	}
	return nil
}

// truncate shortens a text to at most limit characters.
func truncate(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return strings.TrimSpace(string([]rune(text)[:limit-1])) + "…"
}

// homepageDerived is the note of a row that created a source without a page in the list.
const homepageDerived = "Homepage derived from the feed address."

const tooManyEndpoints = "The source already has the maximum number of endpoints."

// Reasons of rows that add nothing.
const (
	reasonRegistered = "This address is already registered."
	reasonDuplicate  = "Duplicate of an earlier row in this file."
	reasonArchived   = "This source is archived. Unarchive it to use it again."
)

// existsReason returns the reason, and adds that the credentials of the row, if it has some, are not stored.
func existsReason(row *ent.ImportRow, reason string) string {
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
