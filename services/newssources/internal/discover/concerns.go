package discover

import (
	"fmt"
	"math"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// quietAfter is how old the newest item may be before it is worth a word: magazines come once a month.
const quietAfter = 60 * 24 * time.Hour

// kindNames are what people call the kinds.
var kindNames = map[string]string{
	"rss": "an RSS feed", "atom": "an Atom feed", "rdf": "an RSS 1.0 feed", "json_feed": "a JSON Feed", "news_sitemap": "a news sitemap",
	"sitemap": "a sitemap", "sitemap_index": "an index of sitemaps", "html_list": "a page with a recipe",
}

// advice is what came of a preview in words, with what to do about it where there is something.
func advice(c Candidate, kind string) string {
	switch {
	case c.Outcome == string(fetch.HTMLInsteadOfFeed) && kind == string(feed.HTMLList):
		return "There is a page at this address. A recipe has to say where its items are."
	case c.Outcome == string(fetch.HTMLInsteadOfFeed):
		return "There is a page at this address, not a feed. Add a source with this address to look for its feeds, or read it as a page with a recipe."
	}
	return c.Detail
}

// moved says where an address leads to.
func moved(c Candidate, permanent bool) []string {
	switch {
	case len(c.Hops) == 0 || c.FinalURL == c.URL:
		return []string{}
	case permanent:
		return []string{fmt.Sprintf("The address has moved permanently to %s. Save that one if it is the same feed.", c.FinalURL)}
	}
	return []string{fmt.Sprintf("The address leads to %s for the time being. Keep it as it is.", c.FinalURL)}
}

// concerns says in words what a person should know before gathering this.
func concerns(d *feed.Document, result *fetch.Result, kind string, now time.Time) (list []string) {
	say := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	stats := d.Stats()
	if address, err := weburl.Parse(result.FinalURL); err == nil && address.MixedScript() {
		say("The name of the site mixes alphabets, as names do that are made to look like another one.")
	}
	if is := string(d.Kind); kind != "" && kind != is {
		say("This was to be %s, and it is %s. Change the kind, or look whether the address is the right one.", kindNames[kind], kindNames[is])
	}
	if result.Outcome == fetch.TooLarge {
		say("%s Only its beginning was read.", result.Detail)
	}
	if d.Kind == feed.HTMLList && stats.Items == 0 {
		say("The recipe finds no items on this page. Look whether its first selector still fits.")
	}
	switch missing := stats.Items - stats.Dated; {
	case missing == 0:
	case stats.Dated == 0:
		say("No item has a date. What counts instead is when each is first seen.")
	default:
		say("%d of %d items have no date. What counts instead is when each is first seen.", missing, stats.Items)
	}
	if stats.Duplicates > 0 {
		say("%.0f %% of the items stand there more than once.", math.Round(100*float64(stats.Duplicates)/float64(stats.Items+stats.Duplicates)))
	}
	if stats.Newest != nil {
		if quiet := now.Sub(*stats.Newest); quiet >= quietAfter {
			say("Nothing new for %s.", span(quiet))
		}
	}
	for _, w := range d.Warnings {
		if !saidBetter(w.Code, d.Kind, result.Outcome) {
			say("%s", w.Detail)
		}
	}
	return list
}

// saidBetter are the oddities of a document that concerns has words of its own for.
func saidBetter(code feed.WarningCode, kind feed.Kind, outcome fetch.Outcome) bool {
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

// span is how long something was, as people say it.
func span(d time.Duration) string {
	if d >= 2*year {
		return fmt.Sprintf("%d years", d/year)
	}
	return fmt.Sprintf("%d months", d/month)
}
