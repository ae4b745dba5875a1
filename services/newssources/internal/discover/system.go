package discover

import (
	"strings"

	"github.com/PuerkitoBio/goquery"
)

// system is a publishing system, how a page tells that it is made by it, and where it keeps its feeds.
type system struct {
	generator string // a part of <meta name="generator">, in small letters
	marks     string // a selector of what only its pages have
	paths     []string
}

// systems are tried in this order. A mark is what a theme doesn't change: where files lie, what scripts are called.
var systems = []system{
	{"wordpress", `link[href*="/wp-content/"],script[src*="/wp-content/"],link[rel="https://api.w.org/"]`, []string{"feed/"}},
	{"substack", `script[src*="substackcdn.com"]`, []string{"feed"}},
	{"blogger", `link[rel="service.post"][href*="blogger.com"]`, []string{"feeds/posts/default"}},
	{"ghost", `script[data-ghost],link[href*="/public/cards.min.css"]`, []string{"rss/"}},
	{"drupal", `script[data-drupal-selector],[data-drupal-link-system-path]`, []string{"rss.xml"}},
	{"joomla", ``, []string{"?format=feed&type=rss"}},
	{"wix.com", `script[src*="static.parastorage.com"],link[href*="static.parastorage.com"]`, []string{"blog-feed.xml"}},
	{"hugo", ``, []string{"index.xml"}},
	{"jekyll", ``, []string{"feed.xml"}},
	{"gatsby", ``, []string{"rss.xml"}},
	{"typo3", ``, []string{"rss.xml"}},
}

// systemFeeds are the feeds of the publishing system that a page is made by.
func (p *page) systemFeeds(path []string) []string {
	root := rootOf(p.url.String())
	if p.isSquarespace() { // it makes a feed of each collection, and none of the homepage
		if len(path) == 0 {
			return []string{root + "blog?format=rss", root + "news?format=rss"}
		}
		return []string{root + path[0] + "?format=rss"}
	}
	if len(path) > 0 && strings.HasPrefix(path[0], "@") && p.isMastodon() {
		return []string{root + path[0] + ".rss"}
	}
	generator := strings.ToLower(p.meta("generator"))
	for _, s := range systems {
		if strings.Contains(generator, s.generator) || s.marks != "" && p.has(s.marks) {
			addresses := make([]string, len(s.paths))
			for i, at := range s.paths {
				addresses[i] = root + at
			}
			return addresses
		}
	}
	return nil
}

func (p *page) has(selector string) bool { return p.document.Find(selector).Length() > 0 }

// isSquarespace knows its pages by a comment at their beginning, or by the servers that their files come from.
func (p *page) isSquarespace() bool {
	return p.has(`script[src*="static1.squarespace.com"],link[href*="static1.squarespace.com"],script[src*="assets.squarespace.com"]`)
}

// isMastodon knows a profile by its application, and that of other servers of its network by what they announce to them.
func (p *page) isMastodon() bool {
	announced := false
	p.document.Find(`link[rel="alternate"]`).EachWithBreak(func(_ int, s *goquery.Selection) bool {
		announced = s.AttrOr("type", "") == "application/activity+json"
		return !announced
	})
	return announced || p.has(`#mastodon`)
}
