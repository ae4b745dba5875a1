package discover

import (
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/mainfeed"
	"github.com/newsources/newsources/services/newssources/internal/reading/webpage"
)

// staleAfter is the age of the newest item from which a feed is not preselected.
const staleAfter = 90 * 24 * time.Hour

// Scores of candidates that are not usable, which sort them behind all others.
const (
	scoreNoFeed     = -100
	scoreNotChecked = 0
	scoreStale      = -100 // added
	scoreLanguage   = -6   // added to feeds in another language than the page that announces them
	scoreMedia      = -35  // added to podcasts: more than the points for the title and the address of a main feed
	scoreNarrow     = -40  // added
	// For the feeds of a given section: more than the points for being announced as the main feed.
	scoreSection  = 45
	scoreComments = -50
	scoreSitemap  = -10
	scoreList     = 0 // behind every usable feed
)

// score rates a candidate by its kind, origin and state. Candidates with equal scores keep the
// publisher's order. final is its final address, given the address that was entered. isMedia
// reports whether its items are audio or video files.
func score(c *Candidate, final, given weburl.URL, isMedia bool, now time.Time) int {
	if c.Comments {
		return scoreComments
	}
	kind := feed.Kind(c.Kind)
	if kind == feed.HTMLList {
		return scoreList
	}
	if !isNews(kind) { // a sitemap of all pages
		return scoreSitemap
	}
	score := 20
	if kind != feed.NewsSitemap {
		score += 30
	}
	switch c.From {
	case FromGiven:
		score += 100 // the address that was entered
	case FromLink, FromHeader:
		score += 10
	case FromPlatform:
		score += 8
	case FromAnchor:
		score += 6
	}
	if isBelow(final, given) { // the given page is a section
		score += scoreSection
	}
	if c.ExternalDomain != "" {
		score -= 4
	}
	if c.Items < 3 {
		score -= 5
	}
	if c.FullText {
		score += 2
	}
	if c.HTTPS {
		score += 3
	}
	if isMedia {
		score += scoreMedia
	}
	if isNarrow(c, final, given) {
		score += scoreNarrow
	}
	if isStale(c, now) {
		score += scoreStale
	}
	return score
}

// isUsable reports whether a candidate may be the main feed or that of a section, regardless of the
// others.
func isUsable(c *Candidate, final, given weburl.URL, now time.Time) bool {
	hasNews := isNews(feed.Kind(c.Kind)) || c.From == FromPage && c.Kind == string(feed.HTMLList)
	return !c.Comments && hasNews && !isStale(c, now) && !isNarrow(c, final, given)
}

// isStale reports whether a feed has no items, or no recent ones.
func isStale(c *Candidate, now time.Time) bool {
	return c.Items == 0 || c.Newest != nil && now.Sub(*c.Newest) > staleAfter
}

// narrowPath matches the feeds that publishing systems provide for each tag, category, author and
// search; they repeat the items of the main feed: /tag/x/feed/, /author/x/rss/,
// /feeds/posts/default/-/x.
var narrowPath = regexp.MustCompile(`(?i)/(tags?|label|categor(y|ies|ia)|authors?|search)/.+/(feed|rss)(/(rss2?|atom|rdf))?/?$|/feeds/posts/[a-z]+/-/`)

// narrowParameters are the query parameters by which WordPress names such feeds: ?cat=3&feed=rss2.
var narrowParameters = []string{"tag", "cat", "author", "author_name", "s", "p"}

// isNarrow reports whether a candidate is the feed of a tag, category, author or search, and
// neither it nor a page above it was entered.
func isNarrow(c *Candidate, final, given weburl.URL) bool {
	if c.From == FromGiven || isBelow(final, given) {
		return false
	}
	if narrowPath.MatchString(final.Path()) {
		return true
	}
	query, err := url.ParseQuery(final.Query())
	if err != nil || !query.Has("feed") {
		return false
	}
	for _, name := range narrowParameters {
		if query.Get(name) != "" {
			return true
		}
	}
	return false
}

// isBelow reports whether an address lies below a page that is not the homepage, as "/sport/feed"
// and "/sport.rss" below "/sport".
func isBelow(address, page weburl.URL) bool {
	rest, isBelow := strings.CutPrefix(address.Path(), strings.TrimSuffix(page.Path(), "/"))
	return isBelow && strings.Trim(page.Path(), "/") != "" && address.Root() == page.Root() &&
		(rest != "" && (rest[0] == '/' || rest[0] == '.'))
}

const (
	mainTitlePoints = 20 // the title names the outlet, or says that the feed has all news
	mainPathPoints  = 12 // the address is that of a main feed
)

// mainFeedPoints rates how likely a candidate is the main feed of its outlet, by its titles and
// address.
func mainFeedPoints(c *rankedCandidate, outletName string) (points int) {
	if mainfeed.IsTitle(c.label, outletName) ||
		mainfeed.IsTitle(c.title, outletName) && isMainOrEmptyLabel(c.label, outletName) {
		points += mainTitlePoints
	}
	if mainfeed.IsPath(c.final) {
		points += mainPathPoints
	}
	return points
}

// isMainOrEmptyLabel reports whether the label of a link does not name a section.
func isMainOrEmptyLabel(label, outletName string) bool {
	return label == "" || webpage.NamesOnlyFormat(label) || mainfeed.IsTitle(label, outletName)
}

// scoreEdition is added to feeds in the language of a given edition, and subtracted from feeds in
// another language: more than the points for the title and the address of a main feed together.
const scoreEdition = 35

// editionPoints rates a language by the given edition.
func editionPoints(edition, locale string) int {
	found := webpage.LanguageOf(locale)
	switch {
	case edition == "" || found == "":
		return 0
	case edition == found:
		return scoreEdition
	}
	return -scoreEdition
}
