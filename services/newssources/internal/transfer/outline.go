package transfer

import (
	"strings"

	"golang.org/x/text/language"

	"github.com/newsources/newsources/services/newssources/internal/ent"
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
		if tag := shorten(strings.Join(strings.Fields(storable(category)), " "), maxTag); tag != "" && len(tags) < maxTags {
			tags = append(tags, tag)
		}
	}
	return tags
}

// languagesOf keeps what is a language; lists write all sorts of things there.
func languagesOf(text string) []string {
	if tag, err := language.Parse(strings.TrimSpace(text)); err == nil && tag != language.Und {
		return []string{tag.String()}
	}
	return nil
}

// homepage is where the list says the outlet's pages are, if that is the same outlet, and otherwise the outlet's own address.
func homepage(row *ent.ImportRow, outlet source.Outlet) string {
	if home, err := weburl.Parse(row.HTMLURL); err == nil {
		if domain, prefix := weburl.Outlet(home); domain == outlet.Domain && prefix == outlet.PathPrefix {
			return home.String()
		}
	}
	return "https://" + outlet.Domain + outlet.PathPrefix
}

// reasonOf says in one line what is wrong with an outline.
func reasonOf(err error) string {
	p := problem.As(err)
	if len(p.Fields) > 0 {
		return p.Fields[0].Detail
	}
	return p.Detail
}
