package simulator

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// sloppySites returns outlets with hand-written or outdated markup that browsers nevertheless display.
func sloppySites(s *Simulator) []*Site { return []*Site{feedPage(s), sloppyHead(s), refreshing(s)} }

// refreshing returns an outlet whose homepage only contains a meta refresh.
func refreshing(s *Simulator) *Site {
	site := s.site(Site{Host: "refresh.test", Name: "Le Portail", Language: "fr", Country: "FR", About: "a homepage with a meta refresh instead of a redirect", Feeds: []Feed{
		{Path: "/portail/flux.php", Title: "Actualités", Kind: "rss", Every: time.Hour},
	}})
	site.pages = map[string]http.HandlerFunc{
		"/":                  text("text/html", `<html><head><META HTTP-EQUIV="Refresh" CONTENT="0; URL='portail/index.php'"></head></html>`),
		"/portail/index.php": func(w http.ResponseWriter, _ *http.Request) { site.serveHome(w) },
	}
	return site
}

// feedPage returns an outlet that announces no feeds but links to a page that lists them.
func feedPage(s *Simulator) *Site {
	site := s.site(Site{Host: "feed-page.test", Name: "The Morning Herald", Language: "en", Country: "GB", About: "feeds that are only listed on a page about RSS", Feeds: []Feed{
		{Path: "/xml/front.xml", Title: "Front page", Kind: "rss", Every: 20 * time.Minute, Silent: true},
		{Path: "/xml/world.xml", Title: "World", Kind: "rss", Every: time.Hour, Silent: true},
		{Path: "/xml/sport.xml", Title: "Sport", Kind: "atom", Every: 2 * time.Hour, Silent: true},
	}})
	var list strings.Builder
	for _, f := range site.Feeds {
		fmt.Fprintf(&list, `<tr><td>%s<td><a href="..%s"><img src="/xml.gif" alt="XML"></a>`, f.Title, f.Path)
	}
	site.pages = map[string]http.HandlerFunc{
		"/":     text("text/html", `<!doctype html><html lang="en"><title>Latest news and sport from the north - The Morning Herald</title><p><a href="/about">About</a> <a href="/rss/">RSS</a>`),
		"/rss/": text("text/html", `<!doctype html><html lang="en"><title>RSS - The Morning Herald</title><p>What is RSS? <a href="/rss/">RSS</a> is …<table>`+list.String()+`</table>`),
	}
	return site
}

// sloppyHead returns an outlet that announces its feeds in non-standard ways.
func sloppyHead(s *Simulator) *Site {
	site := s.site(Site{Host: "sloppy-head.test", Name: "The Sloppy Head", Language: "es", Country: "MX", About: "feeds announced without a type, with a wrong type, with the scheme feed: and titled “RSS 2.0”; invalid JSON-LD", Feeds: []Feed{
		{Path: "/rss/todo", Title: "Todo", Kind: "rss", Every: 20 * time.Minute},
		{Path: "/rss/deportes", Title: "Deportes", Kind: "rss", Every: time.Hour},
		{Path: "/rss/cultura", Title: "Cultura", Kind: "rss", Every: time.Hour},
	}})
	head := `<HTML xml:lang="es-ES"><HEAD><TITLE>Inicio</TITLE><meta property="og:locale" content="es_LA">
<link rel="Alternate" title="RSS 2.0" href="/rss/todo">
<link rel="alternate" type="application/rss" title="Deportes" href="/rss/deportes">
<link rel="alternate" type="application/rss+xml" title="Cultura" href="feed:` + strings.TrimPrefix(site.base, "http:") + `/rss/cultura">
<script type="application/ld+json; charset=utf-8">{"@graph":[{"@type":"Organization","name":"Grupo Editorial"},
{"@type":["NewsMediaOrganization","Organization"],"name":"El Norte &amp; el Sur","description":"Noticias
de todas partes","address":[{"addressCountry":"MX"}],}]}</script></HEAD><BODY><p>Noticias</BODY></HTML>`
	site.pages = map[string]http.HandlerFunc{"/": text("text/html", head)}
	return site
}
