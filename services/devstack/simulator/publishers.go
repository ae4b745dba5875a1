package simulator

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/idna"
)

// Credentials of password.test.
const (
	Username = "reader"
	Password = "open-sesame"
)

// publishingSystemSites returns outlets that imitate real publishing systems.
func publishingSystemSites(s *Simulator) []*Site {
	sites := []*Site{
		wordPress(s), bilingual(s), sitemapIndex(s), protected(s),
		s.site(Site{Host: "formats.test", Name: "Both Formats", Language: "en", Country: "GB",
			About: "the same items as RSS, as Atom and in a section feed", Feeds: []Feed{
				{Path: "/feed.rss", Title: "News", Kind: "rss", Interval: 20 * time.Minute},
				{Path: "/feed.atom", Title: "News", Kind: "atom", SubsetOf: "/feed.rss"},
				{Path: "/sport.rss", Title: "Sport", Kind: "rss", SubsetOf: "/feed.rss", Step: 3},
				{Path: "/world.rss", Title: "World", Kind: "rss", Interval: 50 * time.Minute},
			}}),
		s.site(Site{Host: "icons.test", Name: "The Icon", Language: "en", Country: "GB", About: "icons of many sizes",
			Icons: []icon{
				{Rel: "icon", Type: "image/png", Path: "/icon-16.png", Size: 16},
				{Rel: "icon", Type: "image/png", Path: "/icon-192.png", Size: 192},
				{Rel: "apple-touch-icon", Path: "/touch.png", Size: 180},
			}, Feeds: []Feed{{Path: "/rss", Title: "News", Kind: "rss", Interval: time.Hour}}}),
		s.site(Site{Host: "favicon.test", Name: "The Favicon", Language: "en", Country: "GB",
			About: "a favicon that no page declares", Icons: []icon{
				{Path: "/favicon.ico", Size: 32},
			}, Feeds: []Feed{{Path: "/rss", Title: "News", Kind: "rss", Interval: time.Hour}}}),
		s.site(Site{Host: "list-only.test", Name: "The List", Language: "en", Country: "GB",
			About: "a list of articles without a feed, for a recipe", Feeds: []Feed{
				{Path: "/internal/list", Title: "News", Kind: "rss", Interval: time.Hour, Unlinked: true},
			}, pages: map[string]http.HandlerFunc{"/internal/list": http.NotFound}}),
		withDeadFeed(s),
		s.site(Site{Host: secureHost, Name: "Twice There", Language: "en", Country: "GB",
			About: "the same content over http and https", Feeds: []Feed{
				{Path: "/rss", Title: "News", Kind: "rss", Interval: time.Hour},
				{Path: "/sport.rss", Title: "Sport", Kind: "rss", Interval: 2 * time.Hour},
			}}),
		s.site(Site{Host: toASCII("zeitungfürköln.test"), Name: "Zeitung für Köln", Language: "de", Country: "DE",
			About: "an internationalized host name: zeitungfürköln.test", Feeds: []Feed{
				{Path: "/rss", Title: "Alles", Kind: "rss", Interval: time.Hour},
			}}),
		s.site(Site{Host: toASCII("gаzette.test"), Name: "Gаzette", Language: "en", Country: "GB",
			About: "a host name of mixed scripts: its first a is Cyrillic", Feeds: []Feed{
				{Path: "/rss", Title: "All", Kind: "rss", Interval: time.Hour},
			}}),
	}
	return sites
}

// withDeadFeed returns an outlet that publishes articles but whose feed has ended.
func withDeadFeed(s *Simulator) *Site {
	site := s.site(Site{Host: "list-dead-feed.test", Name: "The Forgotten Feed", Language: "en", Country: "GB",
		About: "a feed that ended years ago, and a current list of articles", Feeds: []Feed{
			{Path: "/internal/list", Title: "News", Kind: "rss", Interval: time.Hour, Unlinked: true},
			{Path: "/feed", Title: "News", Kind: "rss", Interval: time.Hour},
		}})
	site.pages = map[string]http.HandlerFunc{
		"/internal/list": http.NotFound,
		"/feed": respond("application/rss+xml", rssDocument(rssItem(1, "<pubDate>Fri, 01 Nov 2019 10:00:00 "+
			"GMT</pubDate>"))),
	}
	return site
}

// toASCII returns the ASCII form of an internationalized host name.
func toASCII(host string) string {
	name, err := idna.Lookup.ToASCII(host)
	if err != nil {
		panic("simulator: " + host + ": " + err.Error())
	}
	return name
}

func wordPress(s *Simulator) *Site {
	site := s.site(Site{
		Host: "wordpress.test", Name: "El Blog", Language: "es", Country: "MX",
		About: "WordPress: /wp-json/, a comment feed, feeds of categories and authors",
		Head: `<meta name="generator" content="WordPress 6.8"><link rel="https://api.w.org/" href="/wp-json/">
<link rel="alternate" title="JSON" type="application/json" href="/wp-json/wp/v2/pages/7">
<link rel="alternate" title="oEmbed (JSON)" type="application/json+oembed" href="/wp-json/oembed/1.0/embed?url=x">`,
		Feeds: []Feed{
			{Path: "/feed/", Title: "Todo", Kind: "rss", Interval: 40 * time.Minute, FullText: true},
			{Path: "/comments/feed/", Title: "Comentarios", Kind: "rss", Interval: 5 * time.Minute, Comments: true},
			{Path: "/feed/atom/", Title: "Todo", Kind: "atom", SubsetOf: "/feed/", FooterOnly: true},
			{Path: "/category/deportes/feed/", Title: "Deportes", Kind: "rss", SubsetOf: "/feed/", Step: 2, FooterOnly: true},
			{Path: "/author/ana/feed/", Title: "Ana", Kind: "rss", SubsetOf: "/feed/", Step: 4, FooterOnly: true},
		},
	})
	site.pages = map[string]http.HandlerFunc{
		"/category/deportes/": func(w http.ResponseWriter, _ *http.Request) {
			category := site.Feeds[3]
			category.FooterOnly = false
			site.servePage(w, site.Language, []Feed{site.Feeds[0], site.Feeds[1], category})
		},
		"/wp-json/wp/v2/pages/7": respond("application/json", `{"id":7}`),
	}
	return site
}

func bilingual(s *Simulator) *Site {
	site := s.site(Site{
		Host: "bilingual.test", Name: "La Frontera", Language: "es", Country: "US",
		About: "Spanish at /, English at /en/, feeds without a language",
		Head:  `<link rel="alternate" hreflang="en" href="/en/">`,
		Feeds: []Feed{
			{Path: "/es.rss", Title: "Noticias", Kind: "rss", Interval: 30 * time.Minute, NoLanguage: true},
			{Path: "/en.rss", Title: "News", Kind: "rss", Interval: 45 * time.Minute, NoLanguage: true, Unlinked: true},
		},
	})
	english := site.Feeds[1]
	english.Unlinked = false
	site.pages = map[string]http.HandlerFunc{"/en/": func(w http.ResponseWriter,
		_ *http.Request) {
		site.servePage(w, "en", []Feed{english})
	}}
	return site
}

// sitemapIndex returns an outlet without feeds whose news sitemap is listed by nested sitemap
// indexes.
func sitemapIndex(s *Simulator) *Site {
	site := s.site(Site{Host: "sitemaps.test", Name: "The Sitemap", Language: "en", Country: "GB",
		About: "no feed, but a news sitemap in nested sitemap indexes", Feeds: []Feed{
			{Path: "/maps/news-1.xml", Title: "News", Kind: "news_sitemap", Interval: time.Hour},
		}})
	index := func(paths ...string) http.HandlerFunc {
		var b strings.Builder
		b.WriteString(`<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
		for _, path := range paths {
			fmt.Fprintf(&b, "<sitemap><loc>%s%s</loc></sitemap>", site.base, path)
		}
		return respond("application/xml", b.String()+"</sitemapindex>")
	}
	everything := respond("application/xml",
		`<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>`+site.base+
			`/articles/old</loc></url></urlset>`)
	site.pages = map[string]http.HandlerFunc{
		"/robots.txt":        respond("text/plain", "User-agent: *\nSitemap: "+site.base+"/sitemap_index.xml\n"),
		"/sitemap_index.xml": index("/maps/pages.xml", "/maps/posts.xml", "/maps/newsroom.xml", "/maps/authors.xml"),
		"/maps/newsroom.xml": index("/maps/archive.xml", "/maps/news-1.xml"),
		"/maps/pages.xml":    everything, "/maps/posts.xml": everything, "/maps/archive.xml": everything,
		"/maps/authors.xml": everything,
	}
	return site
}

// protected returns an outlet that requires a password.
func protected(s *Simulator) *Site {
	site := s.site(Site{Host: "password.test", Name: "Members Only", Language: "en", Country: "GB",
		About: "requires the user name " + Username + " and the password " + Password,
		Feeds: []Feed{{Path: "/rss", Title: "News", Kind: "rss", Interval: time.Hour}}})
	locked := func(open http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if user, password, _ := r.BasicAuth(); user != Username || password != Password {
				respondStatus(http.StatusUnauthorized, map[string]string{"WWW-Authenticate": `Basic realm="members"`})(w, r)
				return
			}
			open(w, r)
		}
	}
	site.pages = map[string]http.HandlerFunc{
		"/":    locked(func(w http.ResponseWriter, _ *http.Request) { site.serveHome(w) }),
		"/rss": locked(func(w http.ResponseWriter, r *http.Request) { site.serveFeed(w, r, site.Feeds[0]) }),
		// Repeats the credentials and the query of the request, as some error pages and personal feeds
		// do.
		"/echo": func(w http.ResponseWriter, r *http.Request) {
			_, password, _ := r.BasicAuth()
			text := html.EscapeString(password + " " + r.Header.Get("Authorization") + " " + r.URL.RawQuery)
			w.Header().Set("Content-Type", "application/rss+xml")
			w.Header().Set("Server", "echo "+password)
			fmt.Fprintf(w, `<?xml version="1.0"?><rss version="2.0"><channel><title>For %[1]s</title><link>/</link><item><title>%[1]s</title>`+
				`<link>/articles/1?%[2]s&amp;p=%[3]s</link><guid>%[1]s</guid><description>%[1]s</description><author>%[1]s</author></item></channel></rss>`,
				text, html.EscapeString(r.URL.RawQuery), url.QueryEscape(password))
		},
	}
	return site
}
