package main

import (
	"fmt"
	"net/http"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

var working = []*behaviour{
	{name: "RSS every hour", feed: always(news{}.answer())},
	{name: "Atom every hour", kind: feed.Atom, feed: always(news{kind: "atom"}.answer())},
	{name: "RDF every hour", kind: feed.RDF, feed: always(news{kind: "rdf"}.answer())},
	{name: "JSON Feed every hour", kind: feed.JSONFeed, feed: always(news{kind: "json"}.answer())},
	{name: "news sitemap every hour", kind: feed.NewsSitemap, feed: always(news{kind: "news_sitemap"}.answer())},
	{name: "sitemap every hour", kind: feed.Sitemap, feed: always(news{kind: "sitemap"}.answer())},
	{name: "page list every hour", kind: feed.HTMLList, feed: always(news{kind: "page"}.answer())},
	{name: "compressed feed", feed: always(compressed(news{}))},
	{name: "feed declared as text/html",
		feed: always(news{header: map[string]string{"Content-Type": "text/html"}}.answer())},
	{name: "malformed feed that can be read", feed: always(malformed(news{}))},
	{name: "busy feed of tier 1", tier: 1, every: 4 * minute, feed: always(news{every: 4 * minute, size: 60}.answer())},
	{name: "feed of 500 items", feed: always(news{size: 500}.answer())},
	{name: "feed without dates", feed: always(news{date: no}.answer())},
	{name: "feed with relative links",
		feed: always(news{link: func(_ *exchange,
			a article) string {
			return fmt.Sprintf("/articles/story-%d", a.number)
		}}.answer())},
	{name: "oldest item first", feed: always(news{ascending: true}.answer())},
	{name: "titles are corrected later", feed: always(news{title: func(x *exchange, a article) string {
		if x.at.Sub(a.at) > 3*hour {
			return a.title() + " (corrected)"
		}
		return a.title()
	}}.answer())},
	{name: "all dates are those of the request",
		feed: always(news{date: func(x *exchange, _ article) string { return x.at.UTC().Format(time.RFC1123Z) }}.answer())},
	{name: "sitemap whose dates are those of the request", kind: feed.Sitemap, feed: always(news{kind: "sitemap",
		date: func(x *exchange, _ article) string { return x.at.UTC().Format(time.RFC3339) }}.answer())},
	{name: "index of two news sitemaps", kind: feed.SitemapIndex, feed: always(index("/map-a.xml", "/map-b.xml")),
		paths: map[string]script{
			"/map-a.xml": always(news{kind: "news_sitemap"}.answer()),
			"/map-b.xml": always(news{kind: "news_sitemap", shift: -500}.answer()),
		}},
	{name: "index of monthly sitemaps", kind: feed.SitemapIndex, feed: always(index("/map-a.xml", "/map-b.xml")),
		paths: map[string]script{
			"/map-a.xml": always(news{kind: "sitemap"}.answer()),
			"/map-b.xml": always(news{kind: "sitemap", shift: -500, until: 1}.answer()),
		}},
	{name: "index with a sitemap that fails", kind: feed.SitemapIndex,
		feed: always(index("/map-a.xml", "/broken.xml")), paths: map[string]script{
			"/map-a.xml":  always(news{kind: "news_sitemap"}.answer()),
			"/broken.xml": always(status(http.StatusInternalServerError)),
		}, want: want{states: "(ok|degraded)+", cause: anyCause}},
	{name: "index whose sitemaps all fail", kind: feed.SitemapIndex, feed: always(index("/broken.xml")),
		paths: map[string]script{
			"/broken.xml": always(status(http.StatusInternalServerError)),
		}, want: want{states: "degraded (failing|suspect)", cause: anyCause, items: none}},
	{name: "index that lists itself", kind: feed.SitemapIndex, feed: always(index(endpointPath)),
		want: want{states: "degraded suspect", cause: "empty", items: none}},
	{name: "indexes that list each other and a sitemap", kind: feed.SitemapIndex, feed: always(index("/inner.xml")),
		paths: map[string]script{"/inner.xml": always(index(endpointPath, "/inner.xml", "/map.xml")),
			"/map.xml": always(news{kind: "news_sitemap"}.answer())}},
	{name: "sitemap of 1,200 addresses without dates", kind: feed.Sitemap,
		feed: always(news{kind: "sitemap", size: 1200, date: no, ascending: true}.answer()),
		want: want{missing: beforeStart}},
	{name: "two feeds of a site", also: "/sport", feed: always(news{}.answer()),
		paths: map[string]script{"/sport": always(news{shift: 100_000}.answer())},
		want:  want{missing: func(n int) bool { return n > 50_000 }}},
	{name: "other format with the same articles", feed: script{from(0, news{}.answer()), from(2*day,
		news{kind: "atom"}.answer())}},
	{name: "published once a day in a batch", feed: always(news{burst: 24, size: 48}.answer())},
}

// no leaves a text out.
func no(*exchange, article) string { return "" }

// index answers with a sitemap index.
func index(paths ...string) answer {
	return func(x *exchange) {
		text := `<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
		for _, path := range paths {
			text += "<sitemap><loc>" + x.site.base + path + "</loc><lastmod>" + x.at.UTC().Format(time.RFC3339) +
				"</lastmod></sitemap>"
		}
		body("application/xml", text+"</sitemapindex>")(x)
	}
}
