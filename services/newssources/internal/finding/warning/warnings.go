// Package warning describes in words what is unusual about a feed, before its address is saved.
package warning

import (
	"fmt"
	"math"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// quietAfter is the age of the newest item from which a warning is given. Magazines appear monthly.
const quietAfter = 60 * 24 * time.Hour

// kindNames are the kinds in words.
var kindNames = map[string]string{
	"rss": "an RSS feed", "atom": "an Atom feed", "rdf": "an RSS 1.0 feed", "json_feed": "a JSON Feed",
	"news_sitemap": "a news sitemap",
	"sitemap":      "a sitemap", "sitemap_index": "a sitemap index", "html_list": "a page list",
}

// PreviewDetail returns the result of a preview in words, with what to do about it.
func PreviewDetail(outcome fetch.Outcome, kind, detail string) string {
	switch {
	case outcome == fetch.HTMLInsteadOfFeed && kind == string(feed.HTMLList):
		return "This address returns a web page. Add a recipe that says where its items are."
	case outcome == fetch.HTMLInsteadOfFeed:
		return "This address returns a web page, not a feed. Add a source with this address to find its feeds, or save it " +
			"as a page list with a recipe."
	}
	return detail
}

// OfRedirects returns a warning if an address redirects.
func OfRedirects(address string, result *fetch.Result) []string {
	switch {
	case len(result.Hops) == 0 || result.FinalURL == address:
		return []string{}
	case result.Permanent:
		return []string{fmt.Sprintf("The address has moved permanently to %s. Save that address if it is the same feed.",
			result.FinalURL)}
	}
	return []string{fmt.Sprintf("The address redirects temporarily to %s. Keep the address as it is.", result.FinalURL)}
}

// Of returns the warnings to show before the address of a document is saved. kind is the
// kind of the saved endpoint, or "".
func Of(d *feed.Document, result *fetch.Result, kind string, now time.Time) (list []string) {
	warn := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	stats := d.Stats()
	if address, err := weburl.Parse(result.FinalURL); err == nil && address.MixedScript() {
		warn("The host name mixes alphabets, so it may imitate another name.")
	}
	if actual := string(d.Kind); kind != "" && kind != actual {
		warn("The endpoint is saved as %s, but the address returns %s. Change the kind or check the address.",
			kindNames[kind], kindNames[actual])
	}
	if result.Outcome == fetch.TooLarge {
		warn("%s Only its beginning was read.", result.Detail)
	}
	if d.Kind == feed.HTMLList && stats.Items == 0 {
		warn("The recipe finds no items on this page. Check its first selector.")
	}
	switch missing := stats.Items - stats.Dated; {
	case missing == 0:
	case stats.Dated == 0:
		warn("No item has a date. The time when an item is first seen is used instead.")
	default:
		warn("%d of %d items have no date. The time when they are first seen is used instead.", missing, stats.Items)
	}
	if stats.Duplicates > 0 {
		warn("%.0f %% of the items are duplicates.",
			math.Round(100*float64(stats.Duplicates)/float64(stats.Items+stats.Duplicates)))
	}
	if stats.Newest != nil {
		if quiet := now.Sub(*stats.Newest); quiet >= quietAfter {
			warn("No new items for %s.", formatSpan(quiet))
		}
	}
	for _, w := range d.Warnings {
		if !hasOwnWarning(w.Code, d.Kind, result.Outcome) {
			warn("%s", w.Detail)
		}
	}
	return list
}

// hasOwnWarning reports whether warningsOf has its own text for a warning of the document.
func hasOwnWarning(code feed.WarningCode, kind feed.Kind, outcome fetch.Outcome) bool {
	switch code {
	case "no_dates", "duplicates":
		return true
	case "cut_off":
		return outcome == fetch.TooLarge
	case "no_items":
		return kind == feed.HTMLList
	}
	return false
}

const (
	day   = 24 * time.Hour
	month = 30 * day
	year  = 365 * day
)

// formatSpan returns a duration in months or years.
func formatSpan(d time.Duration) string {
	if d >= 2*year {
		return fmt.Sprintf("%d years", d/year)
	}
	return fmt.Sprintf("%d months", d/month)
}
