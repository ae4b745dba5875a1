package webpage

import (
	"regexp"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// maxAlternates of a page are kept: portals announce a feed for each section.
const maxAlternates = 100

// feedTypes and feedFormats are the media types that announce a feed, including common
// misspellings.
var (
	feedTypes = map[string]bool{"application/feed+json": true, "application/json": true, "application/xml": true,
		"text/xml": true}
	feedFormats = regexp.MustCompile(`^(application|text)/.*\b(rss|atom|rdf)\b`)
)

// Alternates returns the feeds that the page announces by <link rel="alternate">.
func (p *Page) Alternates() (links []Link) {
	elements := p.document.Find("link[href]")
	elements.Slice(0, min(elements.Length(), maxLinks)).EachWithBreak(func(_ int, s *goquery.Selection) bool {
		rel := strings.Fields(strings.ToLower(s.AttrOr("rel", "")))
		mediaType, _, _ := strings.Cut(strings.ToLower(s.AttrOr("type", "")), ";")
		mediaType = strings.TrimSpace(mediaType)
		url, hreflang := p.Resolve(s.AttrOr("href", "")), s.AttrOr("hreflang", "")
		isTranslation := hreflang != "" && !strings.Contains(mediaType, "rss") && !strings.Contains(mediaType, "atom")
		// Some feeds are linked without the relation.
		isAnnounced := (isFeedRelation(rel) || feedFormats.MatchString(mediaType)) && announcesFeed(mediaType, url)
		isNamed := slices.Contains(rel, "alternate") && mediaType == "" && feedHint.MatchString(s.AttrOr("title", "")) &&
			!url.IsZero() && !isAPI(url)
		if !isAnnounced && !isNamed || isTranslation {
			return true
		}
		links = append(links, Link{URL: url, Title: Shorten(s.AttrOr("title", ""), MaxTitle), From: FromLink,
			HasFeedAddress: true,
			Language:       LanguageOf(hreflang), IsVague: mediaType == "" || mediaType == "application/json"})
		if other := p.withoutBase(s.AttrOr("href", "")); other != url && !other.IsZero() {
			links = append(links, Link{URL: other, Title: links[len(links)-1].Title, From: FromLink, IsVague: true})
		}
		return len(links) < maxAlternates
	})
	return links
}

// withoutBase resolves a link against the page if <base> names another domain, such as one for
// images, else as Resolve does.
func (p *Page) withoutBase(href string) weburl.URL {
	if p.base.RegistrableDomain() == p.URL.RegistrableDomain() {
		return p.Resolve(href)
	}
	address, _ := p.URL.Resolve(href)
	return address
}

// isFeedRelation reports whether the relation types of a link may announce a feed.
func isFeedRelation(rel []string) bool {
	return slices.Contains(rel, "alternate") || slices.Contains(rel, "feed")
}

// announcesFeed reports whether a link to an alternate of this media type, which may be empty,
// leads to a feed.
func announcesFeed(mediaType string, url weburl.URL) bool {
	if url.IsZero() || isAPI(url) {
		return false
	}
	return feedTypes[mediaType] || feedFormats.MatchString(mediaType) || mediaType == "" && HasFeedPath(url)
}

// isAPI reports whether an address is an interface that is announced as an alternate but has no
// news.
func isAPI(url weburl.URL) bool {
	path := url.RequestPath()
	return strings.Contains(path, "/wp-json/") || strings.Contains(path, "/oembed") ||
		strings.Contains(path, "xmlrpc.php") ||
		strings.Contains(path, "/manifest.json")
}

// formatTitle matches titles of links that only name a format: "RSS 2.0", "Atom feed".
var formatTitle = regexp.MustCompile(`(?i)^((rss|atom|rdf|xml|json|feeds?|news|subscribe|v?[0-9]?\.[0-9]+)[\s()/:–-]*)+$`)

// NamesOnlyFormat reports whether the title of a link names nothing but a format.
func NamesOnlyFormat(title string) bool { return formatTitle.MatchString(title) }
