package simulator

import (
	"fmt"
	"strings"
	"time"
)

// ordinaryCount is the number of ordinary outlets.
const ordinaryCount = 300

var ordinaryOutlets = []struct{ first, language, country string }{
	{"Tagesbote", "de", "DE"}, {"Diario", "es", "ES"}, {"Gazette", "fr", "FR"}, {"Courier", "en", "GB"},
	{"Correio", "pt", "BR"}, {"Giornale", "it", "IT"}, {"Nieuwsblad", "nl", "NL"}, {"Dagblad", "sv", "SE"},
}

// namedSites returns well-formed outlets for manual use.
func namedSites(s *Simulator) []*Site {
	return []*Site{
		s.site(Site{Host: "elejemplo.test", Name: "El Ejemplo", Language: "es", Country: "ES",
			About: "three feeds, a news sitemap, a comment feed", Feeds: []Feed{
				{Path: "/rss/portada.xml", Title: "Portada", Kind: "rss", Interval: 17 * time.Minute, FullText: true},
				{Path: "/rss/deportes.xml", Title: "Deportes", Kind: "rss", Interval: 72 * time.Minute},
				{Path: "/atom/cultura.xml", Title: "Cultura", Kind: "atom", Interval: 5 * time.Hour},
				{Path: "/comments/feed/", Title: "Comentarios", Kind: "rss", Interval: 3 * time.Minute, Comments: true},
				{Path: "/sitemap-news.xml", Title: "Noticias", Kind: "news_sitemap", Interval: 17 * time.Minute},
			}}),
		s.site(Site{Host: "beispielzeitung.test", Name: "Beispielzeitung", Language: "de", Country: "DE",
			About: "JSON Feed and RDF", Feeds: []Feed{
				{Path: "/feed.json", Title: "Alles", Kind: "json_feed", Interval: 30 * time.Minute},
				{Path: "/index.rdf", Title: "Titelseite", Kind: "rdf", Interval: time.Hour},
			}}),
		s.site(Site{Host: "hidden-feeds.test", Name: "The Hidden Feed", Language: "en", Country: "IE",
			About: "a feed that is only linked in the footer", Feeds: []Feed{
				{Path: "/feeds/all.rss", Title: "All", Kind: "rss", Interval: 2 * time.Hour, FooterOnly: true},
			}}),
		s.site(tenCandidates()),
	}
}

// ordinarySites returns many well-formed outlets.
func ordinarySites(s *Simulator) []*Site {
	sites := make([]*Site, 0, ordinaryCount)
	for i := range ordinaryCount {
		place := ordinaryOutlets[i%len(ordinaryOutlets)]
		host := fmt.Sprintf("%s-%03d.test", slug(place.first), i)
		site := Site{Host: host, Name: fmt.Sprintf("%s %03d", place.first, i), Language: place.language,
			Country: place.country, About: "an ordinary outlet"}
		for j := range 1 + i%3 {
			kind := []string{"rss", "atom", "rss"}[(i+j)%3]
			site.Feeds = append(site.Feeds, Feed{
				Path: fmt.Sprintf("/feed/%d.xml", j), Title: []string{"News", "Sport", "Culture"}[j], Kind: kind,
				Interval: time.Duration(10+(i*7+j*53)%600) * time.Minute,
			})
		}
		made := s.site(site)
		made.Special = false
		sites = append(sites, made)
	}
	return sites
}

// tenCandidates returns the site of the discovery benchmark, which has ten feeds.
func tenCandidates() Site {
	site := Site{Host: "ten.test", Name: "Ten Sections", Language: "en", Country: "GB",
		About: "ten feeds, for the benchmark"}
	for i := range 10 {
		site.Feeds = append(site.Feeds,
			Feed{Path: fmt.Sprintf("/section/%d/rss", i), Title: fmt.Sprintf("Section %d", i), Kind: "rss",
				Interval: time.Duration(i+1) * 20 * time.Minute})
	}
	return site
}

// site returns a special site of this simulator from its description.
func (s *Simulator) site(d Site) *Site {
	d.base, d.now, d.Start, d.Special = s.URL(d.Host, ""), s.options.Now, "/", true
	switch {
	case d.StandardPorts && d.Secure:
		d.base = "https://" + d.Host
	case d.StandardPorts:
		d.base = "http://" + d.Host
	}
	if d.OnlyWWW {
		d.base = strings.Replace(d.base, "://", "://www.", 1)
	}
	return &d
}
