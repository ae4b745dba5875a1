package simulator

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// legacyMarkupSites returns outlets with hand-written or outdated markup that browsers nevertheless
// display.
func legacyMarkupSites(s *Simulator) []*Site {
	return []*Site{feedPage(s), nonStandardHead(s), metaRefresh(s)}
}

// metaRefresh returns an outlet whose homepage only contains a meta refresh.
func metaRefresh(s *Simulator) *Site {
	site := s.site(Site{Host: "refresh.test", Name: "Le Portail", Language: "fr", Country: "FR",
		About: "a homepage with a meta refresh instead of a redirect", Feeds: []Feed{
			{Path: "/portail/flux.php", Title: "Actualités", Kind: "rss", Interval: time.Hour},
		}})
	site.pages = map[string]http.HandlerFunc{
		"/": respond("text/html",
			`<html><head><META HTTP-EQUIV="Refresh" CONTENT="0; URL='portail/index.php'"></head></html>`),
		"/portail/index.php": func(w http.ResponseWriter, _ *http.Request) { site.serveHome(w) },
	}
	return site
}

// feedPage returns an outlet that announces no feeds but links to a page that lists them.
func feedPage(s *Simulator) *Site {
	site := s.site(Site{Host: "feed-page.test", Name: "The Morning Herald", Language: "en", Country: "GB",
		About: "feeds that are only listed on a page about RSS", Feeds: []Feed{
			{Path: "/xml/front.xml", Title: "Front page", Kind: "rss", Interval: 20 * time.Minute, Unlinked: true},
			{Path: "/xml/world.xml", Title: "World", Kind: "rss", Interval: time.Hour, Unlinked: true},
			{Path: "/xml/sport.xml", Title: "Sport", Kind: "atom", Interval: 2 * time.Hour, Unlinked: true},
		}})
	var list strings.Builder
	for _, f := range site.Feeds {
		fmt.Fprintf(&list, `<tr><td>%s<td><a href="..%s"><img src="/xml.gif" alt="XML"></a>`, f.Title, f.Path)
	}
	site.pages = map[string]http.HandlerFunc{
		"/": respond("text/html",
			`<!doctype html><html lang="en"><title>Latest news and sport from the north - The Morning Herald</title><p><a href="/about">About</a> <a href="/rss/">RSS</a>`),
		"/rss/": respond("text/html",
			`<!doctype html><html lang="en"><title>RSS - The Morning Herald</title><p>What is RSS? <a href="/rss/">RSS</a> is …<table>`+list.String()+`</table>`),
	}
	return site
}

// nonStandardHead returns an outlet that announces its feeds in non-standard ways.
func nonStandardHead(s *Simulator) *Site {
	site := s.site(Site{Host: "sloppy-head.test", Name: "The Sloppy Head", Language: "es", Country: "MX",
		About: "feeds announced without a type, with a wrong type, with the scheme feed: and titled “RSS 2.0”; invalid " +
			"JSON-LD", Feeds: []Feed{
			{Path: "/rss/todo", Title: "Todo", Kind: "rss", Interval: 20 * time.Minute},
			{Path: "/rss/deportes", Title: "Deportes", Kind: "rss", Interval: time.Hour},
			{Path: "/rss/cultura", Title: "Cultura", Kind: "rss", Interval: time.Hour},
		}})
	head := `<HTML xml:lang="es-ES"><HEAD><TITLE>Inicio</TITLE><meta property="og:locale" content="es_LA">
<link rel="Alternate" title="RSS 2.0" href="/rss/todo">
<link rel="alternate" type="application/rss" title="Deportes" href="/rss/deportes">
<link rel="alternate" type="application/rss+xml" title="Cultura" href="feed:` + strings.TrimPrefix(site.base, "http:") + `/rss/cultura">
<script type="application/ld+json; charset=utf-8">{"@graph":[{"@type":"Organization","name":"Grupo Editorial"},
{"@type":["NewsMediaOrganization","Organization"],"name":"El Norte &amp; el Sur","description":"Noticias
de todas partes","address":[{"addressCountry":"MX"}],}]}</script></HEAD><BODY><p>Noticias</BODY></HTML>`
	site.pages = map[string]http.HandlerFunc{"/": respond("text/html", head)}
	return site
}
