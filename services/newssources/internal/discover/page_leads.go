package discover

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

const (
	// maxAlternates of a page are kept: portals announce a feed for each section.
	maxAlternates = 100
)

// feedTypes and feedFormats are the media types that announce a feed, including common misspellings.
var (
	feedTypes   = map[string]bool{"application/feed+json": true, "application/json": true, "application/xml": true, "text/xml": true}
	feedFormats = regexp.MustCompile(`^(application|text)/.*\b(rss|atom|rdf)\b`)
)

// leads returns the addresses of the page that may be feeds: announced, by platform rules, and linked (steps 3, 4 and 6).
func (p *page) leads() []lead {
	leads := slices.Concat(p.headerLinks(), p.alternates(), p.platformLeads(), p.anchors())
	language := p.language()
	for i := range leads {
		leads[i].announcedBy, leads[i].language = p.url, cmp.Or(leads[i].language, language)
	}
	return leads
}

// alternates returns the feeds that the page announces by <link rel="alternate"> (step 4).
func (p *page) alternates() (leads []lead) {
	links := p.document.Find("link[rel][href]")
	links.Slice(0, min(links.Length(), maxLinks)).EachWithBreak(func(_ int, s *goquery.Selection) bool {
		rel := strings.Fields(strings.ToLower(s.AttrOr("rel", "")))
		mediaType, _, _ := strings.Cut(strings.ToLower(s.AttrOr("type", "")), ";")
		mediaType = strings.TrimSpace(mediaType)
		url, hreflang := p.resolve(s.AttrOr("href", "")), s.AttrOr("hreflang", "")
		isTranslation := hreflang != "" && !strings.Contains(mediaType, "rss") && !strings.Contains(mediaType, "atom")
		if !isFeedRelation(rel) || !announcesFeed(mediaType, url) || isTranslation {
			return true
		}
		leads = append(leads, lead{url: url, title: shorten(s.AttrOr("title", ""), maxTitle), from: FromLink, isListed: true,
			language: languageOf(hreflang), isVague: mediaType == "" || mediaType == "application/json"})
		return len(leads) < maxAlternates
	})
	return leads
}

// isFeedRelation reports whether the relation types of a link may announce a feed.
func isFeedRelation(rel []string) bool {
	return slices.Contains(rel, "alternate") || slices.Contains(rel, "feed")
}

// announcesFeed reports whether a link to an alternate of this media type, which may be empty, leads to a feed.
func announcesFeed(mediaType string, url weburl.URL) bool {
	if url.IsZero() || isAPI(url) {
		return false
	}
	return feedTypes[mediaType] || feedFormats.MatchString(mediaType) || mediaType == "" && feedPath.MatchString(url.RequestPath())
}

// isAPI reports whether an address is an interface that is announced as an alternate but has no news.
func isAPI(url weburl.URL) bool {
	path := url.RequestPath()
	return strings.Contains(path, "/wp-json/") || strings.Contains(path, "/oembed") || strings.Contains(path, "xmlrpc.php") ||
		strings.Contains(path, "/manifest.json")
}

// formatTitle matches titles of links that only name a format: "RSS 2.0", "Atom feed".
var formatTitle = regexp.MustCompile(`(?i)^((rss|atom|rdf|xml|json|feeds?|news|subscribe|v?[0-9]?\.[0-9]+)[\s()/:–-]*)+$`)

func namesOnlyFormat(title string) bool { return formatTitle.MatchString(title) }
