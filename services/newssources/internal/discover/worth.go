package discover

import (
	"math"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/feed"
)

// staleAfter: a feed without anything newer is no longer worth gathering by itself.
const staleAfter = 90 * 24 * time.Hour

// Scores of what isn't worth gathering by itself, which puts it behind all that is.
const (
	scoreNoFeed   = -100
	scoreStale    = -100 // is added
	scoreNarrow   = -40  // is added
	scoreComments = -50
	scoreSitemap  = -10
	scoreList     = 0 // behind every feed that is worth it
)

// score ranks the feeds: news before comments, alive before stale, whole before short.
func score(c *Candidate, now time.Time, pasted string) int {
	if c.Comments {
		return scoreComments
	}
	kind := feed.Kind(c.Kind)
	if isList(kind) {
		return scoreList
	}
	if !isNews(kind) { // all pages there ever were: useful to some, and much to read
		return scoreSitemap
	}
	score := 20 + min(c.Items, 20) + int(math.Min(c.PerDay, 50))/2
	if kind != feed.NewsSitemap {
		score += 10
	}
	switch c.From {
	case FromGiven:
		score += 60 // what a person pastes is what they mean
	case FromLink:
		score += 15
	}
	if c.FullText {
		score += 5
	}
	if c.HTTPS {
		score += 3
	}
	if isNarrow(c, pasted) {
		score += scoreNarrow
	}
	if isStale(c, now) {
		score += scoreStale
	}
	return score
}

// isWorth says whether a feed is worth gathering unless a person thinks otherwise.
func isWorth(c *Candidate, now time.Time, pasted string) bool {
	gatherable := isNews(feed.Kind(c.Kind)) || c.From == FromPage && isList(feed.Kind(c.Kind))
	return c.Existing == nil && !c.Comments && gatherable && !isStale(c, now) && !isNarrow(c, pasted)
}

// isStale says that a feed has nothing, or nothing new.
func isStale(c *Candidate, now time.Time) bool {
	return c.Items == 0 || c.Newest != nil && now.Sub(*c.Newest) > staleAfter
}

// narrowPath recognises the feeds that publishing systems have for each tag, category, author and search, which repeat
// what the main one has: /tag/x/feed/, /author/x/rss/, /feeds/posts/default/-/x, ?cat=3&feed=rss2.
var narrowPath = regexp.MustCompile(`(?i)/(tags?|label|categor(y|ies|ia)|authors?|search)/.+/(feed|rss)(/(rss2?|atom|rdf))?/?$|/feeds/posts/[a-z]+/-/`)

// narrowQuery are the parameters by which WordPress names them.
var narrowQuery = []string{"tag", "cat", "author", "author_name", "s", "p"}

// isNarrow says that a feed is one of those. Whoever pastes it, or a page above it, means it.
func isNarrow(c *Candidate, pasted string) bool {
	u, err := url.Parse(c.FinalURL)
	if err != nil || c.From == FromGiven || isBelow(c.FinalURL, pasted) {
		return false
	}
	if narrowPath.MatchString(u.Path) {
		return true
	}
	query := u.Query()
	for _, name := range narrowQuery {
		if query.Has("feed") && query.Get(name) != "" {
			return true
		}
	}
	return false
}

// isBelow says that an address lies below a page that isn't the homepage.
func isBelow(address, page string) bool {
	above, err := url.Parse(page)
	if err != nil || strings.Trim(above.Path, "/") == "" {
		return false
	}
	u, err := url.Parse(address)
	return err == nil && u.Host == above.Host && strings.HasPrefix(u.Path, strings.TrimSuffix(above.Path, "/")+"/")
}
