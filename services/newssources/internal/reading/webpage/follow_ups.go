package webpage

import (
	"regexp"
	"strings"

	"github.com/PuerkitoBio/goquery"
)

const (
	// maxMenuLinks of a page are returned.
	maxMenuLinks = 60
	// maxEditions of a page are returned.
	maxEditions = 3
	// maxChooserLinks is the number of links that a page for choosing a language has at most, and
	// maxSplashLinks that of a page that does nothing but lead to another one.
	maxChooserLinks = 40
	maxSplashLinks  = 3
)

// editionPath matches the path of an edition in a language: "/en/", "/eng", "/pt-br/", "/zh-hans".
var editionPath = regexp.MustCompile(`^/(?:[a-z]{2,3}|[a-z]{2}[-_][a-zA-Z]{2,4})/?$`)

// IsNewsPage reports whether the path of a link is that of a page with news.
func (l Link) IsNewsPage() bool {
	path := l.URL.Segments()
	return len(path) == 1 && newsSegment.MatchString(path[0])
}

// MenuLinks returns links with a short text to other pages of the same host, such as those of a
// menu.
func (p *Page) MenuLinks() (links []Link) {
	p.document.Find("a[href]").EachWithBreak(func(i int, s *goquery.Selection) bool {
		text := strings.Fields(s.Text())
		if len(text) == 0 || len(text) > maxHintWords {
			return i < maxLinks
		}
		if url := p.Resolve(s.AttrOr("href", "")); url.Host() == p.URL.Host() && url.Key() != p.URL.Key() {
			links = append(links, Link{URL: url, Title: Shorten(s.Text(), MaxTitle), From: FromAnchor})
		}
		return i < maxLinks && len(links) < maxMenuLinks
	})
	return links
}

// Editions returns the editions of an outlet whose homepage does little but let visitors choose
// one, or the page behind a splash page.
func (p *Page) Editions() (links []Link) {
	count := p.LinkCount()
	if count > maxChooserLinks {
		return nil
	}
	p.document.Find("a[href]").EachWithBreak(func(_ int, s *goquery.Selection) bool {
		url := p.Resolve(s.AttrOr("href", ""))
		hasLanguage := LanguageOf(s.AttrOr("hreflang", s.AttrOr("lang", ""))) != ""
		isEdition := url.RegistrableDomain() == p.URL.RegistrableDomain() && url.Key() != p.URL.Key() &&
			(hasLanguage || count <= maxSplashLinks || editionPath.MatchString(url.Path()))
		if isEdition {
			links = append(links, Link{URL: url, Title: p.anchorTitle(s), From: FromAnchor})
		}
		return len(links) < maxEditions
	})
	return links
}
