package webpage

import (
	"bytes"
	"strings"

	"github.com/PuerkitoBio/goquery"
)

// publishingSystem is software that a site runs on, how its pages are recognised, and the paths of
// its feeds.
type publishingSystem struct {
	generator string // part of <meta name="generator">, in lower case
	selector  string // matches only pages of the system, whatever their theme
	script    string // text of scripts that only pages of the system contain
	paths     []string
	// root is the part of an address in href, src or data-ghost of the selected elements before which
	// the path is that of the system.
	root string
	// section is the path of the feed of a section, with "{section}" for the path of its page.
	section string
}

// publishingSystems is the table of systems whose feeds have fixed paths. The first system that
// matches a page applies.
var publishingSystems = []publishingSystem{
	{generator: "wordpress", selector: `link[href*="/wp-content/"],script[src*="/wp-content/"],link[rel="https://api.w.org/"]`, root: "/wp-", paths: []string{"/feed/"}},
	{generator: "substack", selector: `script[src*="substackcdn.com"],link[href*="substackcdn.com"]`,
		paths: []string{"/feed"}},
	{generator: "medium", selector: `meta[content="com.medium.reader"],script[src*="cdn-client.medium.com"]`,
		paths: []string{"/feed"}},
	{generator: "blogger", selector: `link[rel="service.post"][href*="blogger.com"]`,
		paths: []string{"/feeds/posts/default"}},
	{generator: "ghost", selector: `script[data-ghost],link[href*="/public/cards.min.css"]`, root: "/public/",
		paths: []string{"/rss/"}},
	{generator: "drupal", selector: `script[data-drupal-selector],[data-drupal-link-system-path]`,
		paths: []string{"/rss.xml"}},
	{generator: "arc xp", selector: `script#fusion-metadata,script[src*="/pf/dist/engine/"],link[href*="arcpublishing.com"],img[src*="arcpublishing.com"]`,
		script: "Fusion.arcSite", section: "/arc/outboundfeeds/rss/category/{section}/?outputType=xml",
		paths: []string{"/arc/outboundfeeds/rss/?outputType=xml", "/arc/outboundfeeds/news-sitemap/?outputType=xml"}},
	{generator: "quintype", selector: `script[src*="assettype.com"],link[href*="assettype.com"],img[src*="assettype.com"]`,
		script: `"sketches-host"`, section: "/api/v1/collections/{section}.rss", paths: []string{"/stories.rss"}},
	{generator: "blox", selector: `link[href*="bloximages."],script[src*="bloximages."]`, // of TownNews
		section: "/search/?f=rss&t=article&c={section}*&l=50&s=start_time&sd=desc",
		paths:   []string{"/search/?f=rss&t=article&l=50&s=start_time&sd=desc"}},
	{generator: "joomla", paths: []string{"/?format=feed&type=rss"}},
	{generator: "spip", paths: []string{"/spip.php?page=backend"}},
	{generator: "brightspot",
		selector: `meta[name^="brightspot."],link[href*="brightspotcdn.com"],img[src*="brightspotcdn.com"]`,
		section:  "/{section}.rss", paths: []string{"/index.rss", "/rss2.0.xml"}},
	{generator: "escenic", selector: `a[href$=".ece"]`, paths: []string{"/?service=rss", "/feeder/default.rss"}},
	{generator: "polopoly", selector: `img[src*="/polopoly_fs/"]`, paths: []string{"/rss", "/cmlink/rss"}}, // of Atex
	{generator: "gannett", selector: `script[src*="gannett-cdn.com"],link[href*="gannett-cdn.com"]`,
		paths: []string{"/news-sitemap.xml"}},
	{generator: "labrador", paths: []string{"/?lab_viewport=rss"}},
	{generator: "opennemas", paths: []string{"/rss/"}},
	{generator: "metro publisher", paths: []string{"/api/rss/content.rss"}},
	{generator: "sitecore", selector: `img[src*="/-/media/"],meta[name="VIcurrentDateTime"]`,
		paths: []string{"/rss", "/news/rss"}},
	{generator: "webflow", paths: []string{"/news/rss.xml", "/blog/rss.xml", "/post/rss.xml"}},
	{generator: "wix.com", selector: `script[src*="static.parastorage.com"],link[href*="static.parastorage.com"]`,
		paths: []string{"/blog-feed.xml"}},
	{generator: "discourse", paths: []string{"/latest.rss"}},
	{generator: "hugo", paths: []string{"/index.xml"}},
	{generator: "jekyll", paths: []string{"/feed.xml"}},
	{generator: "hexo", paths: []string{"/atom.xml"}},
	{generator: "gatsby", paths: []string{"/rss.xml"}},
	{generator: "astro", paths: []string{"/rss.xml"}},
	{generator: "eleventy", paths: []string{"/feed/feed.xml"}},
	{generator: "docusaurus", paths: []string{"/blog/rss.xml"}},
	{generator: "typo3", paths: []string{"/?type=9818", "/rss.xml", "/?type=100"}},
	{generator: "newspack", paths: []string{"/feed/"}},
	{generator: "plone", paths: []string{"/RSS", "/news/RSS"}},
	{generator: "ez publish", paths: []string{"/rss/feed/news"}},
	{generator: "bitrix", selector: `script[src*="/bitrix/"],link[href*="/bitrix/"]`,
		paths: []string{"/rss/", "/news/rss/"}},
	{generator: "datalife engine", selector: `script[src*="/engine/classes/"],link[href*="/engine/editor/"]`,
		paths: []string{"/rss.xml"}},
	{generator: "php-nuke", paths: []string{"/backend.php"}},
	{generator: "xenforo", selector: `html#XF,html#XenForo`, paths: []string{"/forums/-/index.rss"}},
	{generator: "pelican", paths: []string{"/feeds/all.atom.xml"}},
	{generator: "middleman", paths: []string{"/feed.xml"}},
	{generator: "zola", paths: []string{"/rss.xml", "/atom.xml"}},
	{generator: "dotclear", paths: []string{"/feed/atom"}},
	{generator: "publii", paths: []string{"/feed.xml"}},
	{generator: "textpattern", paths: []string{"/rss/"}},
	{generator: "movable type", paths: []string{"/atom.xml"}},
	{generator: "typepad", paths: []string{"/atom.xml"}},
	{generator: "shopify", selector: `script[src*="cdn.shopify.com"],link[href*="cdn.shopify.com"]`,
		paths: []string{"/blogs/news.atom"}},
}

// made reports whether the system made the page.
func (s publishingSystem) made(p *Page) bool {
	return strings.Contains(strings.ToLower(p.Meta("generator")), s.generator) || s.selector != "" && p.Has(s.selector) ||
		s.script != "" && bytes.Contains(p.body, []byte(s.script))
}

// pathsFor returns the paths of the system's feeds, first those below the path at which it is
// installed.
func (s publishingSystem) pathsFor(p *Page) (paths []string) {
	base := s.base(p)
	for _, path := range s.paths {
		paths = append(paths, base+path)
	}
	if base != "" && s.root == "" { // a guess
		paths = append(paths[:1], s.paths...)
	}
	return paths
}

// base returns the path below which the system is installed, without a trailing slash: of its own
// files on the page's host or, of systems that do not tell, of a page that may be its homepage.
func (s publishingSystem) base(p *Page) (base string) {
	if s.root == "" {
		if path := p.URL.Segments(); len(path) == 1 && s.section == "" && mayBeSection(path) {
			return "/" + path[0]
		}
		return ""
	}
	p.document.Find(s.selector).EachWithBreak(func(_ int, e *goquery.Selection) bool {
		if home := p.Resolve(e.AttrOr("data-ghost", "")); home.Host() == p.URL.Host() {
			base = strings.TrimSuffix(home.Path(), "/")
			return false
		}
		file := p.Resolve(e.AttrOr("href", e.AttrOr("src", "")))
		before, _, ok := strings.Cut(file.Path(), s.root)
		if ok = ok && file.Host() == p.URL.Host(); ok {
			base = before
		}
		return !ok
	})
	return base
}

// sectionPaths returns the path of the feed of a section, if the system has such feeds and path may
// be a section's.
func (s publishingSystem) sectionPaths(path []string) []string {
	if s.section == "" || !mayBeSection(path) {
		return nil
	}
	return []string{strings.ReplaceAll(s.section, "{section}", strings.Join(path, "/"))}
}
