package discover

import (
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/markup"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

const (
	// maxLinks of a page are looked at; portals have thousands.
	maxLinks = 2000
	// maxLinkLeads of a page are kept: portals announce a feed for each of their sections.
	maxLinkLeads = 100
	// maxAnchors that look like feeds are followed.
	maxAnchors = 12
	// maxTitle of what a page calls a feed, in characters.
	maxTitle = 200
)

// feedTypes are the media types that announce a feed, besides those with the name of a format in them, right or wrong.
var (
	feedTypes   = map[string]bool{"application/feed+json": true, "application/json": true, "application/xml": true, "text/xml": true}
	feedFormats = regexp.MustCompile(`^(application|text)/.*\b(rss|atom|rdf)\b`)
)

// feedHost recognises a host of feeds beside that of the pages.
var feedHost = regexp.MustCompile(`^(feeds?|newsfeeds?|rss)\.`)

// feedLike recognises the path and query of a link that may lead to a feed. The host says nothing: there are outlets
// with "feed" in their name. Neither does a word that another follows, as in the address of an article on feeding.
var feedLike = regexp.MustCompile(`(?i)[/._-](rss|atom|feeds?|rdf)([/._?&=]|$)|\.(rss|atom|rdf|xml)(\?|$)|[?&](feed|format)=(rss|atom|xml)`)

// page is an HTML page that is looked through.
type page struct {
	url      *url.URL
	base     *url.URL
	document *goquery.Document // without the scripts, which are in the body
	body     []byte
	data     linkedData

	redirected bool // it isn't what was asked for
}

func readPage(result *fetch.Result) *page {
	at, err := url.Parse(result.FinalURL)
	if err != nil {
		at = &url.URL{}
	}
	p := &page{url: at, base: at, body: result.Body[:min(len(result.Body), maxBytes)], redirected: len(result.Hops) > 0}
	// A hostile page of a few kilobytes makes a tree of millions of nodes in the library; this one is bounded.
	root, err := markup.ParsePage(result.Body, result.ContentType)
	if err != nil {
		root = &html.Node{Type: html.DocumentNode}
	}
	p.document = goquery.NewDocumentFromNode(root)
	if href, ok := p.document.Find("base[href]").Attr("href"); ok {
		if base, err := at.Parse(href); err == nil {
			p.base = base
		}
	}
	p.document.Find("script[type]").EachWithBreak(func(_ int, s *goquery.Selection) bool {
		if strings.Contains(strings.ToLower(s.AttrOr("type", "")), "ld+json") {
			p.data.read(looseJSON(s.Text()), 0)
		}
		return !p.data.ofNews
	})
	return p
}

// isHome says whether the page is the outlet's first one.
func (p *page) isHome() bool { return strings.Trim(p.url.Path, "/") == "" && p.url.RawQuery == "" }

// resolve makes an absolute address of a link. It is empty where there is none, or none of the web.
func (p *page) resolve(href string) string {
	href = strings.TrimPrefix(strings.TrimSpace(href), "feed:") // "feed://host/path", "feed:https://host/path"
	to, err := p.base.Parse(href)
	if href == "" || err != nil || to.Scheme != "http" && to.Scheme != "https" {
		return ""
	}
	to.Fragment, to.RawFragment, to.User = "", "", nil
	return to.String()
}

// leads are the addresses that the page gives away, the most promising first.
func (p *page) leads() []lead {
	var leads []lead
	links := p.document.Find("link[rel][href]")
	links.Slice(0, min(links.Length(), maxLinks)).EachWithBreak(func(_ int, s *goquery.Selection) bool {
		rel, media := strings.Fields(strings.ToLower(s.AttrOr("rel", ""))), strings.ToLower(s.AttrOr("type", ""))
		media, _, _ = strings.Cut(media, ";")
		media = strings.TrimSpace(media)
		href := p.resolve(s.AttrOr("href", ""))
		if href == "" || !slices.Contains(rel, "alternate") && !slices.Contains(rel, "feed") || !announcesFeed(media, href) {
			return true
		}
		if isEndpointOfMachines(href) || s.AttrOr("hreflang", "") != "" && !strings.Contains(media, "rss") && !strings.Contains(media, "atom") {
			return true
		}
		leads = append(leads, lead{URL: href, Title: shorten(s.AttrOr("title", ""), maxTitle), From: FromLink,
			Language: languageOf(s.AttrOr("hreflang", "")), vague: media == "" || media == "application/json"})
		return len(leads) < maxLinkLeads
	})
	leads = append(append(leads, p.platformLeads()...), p.anchors()...)
	language := p.language()
	for i := range leads {
		leads[i].Page, leads[i].Language = p.url.String(), cmp.Or(leads[i].Language, language)
	}
	return leads
}

// announcesFeed says that a link to an alternate of this type, or of none, leads to a feed.
func announcesFeed(media, href string) bool {
	return feedTypes[media] || feedFormats.MatchString(media) || media == "" && feedLike.MatchString(pathOf(href))
}

// anchors are the links within the page that look like feeds, to the same outlet or to a host of feeds.
func (p *page) anchors() []lead {
	var leads []lead
	here, err := weburl.Parse(p.url.String())
	if err != nil {
		return nil
	}
	p.document.Find("a[href]").EachWithBreak(func(i int, s *goquery.Selection) bool {
		href := p.resolve(s.AttrOr("href", ""))
		there, err := weburl.Parse(href)
		if href == "" || err != nil || isEndpointOfMachines(href) {
			return i < maxLinks
		}
		ours := there.RegistrableDomain() == here.RegistrableDomain() &&
			(feedLike.MatchString(pathOf(href)) || there.Host() != here.Host() && feedHost.MatchString(there.Host()))
		if ours || there.RegistrableDomain() == "feedburner.com" {
			leads = append(leads, lead{URL: href, Title: shorten(s.Text(), maxTitle), From: FromAnchor})
		}
		return i < maxLinks && len(leads) < maxAnchors
	})
	return leads
}

// isEndpointOfMachines recognises what announces itself as an alternate and holds no news.
func isEndpointOfMachines(href string) bool {
	return strings.Contains(href, "/wp-json/") || strings.Contains(href, "/oembed") || strings.Contains(href, "xmlrpc.php") ||
		strings.Contains(href, "/manifest.json")
}
