package transfer

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// listedTitles are titles of lists with one feed per outlet: address, title, and the name of the
// source. Without a name, the domain is the name.
var listedTitles = []struct{ feed, title, name string }{
	// Well-known outlets
	{"https://www.lrb.co.uk/feeds/rss", "London Review of Books", "London Review of Books"},
	{"https://news.ycombinator.com/rss", "Hacker News", "Hacker News"},
	{"https://www.theverge.com/rss/index.xml", "The Verge", "The Verge"},
	{"https://feeds.arstechnica.com/arstechnica/index", "Ars Technica", "Ars Technica"},
	{"https://feeds.bbci.co.uk/news/rss.xml", "BBC News", "BBC News"},
	{"https://www.lemonde.fr/rss/une.xml", "Le Monde", "Le Monde"},
	{"https://www.wired.com/feed/rss", "Wired", "Wired"},
	{"https://www.spiegel.de/index.rss", "Der Spiegel", "Der Spiegel"},
	{"https://feeds.elpais.com/portada", "El País", "El País"},
	{"https://www.404media.co/rss/", "404 Media", "404 Media"},
	{"https://restofworld.org/feed/latest/", "Rest of World", "Rest of World"},
	{"https://marginalrevolution.com/feed", "Marginal Revolution", "Marginal Revolution"},
	{"https://rss.nytimes.com/services/xml/rss/nyt/HomePage.xml", "The New York Times", "The New York Times"},
	{"https://www.ft.com/rss/home", "Financial Times", "Financial Times"},
	{"https://qz.com/rss", "Quartz", "Quartz"},
	// Names that do not resemble the domain, also of one word
	{"https://www.sueddeutsche.de/rss", "Süddeutsche Zeitung", "Süddeutsche Zeitung"},
	{"https://www.faz.net/rss/aktuell/", "Frankfurter Allgemeine Zeitung", "Frankfurter Allgemeine Zeitung"},
	{"https://www.vg.no/rss/feed", "Verdens Gang", "Verdens Gang"},
	{"https://www.dn.se/rss/", "Dagens Nyheter", "Dagens Nyheter"},
	{"https://www.hs.fi/rss/tuoreimmat.xml", "Helsingin Sanomat", "Helsingin Sanomat"},
	{"https://www.rp.pl/rss/1.xml", "Rzeczpospolita", "Rzeczpospolita"},
	{"https://g1.example/rss", "O Estado", "O Estado"},
	{"https://wyborcza.pl/rss.xml", "Gazeta Wyborcza", "Gazeta Wyborcza"},
	{"https://kottke.example/feed", "Slashdot", "Slashdot"},
	{"https://nhk.or.jp/rss/cat0.xml", "NHKニュース", "NHKニュース"},
	{"https://asahi.example/rss", "朝日新聞", "朝日新聞"},
	{"https://people.example/rss", "人民网", "人民网"},
	{"https://chosun.example/rss", "조선일보", "조선일보"},
	{"https://aljazeera.example/rss", "الجزيرة نت", "الجزيرة نت"},
	{"https://kommersant.example/rss", "Коммерсантъ", "Коммерсантъ"},
	{"https://kathimerini.example/rss", "Καθημερινή", "Καθημερινή"},
	{"https://haaretz.example/rss", "הארץ", "הארץ"},
	{"https://bhaskar.example/rss", "दैनिक भास्कर", "दैनिक भास्कर"},
	{"https://tempo.example/rss", "Harian Kompas", "Harian Kompas"},
	{"https://milliyet.example/rss", "Hürriyet", "Hürriyet"},
	// The name with a section or a description
	{"https://ap.example/rss", "Associated Press - Top stories", "Associated Press"},
	{"https://mfa.example/rss", "Nachrichten | Auswärtiges Amt", "Auswärtiges Amt"},
	{"https://hn.example/frontpage", "Hacker News: Front Page", "Hacker News"},
	{"https://aeon.example/feed.rss", "Nautilus | Science", "Nautilus"},
	{"https://tribune.example/rss", "Herald Tribune - RSS Feed", "Herald Tribune"},
	{"https://folha.example/rss", "Valor Econômico – Últimas notícias", "Valor Econômico"},
	{"https://repubblica.example/rss", "Corriere della Sera - Sport", "Corriere della Sera"},
	{"https://sport.example/rss", "Sport", "Sport"}, // names the domain
	// Titles that do not name the outlet
	{"https://none01.example/rss", "", ""}, {"https://none02.example/rss", "RSS", ""},
	{"https://none03.example/rss", "Feed", ""},
	{"https://none04.example/rss", "Home", ""}, {"https://none05.example/rss", "News", ""},
	{"https://none06.example/rss", "World", ""},
	{"https://none07.example/rss", "Deportes", ""}, {"https://none08.example/rss", "Tech – Latest", ""},
	{"https://none09.example/rss", "https://none09.example/rss", ""},
	{"https://none10.example/rss", "www.none10.example", ""},
	{"https://none11.example/rss", "none11.example/rss", ""}, {"https://none12.example/rss", "Latest News", ""},
	{"https://none13.example/rss", "À la une", ""}, {"https://none14.example/rss", "Économie - Actualités", ""},
	{"https://none15.example/rss", "Nachrichten", ""}, {"https://none16.example/rss", "Politik | Ausland", ""},
	{"https://none17.example/rss", "Últimas notícias", ""}, {"https://none18.example/rss", "Ultime notizie", ""},
	{"https://none19.example/rss", "Nyheter", ""}, {"https://none20.example/rss", "Laatste nieuws", ""},
	{"https://none21.example/rss", "Wiadomości", ""}, {"https://none22.example/rss", "Son dakika", ""},
	{"https://none23.example/rss", "Главные новости", ""}, {"https://none24.example/rss", "最新ニュース", ""},
	{"https://none25.example/rss", "スポーツ", ""}, {"https://none26.example/rss", "体育", ""},
	{"https://none27.example/rss", "뉴스", ""}, {"https://none28.example/rss", "رياضة", ""},
	{"https://none29.example/rss", "समाचार", ""}, {"https://none30.example/rss", "Untitled", ""},
	{"https://none31.example/rss", "- | -", ""}, {"https://none32.example/rss", "RSS Feed (XML)", ""},
	{"https://none33.example/rss", "Technologie & Wissenschaft", ""}, {"https://none34.example/rss", "News: World", ""},
	{"https://none35.example/rss", "Kultur, Medien", ""}, {"https://none36.example/rss", "Sport (English)", ""},
	{"https://none37.example/rss", "US News", ""}, {"https://none38.example/rss", "Opinión", ""},
	{"https://none39.example/rss", "US Top News and Analysis", ""}, {"https://newsweek.com/rss", "News", ""},
	// Shows
	{"https://radio.example/rss", "Quiet Hours - Podcast", "Quiet Hours"},
	{"https://video.example/rss", "Kanal Zwei TV", "Kanal Zwei TV"},
	// HTML, also escaped several times
	{"https://html1.example/rss", "<b>Evening</b> Herald", "Evening Herald"},
	{"https://html2.example/rss", "Arts &amp; Letters Review", "Arts & Letters Review"},
	{"https://html3.example/rss", "&lt;b&gt;Night Courier&lt;/b&gt;", "Night Courier"},
}

// TestDerivedHomepageIsThatOfAllFeeds covers outlets whose feeds are all at one subdomain, which is
// then the homepage, and outlets with feeds at several subdomains.
func TestDerivedHomepageIsThatOfAllFeeds(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	r.importList(opml(`xmlUrl="https://news.ycombinator.com/rss"`, `xmlUrl="https://news.ycombinator.com/best"`,
		`xmlUrl="https://sport.daily.example/rss"`, `xmlUrl="https://culture.daily.example/rss"`,
		`xmlUrl="https://blog.paper.example/rss"`, `xmlUrl="https://www.paper.example/rss"`,
		`xmlUrl="https://blog.star.example/rss" htmlUrl="https://blog.star.example/about"`,
		`xmlUrl="https://www.star.example/rss"`))
	for domain, want := range map[string]string{
		"ycombinator.com": "https://news.ycombinator.com/", "daily.example": "https://daily.example/",
		"paper.example": "https://www.paper.example/", "star.example": "https://blog.star.example/about",
	} {
		s := r.sourceAt(domain)
		if s.HomepageURL != want || s.IsHomepageDerived != (domain != "star.example") {
			t.Errorf("%s has the homepage %s, derived: %t; want %s", domain, s.HomepageURL, s.IsHomepageDerived, want)
		}
	}
}

// TestTitlesOfListsAreNames checks that titles that name an outlet become the names of the sources,
// that others do not, and that the search finds the source by every title. HTML was removed from
// the titles.
func TestTitlesOfListsAreNames(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	var rows []string
	for _, l := range listedTitles {
		rows = append(rows, fmt.Sprintf(`title="%s" xmlUrl="%s"`, strings.ReplaceAll(l.title, "&", "&amp;"), l.feed))
	}
	r.importList(opml(rows...))
	reader := sourcelist.NewReader(r.db)
	for _, l := range listedTitles {
		domain := outletOf(parseAddresses(l.feed, "").feed).Domain
		page, err := reader.List(t.Context(), sourcelist.Query{Text: domain, Limit: 10})
		if err != nil || len(page.Rows) != 1 {
			t.Errorf("%s: %+v, %v", domain, page, err)
			continue
		}
		want := l.name
		if want == "" {
			want = domain
		}
		if got := page.Rows[0].Name; got != want {
			t.Errorf("%q at %s is named %q, want %q", l.title, l.feed, got, want)
		}
		title := cleanTitle(l.title)
		if !strings.ContainsFunc(title, unicode.IsLetter) {
			continue
		}
		found, err := reader.List(t.Context(), sourcelist.Query{Text: title, Limit: 500})
		at := -1
		if err == nil {
			at = slices.IndexFunc(found.Rows, func(row sourcelist.Row) bool { return row.Name == want })
		}
		if at < 0 || at > 0 && l.name != "" { // the name of a section is found at many sources
			t.Errorf("the search for %q finds %+v, %v", title, found, err)
		}
	}
}
