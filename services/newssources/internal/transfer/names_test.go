package transfer

import (
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/source"
)

func TestNameInFeedTitles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ outlet, titles, want string }{ // titles separated by slashes
		// The part that resembles the domain
		{"theguardian.com", "World news | The Guardian", "The Guardian"},
		{"bbci.co.uk", "BBC News - World/BBC News - Science & Environment/Discovery/The Infinite Monkey Cage", "BBC News"},
		{"bbci.co.uk", "Discovery/BBC News - World", "BBC News"},
		{"nytimes.com", "NYT > World News/NYT > Japan", "NYT"},
		{"lemonde.fr", "Le Monde.fr - Actualités et Infos en France et dans le monde", "Le Monde.fr"},
		{"ladepeche.fr", "La Dépêche du Midi : actualités et info en direct - ladepeche.fr", "La Dépêche du Midi"},
		{"smh.com.au", "Sydney Morning Herald - Latest News", "Sydney Morning Herald"},
		{"twis.org", "This Week in Science – The Kickass Science Podcast", "This Week in Science"},
		{"r7.com", "R7 - Notícias", "R7"},
		{"news.google.com", "Top stories - Google News", "Google News"},
		{"cnn.com", "CNN.com - RSS Channel - World", "CNN.com"},
		{"wsj.com", "WSJ.com: World News", "WSJ.com"},
		{"japantimes.co.jp", "Japan Times latest articles", "Japan Times latest articles"},
		{"kyodonews.net", "All - Kyodo News+", "Kyodo News+"},
		{"theverge.com", "The latest - Gadgets/The Verge -  All Posts", "The Verge"},
		{"theverge.com", "The latest - Gadgets", "The latest - Gadgets"},
		{"9news.com", "KUSA - News", "KUSA - News"},
		// A part that several titles have in common
		{"dj.com", "WSJ.com: World News/WSJ.com: Opinion/Barrons", "WSJ.com"},
		{"sciam.com", "Health - Scientific American/Space - SCIENTIFIC AMERICAN", "Scientific American"},
		{"img.com.ua", "Корреспондент - Мир/Корреспондент - Спорт", "Корреспондент"},
		// One title, or nothing in common
		{"gordonua.com", "Гордон - Самые популярные материалы", "Гордон - Самые популярные материалы"},
		{"washingtonpost.com", "World/World", "World"},
		{"relay.fm", "Analog(ue)/Clockwise/Rocket", ""},
		{"cnbc.com", "International: Top News And Analysis/US Top News and Analysis", ""},
		// Hosts with several publishers
		{"reddit.com/r/football", "Football - The People's Sport", "Football - The People's Sport"},
		{"youtube.com/user/cnet", "CNET - YouTube", "CNET - YouTube"},
		// Titles without a letter or digit
		{"daily.example", "- | -", "- | -"}, {"daily.example", "///", "/"}, {"daily.example", " : ", " : "},
	} {
		domain, path, _ := strings.Cut(c.outlet, "/")
		outlet := source.Outlet{Domain: domain}
		if path != "" {
			outlet.PathPrefix = "/" + path
		}
		titles := strings.Split(c.titles, "/")
		if c.titles == "///" {
			titles = []string{"/"}
		}
		if got := source.NameInFeedTitles(outlet, titles); got != c.want {
			t.Errorf("%s in %q: got %q, want %q", c.outlet, c.titles, got, c.want)
		}
	}
}

func TestOutletNamesUseAllTitlesOfTheList(t *testing.T) {
	t.Parallel()
	got := outletNames([]Outline{
		{Title: "BBC News - World", XMLURL: "http://feeds.bbci.co.uk/world.xml"},
		{Title: "https://www.engadget.com/", XMLURL: "https://www.engadget.com/rss.xml"},
		{Title: "Broken", XMLURL: "http://localhost/"},
		{Title: "Barrons", XMLURL: "https://feeds.a.dj.com/barrons"},
		{Title: "WSJ.com: World", XMLURL: "https://feeds.a.dj.com/world"},
		{XMLURL: "https://feeds.a.dj.com/nameless"},
		{Title: "WSJ.com: Opinion", XMLURL: "https://feeds.a.dj.com/opinion"},
	})
	if want := "BBC News||| WSJ.com WSJ.com WSJ.com WSJ.com"; strings.Join(got[:3], "|")+"| "+strings.Join(got[3:], " ") != want {
		t.Errorf("got %q", got)
	}
}

func TestPlaceOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ feed, page, outlet, homepage string }{
		{"http://feeds.bbci.co.uk/news/rss.xml", "", "bbci.co.uk", "https://bbci.co.uk/"},
		{"https://daily.example/rss", "http://www.daily.example/home", "daily.example", "http://www.daily.example/home"},
		{"https://daily.example/rss", "https://elsewhere.example/", "daily.example", "https://daily.example/"},
		{"https://daily.example/rss", "javascript:alert(1)", "daily.example", "https://daily.example/"},
		{"http://feeds.feedburner.com/TechCrunch", "", "feedburner.com/TechCrunch", "https://feedburner.com/TechCrunch"},
		{"http://feeds.feedburner.com/TechCrunch", "https://techcrunch.com/", "techcrunch.com", "https://techcrunch.com/"},
		{"http://feeds.feedburner.com/TechCrunch", "http://www.feedburner.com/", "feedburner.com/TechCrunch", "https://feedburner.com/TechCrunch"},
		{"http://feeds.feedburner.com/fb/x", "https://daily.example/", "daily.example", "https://daily.example/"},
		{"https://www.youtube.com/feeds/videos.xml?user=CNETTV", "https://www.youtube.com/user/CNETTV", "youtube.com/user/cnettv", "https://www.youtube.com/user/CNETTV"},
		{"https://www.youtube.com/feeds/videos.xml?user=CNETTV", "https://www.youtube.com/", "youtube.com/user/cnettv", "https://youtube.com/user/cnettv"},
		{"https://www.reddit.com/r/Football/.rss", "https://medium.com/@somebody", "reddit.com/r/football", "https://reddit.com/r/football"},
		{"https://ada.blogspot.com/feeds/posts/default", "https://ada.blogspot.de/", "ada.blogspot.com", "https://ada.blogspot.de/"},
		{"https://feeds.folha.uol.com.br/x.xml", "", "folha.uol.com.br", "https://folha.uol.com.br/"},
	} {
		p, err := findOutlet(c.feed, c.page)
		if err != nil || p.outlet.Domain+p.outlet.PathPrefix != c.outlet || p.homepage != c.homepage {
			t.Errorf("%s with %q: %+v, %v; want %s at %s", c.feed, c.page, p, err, c.outlet, c.homepage)
		}
	}
	if _, err := findOutlet("http://10.0.0.1/", "https://daily.example/"); err == nil {
		t.Error("a feed with an invalid address was accepted because of its page")
	}
}
