package tableimport

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/tablefile"
)

const (
	// guessedSamples is the number of values from which the target of a column is guessed.
	guessedSamples = 100
	// minShare is the share of values in percent that must have the form of the target.
	minShare = 70
	// sampledRows is the number of first rows from which targets are guessed.
	sampledRows = 2000
	// maxGuessedName is the maximum length in bytes of the values of a column that is taken for the name.
	maxGuessedName = 150
)

// feedPath matches what the addresses of feeds and sitemaps contain and those of pages rarely do.
var feedPath = regexp.MustCompile(`(?i)rss|feed|atom|\.xml|\.rdf|sitemap|/xml|\.json|syndicat`)

// guessByContent returns the target of a column by its values, or "". used are the targets of other
// columns.
func guessByContent(samples []string, used map[string]bool) string {
	if len(samples) == 0 {
		return ""
	}
	share := func(matches func(string) bool) bool {
		count := 0
		for _, s := range samples {
			if matches(s) {
				count++
			}
		}
		return 100*count >= minShare*len(samples)
	}
	free := func(target string) string {
		if used[target] {
			return ""
		}
		return target
	}
	switch {
	case share(areFeeds):
		if used["feed"] {
			return nextFeed("feed", used)
		}
		return "feed"
	case share(listfile.IsAddress):
		return free("homepage_url")
	case share(isUpperCode) && share(isCountryName), share(func(s string) bool { return len(s) > 3 && isCountryName(s) }):
		return free("country")
	case share(areLanguages):
		return free("languages")
	}
	return ""
}

// areFeeds reports whether a cell has only addresses that look like those of feeds.
func areFeeds(cell string) bool {
	return !slices.ContainsFunc(listfile.SplitAddresses(cell), func(address string) bool {
		return !listfile.IsAddress(address) || !feedPath.MatchString(address)
	})
}

// guessName makes the first column the name that was not recognized and whose values are mostly different short texts.
func (l Layout) guessName(rows []tablefile.Row) {
	for i := range l.Columns {
		different := map[string]bool{}
		values, texts := 0, 0
		for _, r := range rows[:min(len(rows), sampledRows)] {
			cell := r.Cells[i]
			if r.Fault != "" || cell == "" {
				continue
			}
			values++
			if different[cell] = true; isShortText(cell) {
				texts++
			}
		}
		c := &l.Columns[i]
		if c.Origin == ByNothing && 100*texts >= minShare*len(rows[:min(len(rows), sampledRows)]) &&
			100*len(different) >= minShare*values {
			c.Target, c.Origin = "name", ByContent
			return
		}
	}
}

// isShortText reports whether a cell can be a name: it has a letter, and is neither an address nor a long text.
func isShortText(cell string) bool {
	return len(cell) <= maxGuessedName && strings.ContainsFunc(cell, unicode.IsLetter) && !strings.Contains(cell, "@") &&
		!listfile.IsAddress(cell) && !areFeeds(cell)
}

func isUpperCode(cell string) bool { return len(cell) <= 3 && cell == strings.ToUpper(cell) }

func isCountryName(cell string) bool {
	_, ok := listfile.CountryCode(cell)
	return ok
}

func areLanguages(cell string) bool {
	for _, value := range listfile.SplitList(cell) {
		if _, ok := listfile.LanguageCode(value); !ok {
			return false
		}
	}
	return true
}
