// Package mainfeed recognizes the main feed of an outlet by its title and its address.
package mainfeed

import (
	"regexp"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// titleNoise matches words that do not describe the content of a feed.
var titleNoise = regexp.MustCompile(`(?i)\b(rss|atom|xml|feeds?|2\.0|1\.0|the|news ?feed|flux|kanal|canal)\b`)

// IsTitle reports whether a title consists of the outlet's name and words for all news.
func IsTitle(title, outletName string) bool {
	title = titleNoise.ReplaceAllString(title, " ")
	outletName = titleNoise.ReplaceAllString(outletName, " ")
	if hasOnlyMainWords(title) {
		return true
	}
	letters, name := textkey.FoldLetters(title), textkey.FoldLetters(outletName)
	if len(name) < 3 || !strings.Contains(letters, name) {
		return letters != "" && letters == name
	}
	return letters == name || hasOnlyMainWords(withoutName(title, outletName))
}

// withoutName returns a title without the outlet's name, which may be written in another way.
func withoutName(title, name string) string {
	folded := textkey.Fold(title)
	if rest := strings.Replace(folded, textkey.Fold(strings.TrimSpace(name)), " ", 1); rest != folded {
		return rest
	}
	return strings.Replace(textkey.FoldLetters(title), textkey.FoldLetters(name), "", 1)
}

// IsUnnamed reports whether a title says only that it has all news, and is not the name in the
// host: "News Today" at newstoday.example.
func IsUnnamed(title, host string) bool {
	return IsTitle(title, "") && !strings.Contains(textkey.FoldLetters(host), textkey.FoldLetters(title))
}

// mainStems are last segments of the addresses of main feeds, and genericSegments are segments that
// do not describe the content of a feed.
var (
	mainStems       = wordSet(`all|alle|todo|todas|tout|home|homepage|frontpage|front|main|principal|latest|recent|top|topstories|topnews|headlines|portada|ultimas|ultimasnoticias|titulares|une|alaune|accueil|startseite|schlagzeilen|aktuell|forside|etusivu|voorpagina|primapagina|tutte|wszystkie|glowna|last|allnews|full|default`)
	genericSegments = wordSet(`feed|feeds|rss|rss2|rss20|atom|rdf|xml|index|news|newsfeed|syndication|backend|export|services|service|arc|outboundfeeds|posts|blog|stories|v1|api`)
)

// formatQuery matches a query that only selects the format.
var formatQuery = regexp.MustCompile(`(?i)^((feed|format|type|outputtype|output|alt|service|page)=[a-z0-9]+&?)*$`)

// IsPath reports whether an address consists of generic segments, or ends in a segment for all
// news.
func IsPath(url weburl.URL) bool {
	segments := url.Segments()
	if !formatQuery.MatchString(url.Query()) || len(segments) == 0 && url.Query() == "" {
		return false
	}
	if len(segments) == 0 {
		return true
	}
	last := segments[len(segments)-1]
	if stem, _, _ := strings.Cut(last, "."); mainStems[textkey.FoldLetters(stem)] || strings.ContainsAny(stem, "-_") &&
		hasOnlyMainWords(stem) {
		return true
	}
	for _, segment := range segments {
		stem, _, _ := strings.Cut(segment, ".")
		if !genericSegments[textkey.FoldLetters(stem)] && !mainStems[textkey.FoldLetters(stem)] {
			return false
		}
	}
	return true
}
