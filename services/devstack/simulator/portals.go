package simulator

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// Classes of sites that differ in how they announce feeds.
const (
	classOrder   = "order of announced feeds"
	classIndex   = "index page of feeds"
	classForeign = "feeds on another domain"
	classAnchor  = "anchors whose address does not look like a feed"
)

// portalSites returns outlets with many feeds.
func portalSites(s *Simulator) []*Site {
	sections := []string{"Politik", "Wirtschaft", "Sport", "Kultur", "Wissen", "Reise", "Auto", "Karriere", "Gesundheit",
		"Netzwelt", "Panorama", "Geschichte", "Meinung", "Familie", "Regional"}
	german := make([]string, len(sections))
	for i, title := range sections {
		german[i] = "/feeds/" + slug(title) + ".xml " + title
	}
	first := feedList(append([]string{"/schlagzeilen.xml Schlagzeilen"}, german...)...)
	middle := feedList(append(append(append([]string{}, german[:7]...), "/rss Der Mittelpunkt"), german[7:]...)...)
	middle[7].Heading = "Der Mittelpunkt"
	wordPress := feedList("/feed/ Todo", "/comments/feed/ Comentarios", "/category/a/feed/ Actualidad",
		"/category/b/feed/ Barrios", "/category/c/feed/ Cultura")
	wordPress[0].Heading, wordPress[1].Comments = "La Comarca", true
	return slices.Concat([]*Site{
		s.expecting(classOrder, Site{Host: "portal-first.test", Name: "Zentralblatt", Language: "de", Country: "DE",
			About: "16 announced feeds of equal value, the main one first", Feeds: first},
			Expectation{Feed: "/schlagzeilen.xml", Name: "Zentralblatt"}),
		s.expecting(classOrder, Site{Host: "portal-middle.test", Name: "Der Mittelpunkt", Language: "de", Country: "DE",
			About: "16 announced feeds, the main one in the middle with the name of the site", Feeds: middle},
			Expectation{Feed: "/rss", Name: "Der Mittelpunkt"}),
		s.expecting(classOrder, Site{Host: "portal-tags.test", Name: "La Comarca", Language: "es", Country: "ES",
			About: "a main feed, its comments and three categories", Feeds: wordPress},
			Expectation{Feed: "/feed/", Name: "La Comarca"}),
	}, indexSites(s), foreignSites(s), anchorSites(s))
}

// indexOf returns a page that lists feeds in groups of twelve.
func indexOf(base, title string, feeds []Feed) http.HandlerFunc {
	var b strings.Builder
	for i, f := range feeds {
		if i%12 == 0 {
			fmt.Fprintf(&b, "</ul><h2>Group %d</h2><ul>", i/12+1)
		}
		fmt.Fprintf(&b, `<li><a href="%s%s">%s</a>`, base, f.Path, escape(f.Title))
	}
	return htmlPage("en", title, "<h1>"+title+"</h1><p>Subscribe with a feed reader.</p><ul>"+b.String()+"</ul>")
}

// manyFeeds returns 60 feeds of which one is the front page.
func manyFeeds(front int, frontSpec, prefix string) []Feed {
	specs := make([]string, 60)
	for i := range specs {
		specs[i] = fmt.Sprintf("%s%02d.xml Section %02d", prefix, i+1, i+1)
	}
	specs[front] = frontSpec
	return unlinked(feedList(specs...))
}

func indexSites(s *Simulator) []*Site {
	first := s.expecting(classIndex, Site{Host: "index-first.test", Name: "The Index", Language: "en", Country: "US",
		About: "an RSS page with 60 feeds, the front page first",
		Feeds: manyFeeds(0, "/services/xml/front.xml Front Page", "/services/xml/section-")},
		Expectation{Feed: "/services/xml/front.xml", Name: "The Index"})
	first.Body = `<footer><a href="/services/rss">RSS</a></footer>`
	first.pages = map[string]http.HandlerFunc{"/services/rss": indexOf("", "RSS feeds", first.Feeds)}

	later := s.expecting(classIndex, Site{Host: "index-later.test", Name: "Northern Post", Language: "en", Country: "GB",
		About: "an RSS page with 60 feeds, the front page in the fourth group",
		Feeds: manyFeeds(41, "/xml/home.xml Top stories", "/xml/topic-")},
		Expectation{Feed: "/xml/home.xml", Name: "Northern Post"})
	later.Body = `<footer><a href="/help/feeds">Our feeds</a></footer>`
	later.pages = map[string]http.HandlerFunc{"/help/feeds": indexOf("", "Our feeds", later.Feeds)}

	host := s.expecting(classIndex,
		Site{Host: "index-host.test", Name: "Corriere del Porto", Language: "it", Country: "IT",
			About: "an RSS page on a subdomain, whose feeds are on the main host",
			Feeds: unlinked(feedList("/rss/homepage.xml Homepage", "/rss/cronaca.xml Cronaca", "/rss/sport.xml Sport"))},
		Expectation{Feed: "/rss/homepage.xml", Name: "Corriere del Porto"})
	host.Body = `<footer><a href="` + s.URL("feeds.index-host.test", "/") + `">RSS</a></footer>`
	subdomain := s.helperHost("feeds.index-host.test", "the RSS page of index-host.test",
		map[string]http.HandlerFunc{"/": indexOf(host.base, "RSS", host.Feeds)})

	domain := s.expecting(classIndex,
		Site{Host: "index-domain.test", Name: "Jornal da Serra", Language: "pt", Country: "BR",
			About: "an RSS page on the domain of the publisher",
			Feeds: unlinked(feedList("/ultimas.xml Últimas notícias", "/politica.xml Política"))},
		Expectation{Feed: "/ultimas.xml", Name: "Jornal da Serra"})
	domain.Body = `<footer><a href="` + s.URL("grupo-serra.test", "/rss/") + `">Feeds RSS</a></footer>`
	publisher := s.helperHost("grupo-serra.test", "the publisher of index-domain.test",
		map[string]http.HandlerFunc{"/rss/": indexOf(domain.base, "Feeds RSS", domain.Feeds)})
	return []*Site{first, later, host, subdomain, domain, publisher}
}

func foreignSites(s *Simulator) []*Site {
	burned := s.expecting(classForeign, Site{Host: "burned.test", Name: "Tech Diary", Language: "en", Country: "US",
		About: "announces a feed at a feed service",
		Head: `<link rel="alternate" type="application/rss+xml" title="Tech Diary" href="` +
			s.URL("feedservice.test", "/TechDiary") + `">`},
		Expectation{Feed: s.URL("feedservice.test", "/TechDiary"), Name: "Tech Diary"})
	cdn := s.expecting(classForeign, Site{Host: "cdn-feeds.test", Name: "Stadtanzeiger", Language: "de", Country: "AT",
		About: "links to feeds on its content delivery host",
		Body:  `<footer><a href="` + s.URL("stadtanzeiger-static.test", "/rss/alle.xml") + `">RSS-Feed</a></footer>`},
		Expectation{Feed: s.URL("stadtanzeiger-static.test", "/rss/alle.xml"), Name: "Stadtanzeiger"})
	service := s.expecting(classForeign,
		Site{Host: "third-party.test", Name: "Gazeta Poranna", Language: "pl", Country: "PL",
			About: "links to a feed generated by another service",
			Body:  `<footer><a href="` + s.URL("rss-maker.test", "/feed/8f3a21.xml") + `" title="Kanał RSS">RSS</a></footer>`},
		Expectation{Feed: s.URL("rss-maker.test", "/feed/8f3a21.xml"), Name: "Gazeta Poranna"})
	return []*Site{burned, cdn, service,
		s.helperHost("feedservice.test", "feeds of burned.test",
			map[string]http.HandlerFunc{"/TechDiary": burned.feedOf(feedList("/TechDiary All")[0])}),
		s.helperHost("stadtanzeiger-static.test", "feeds of cdn-feeds.test",
			map[string]http.HandlerFunc{"/rss/alle.xml": cdn.feedOf(feedList("/alle Alle")[0])}),
		s.helperHost("rss-maker.test", "feeds of third-party.test",
			map[string]http.HandlerFunc{"/feed/8f3a21.xml": service.feedOf(feedList("/alle Wszystkie")[0])}),
	}
}

// anchorSites returns outlets whose only hint at a feed is an anchor, in many forms and languages.
func anchorSites(s *Simulator) (sites []*Site) {
	for _, a := range []struct{ host, name, language, country, path, anchor string }{
		{"anchor-icon", "The Icon Times", "en", "US", "/syndication/all",
			`<a href="/syndication/all"><i class="fa fa-rss"></i></a>`},
		{"anchor-svg", "The Vector", "en", "AU", "/x/42",
			`<a href="/x/42" class="social social-rss"><svg width="16" height="16"><path d="M0 0h16v16H0z"/></svg></a>`},
		{"anchor-title", "L'Écho du Lac", "fr", "CH", "/sortie/1",
			`<a href="/sortie/1" title="Flux RSS"><img src="/logo.png" alt=""></a>`},
		{"anchor-aria", "El Suscriptor", "es", "AR", "/boletin/todo",
			`<a href="/boletin/todo" aria-label="Suscribirse por RSS"><span></span></a>`},
		{"anchor-alt", "Der Abonnent", "de", "DE", "/ausgabe/neu",
			`<a href="/ausgabe/neu"><img src="/logo.png" alt="Abonnieren (RSS)"></a>`},
		{"anchor-russian", "Городские вести", "ru", "RU", "/export/all", `<a href="/export/all">Подписаться</a>`},
		{"anchor-chinese", "城市日报", "zh", "CN", "/out/1", `<a href="/out/1">订阅</a>`},
		{"anchor-spanish", "La Voz del Valle", "es", "MX", "/salida/1", `<a href="/salida/1">Suscribirse</a>`},
		{"anchor-german", "Talbote", "de", "CH", "/news/stream", `<a href="/news/stream">Abonnieren</a>`},
		{"anchor-service", "Dagens Blad", "sv", "SE", "/?service=rss", `<a href="/?service=rss">Flöde</a>`},
		{"anchor-spip", "Le Courrier", "fr", "FR", "/spip.php?page=backend",
			`<a href="/spip.php?page=backend">Syndiquer</a>`},
		{"anchor-joomla", "Vjesnik", "hr", "HR", "/?format=feed&type=rss",
			`<a href="/?format=feed&amp;type=rss">Vijesti</a>`},
		{"anchor-output", "The Herald Arc", "en", "US", "/news/?outputType=xml",
			`<a href="/news/?outputType=xml">Latest</a>`},
	} {
		sites = append(sites, s.expecting(classAnchor,
			Site{Host: a.host + ".test", Name: a.name, Language: a.language, Country: a.country,
				About: "the only hint is " + a.anchor, Body: "<footer>" + a.anchor + "</footer>",
				Feeds: unlinked(feedList(a.path + " " + a.name))},
			Expectation{Feed: a.path, Name: a.name}))
	}
	return sites
}
