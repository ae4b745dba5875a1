package webpage

import (
	"regexp"

	"github.com/PuerkitoBio/goquery"
)

// maxScriptLinks in the data of a page's scripts are kept.
const maxScriptLinks = 8

// scriptFeed matches a member whose name says that its value is the address of a feed, and a string that looks like one, in
// the data from which scripts build a page.
var scriptFeed = regexp.MustCompile(`(?i)"[a-z_]*(?:rss|feed|atom)_?(?:url|link|href|path)?"\s*:\s*("(?:https?:)?(?:\\?/)[^"\s]{1,300}")` +
	`|("(?:https?:(?:\\?/){2}[^"\s]{1,200}|(?:\\?/)[^"\s]{0,200})(?:\\?/(?:rss|feed)(?:\\?/)?|(?:rss|atom|feed|rdf)\.xml|\.(?:rss|atom|rdf))")`)

// scriptLinks returns the addresses of feeds in the data from which scripts build the page.
func (p *Page) scriptLinks() (links []Link) {
	for _, match := range scriptFeed.FindAllSubmatch(p.body, maxScriptLinks) {
		quoted := match[1]
		if quoted == nil {
			quoted = match[2]
		}
		href, ok := parseLooseJSON(string(quoted)).(string)
		if url := p.Resolve(href); ok && !url.IsZero() && !isAPI(url) && !readerHosts.MatchString(url.Host()) && url.Key() != p.URL.Key() {
			links = append(links, Link{URL: url, From: FromAnchor})
		}
	}
	return links
}

// textAddress matches the address of a feed in a text.
var textAddress = regexp.MustCompile(`https?://[^\s"'<>()]{3,300}`)

// textLinks returns the addresses of feeds that the page shows for copying, in texts and input fields, instead of linking to
// them.
func (p *Page) textLinks() (links []Link) {
	texts := []string{p.Text()}
	p.document.Find("input[value]").EachWithBreak(func(i int, s *goquery.Selection) bool {
		texts = append(texts, s.AttrOr("value", ""))
		return i < maxAnchors
	})
	for _, text := range texts {
		for _, address := range textAddress.FindAllString(text, maxAnchors) {
			url := p.Resolve(address)
			if HasFeedPath(url) && url.RegistrableDomain() == p.URL.RegistrableDomain() && url.Key() != p.URL.Key() && len(links) < maxAnchors {
				links = append(links, Link{URL: url, From: FromAnchor, HasFeedAddress: true})
			}
		}
	}
	return links
}

// outlines returns the feeds in an OPML list, which some outlets offer instead of a page of feeds.
func (p *Page) outlines() (links []Link) {
	p.document.Find("opml outline[xmlurl]").EachWithBreak(func(_ int, s *goquery.Selection) bool {
		if url := p.Resolve(s.AttrOr("xmlurl", "")); !url.IsZero() {
			title := s.AttrOr("title", s.AttrOr("text", ""))
			links = append(links, Link{URL: url, Title: Shorten(title, MaxTitle), From: FromAnchor, HasFeedAddress: true})
		}
		return len(links) < maxAnchors
	})
	return links
}
