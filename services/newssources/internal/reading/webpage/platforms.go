package webpage

import (
	"regexp"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// platformLinks returns the feeds of the page's hosting platform or publishing system, whether or
// not the page announces them.
func (p *Page) platformLinks() []Link {
	feeds, hasRules := weburl.PlatformFeeds(p.URL)
	if len(feeds) == 0 {
		feeds = p.resolveAll(p.hostedFeeds())
	}
	if len(feeds) == 0 && !hasRules {
		feeds = p.resolveAll(p.systemFeeds())
	}
	links := make([]Link, len(feeds))
	for i, feed := range feeds {
		links[i] = Link{URL: feed, From: FromPlatform}
	}
	return links
}

func (p *Page) resolveAll(references []string) (addresses []weburl.URL) {
	for _, reference := range references {
		if address, err := p.URL.Resolve(reference); err == nil {
			addresses = append(addresses, address)
		}
	}
	return addresses
}

// hostedFeeds returns the feeds on hosting platforms whose rules do not fit into weburl's table.
func (p *Page) hostedFeeds() []string {
	switch p.URL.RegistrableDomain() {
	case "youtube.com":
		return youTubeFeeds(p)
	case "gitlab.com":
		return gitLabFeeds(p.URL.Segments())
	case "apple.com":
		return applePodcastsFeeds(p)
	}
	return nil
}

// feedURL matches the address of a show's feed in the data of its page. The show itself comes
// before those that are recommended beside it.
var feedURL = regexp.MustCompile(`"feedUrl"\s*:\s*("https?:(?:[^"\\]|\\.)+")`)

// applePodcastsFeeds returns the feed of the show that a page of Apple Podcasts is about.
func applePodcastsFeeds(p *Page) []string {
	if match := feedURL.FindSubmatch(p.body); match != nil && p.URL.Host() == "podcasts.apple.com" {
		if address, ok := parseLooseJSON(string(match[1])).(string); ok {
			return []string{address}
		}
	}
	return nil
}

// channelID matches the id of the channel that a page is about; other channels in the page have
// other names.
var channelID = regexp.MustCompile(`"(?:externalId|externalChannelId)":"(UC[A-Za-z0-9_-]{22})"`)

// youTubeFeeds returns the feed of the channel whose id is in the page, such as a handle's.
func youTubeFeeds(p *Page) []string {
	if id := channelID.FindSubmatch(p.body); id != nil {
		return []string{"https://www.youtube.com/feeds/videos.xml?channel_id=" + string(id[1])}
	}
	return nil
}

var gitLabReserved = []string{"explore", "help", "users", "dashboard", "groups", "search"}

// gitLabFeeds returns the feeds of a project, which may be in nested groups; pages of a project
// follow "/-/".
func gitLabFeeds(path []string) []string {
	if i := slices.Index(path, "-"); i >= 0 {
		path = path[:i]
	}
	if len(path) < 2 || slices.Contains(gitLabReserved, path[0]) {
		return nil
	}
	project := "/" + strings.Join(path, "/")
	return []string{project + "/-/releases.atom", project + "/-/tags?format=atom"}
}

// systemFeeds returns the feeds of the publishing system that made the page.
func (p *Page) systemFeeds() []string {
	path := p.URL.Segments()
	if p.isSquarespace() { // it has a feed for each collection, but none for the homepage
		if len(path) == 0 {
			return p.collectionsOfMenu()
		}
		return []string{"/" + path[0] + "?format=rss"}
	}
	if p.isMastodonProfile() {
		return []string{"/" + path[0] + ".rss"}
	}
	if id := tildaFeed.FindSubmatch(p.body); id != nil {
		return []string{"/rss-feed-" + string(id[1]) + ".xml"}
	}
	for _, system := range publishingSystems {
		if system.made(p) {
			return append(system.sectionPaths(path), system.pathsFor(p)...)
		}
	}
	return nil
}

// tildaFeed matches the number of the first feed in a page of Tilda.
var tildaFeed = regexp.MustCompile(`feeduid["']?\s*[:=]\s*["']?([0-9]{6,20})`)

// collectionsOfMenu returns the feeds of the collections of Squarespace that the page's menu names
// as news or a blog, or those that are usual.
func (p *Page) collectionsOfMenu() (feeds []string) {
	for _, link := range p.MenuLinks() {
		if path := link.URL.Segments(); len(path) == 1 && newsSegment.MatchString(path[0]) && len(feeds) < maxCollections {
			feeds = append(feeds, "/"+path[0]+"?format=rss")
		}
	}
	if feeds == nil {
		return []string{"/blog?format=rss", "/news?format=rss"}
	}
	return feeds
}

// maxCollections of a menu are tried.
const maxCollections = 3

// newsSegment matches first path segments of pages with news.
var newsSegment = regexp.MustCompile(`(?i)^(?:news|blog|weblog|journal|magazine|stories|articles?|posts?|latest|press|newsroom|nieuws|nyheter|nyheder|aktuelles|nachrichten|` +
	`meldungen|actualites?|actus|noticias|notizie|novosti|aktualnosci|aktuality|hirek|stiri|haberler|uutiset|berita|tin-tuc)$`)

func (p *Page) isSquarespace() bool {
	return p.Has(`script[src*="static1.squarespace.com"],link[href*="static1.squarespace.com"],script[src*="assets.squarespace.com"]`)
}

// isMastodonProfile reports whether the page is a person's or an outlet's page on Mastodon.
func (p *Page) isMastodonProfile() bool {
	path := p.URL.Segments()
	return len(path) > 0 && strings.HasPrefix(path[0], "@") && p.isMastodon()
}

// isMastodon reports whether the page is a profile on Mastodon or another server that announces
// ActivityPub.
func (p *Page) isMastodon() bool {
	announcesActivity := false
	p.document.Find(`link[rel="alternate"]`).EachWithBreak(func(_ int, s *goquery.Selection) bool {
		announcesActivity = s.AttrOr("type", "") == "application/activity+json"
		return !announcesActivity
	})
	return announcesActivity || p.Has(`#mastodon`)
}
