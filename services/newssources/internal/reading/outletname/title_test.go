package outletname

import (
	"strings"
	"testing"
)

func TestInTitle(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		title, host, want string
		sure              bool
	}{
		{"Latest news and sport | The Guardian", "www.theguardian.com", "The Guardian", true},
		{"EL PAÍS: el periódico global", "elpais.com", "EL PAÍS", true},
		{"Alert: storm - The Paper", "example.org", "Alert: storm", false},
		{"Portada - La Voz de Galicia", "www.lavozdegalicia.es", "La Voz de Galicia", true},
		{"The Valley Voice – News, weather, Valley sport", "valleyvoice.co.uk", "The Valley Voice", true},
		{"Home | BBC", "bbc.co.uk", "BBC", true},
		{"News - abc of cooking", "abc.net.au", "News", false},
		{"Nachrichten · Süddeutsche", "sueddeutsche.de", "Nachrichten", false},
		{"The Paper – News", "", "The Paper", false},
		{"  The\n Paper ", "127.0.0.1", "The Paper", false},
		{"", "example.org", "", false},
		{" | ", "example.org", "|", false},
	} {
		if got, sure := InTitle(c.title, c.host); got != c.want || sure != c.sure {
			t.Errorf("%q at %s: %q, %t, want %q", c.title, c.host, got, sure, c.want)
		}
	}
}

func TestInFeedTitles(t *testing.T) {
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
		{"japantimes.co.jp", "Japan Times latest articles", "Japan Times"},
		{"kyodonews.net", "All - Kyodo News+", "Kyodo News+"},
		{"theverge.com", "The latest - Gadgets/The Verge -  All Posts", "The Verge"},
		{"theverge.com", "The latest - Gadgets", ""},
		{"9news.com", "KUSA - News", "KUSA"},
		// A part that several titles have in common
		{"dj.com", "WSJ.com: World News/WSJ.com: Opinion/Barrons", "WSJ.com"},
		{"sciam.com", "Health - Scientific American/Space - SCIENTIFIC AMERICAN", "Scientific American"},
		{"img.com.ua", "Корреспондент - Мир/Корреспондент - Спорт", "Корреспондент"},
		// One title, or nothing in common
		{"gordonua.com", "Гордон - Самые популярные материалы", "Гордон"},
		{"washingtonpost.com", "World/World", ""},
		{"paper.example", "Movies", ""}, {"politico.com", "Playbook", "Playbook"}, {"tsn.ua", "Новини на tsn.ua", "tsn.ua"},
		{"twis.org", "This Week in Science (Audio)", "This Week in Science"},
		{"scientificamerican.com", "60-Second Science/Scientific American Content: Global", "Scientific American"},
		{"paper.example", "English (US)", ""}, {"paper.example", "All News", ""},
		{"paper.example", "Gazette Sport/Gazette Culture", "Gazette"},
		{"relay.fm", "Analog(ue)/Clockwise/Rocket", ""},
		{"diplomatie.gouv.fr", "Ministry for Europe and Foreign Affairs - Actualités",
			"Ministry for Europe and Foreign Affairs"},
		{"mfa.example", "Nachrichten | Auswärtiges Amt", "Auswärtiges Amt"},
		{"radio.example", "Quiet Hours - Podcast", "Quiet Hours"},
		{"sueddeutsche.de", "Süddeutsche Zeitung", "Süddeutsche Zeitung"},
		{"wsj.com", "The Wall Street Journal", "The Wall Street Journal"},
		{"apnews.com", "Associated Press", "Associated Press"}, {"cnbc.com", "US Top News and Analysis", ""},
		{"radio.example", "Deep Waters Podcast", "Deep Waters Podcast"},
		{"sudouest.fr", "L'essentiel", ""}, {"ycombinator.com", "Hacker News", "Hacker News"},
		{"blog.example", "My Cat - My Dog - News", "My Cat"},
		{"cnbc.com", "International: Top News And Analysis/US Top News and Analysis", ""},
		{"videos.example", "Kanal Zwei TV", "Kanal Zwei TV"},
		{"wsj.com", "The Wall Street Journal/Barron's/MarketWatch", "The Wall Street Journal"},
		// A section whose name is the beginning of the domain
		{"newsweek.com", "News", ""}, {"techcrunch.com", "Tech", ""}, {"worldcrunch.com", "World News/Culture", ""},
		// Hosts with several publishers
		{"reddit.com/r/football", "Football - The People's Sport", "Football - The People's Sport"},
		{"youtube.com/user/cnet", "CNET - YouTube", "CNET"},
		// A name without a space between it and the section
		{"asahi.com", "朝日新聞デジタル/朝日新聞 スポーツ", "朝日新聞"}, {"news.example", "人民网国际/人民网财经/人民网", "人民网"},
		{"news.example", "NHKニュース/NHKスポーツ", "NHK"}, {"news.example", "国際ニュース/国際スポーツ", "国際ニュース"},
		{"news.example", "ข่าวสดการเมือง/ข่าวสดกีฬา", "ข่าวสด"}, {"news.example", "Gazette/Gazettes of Rome/Gazebo", ""},
		{"news.example", "한겨레/한겨레 정치", "한겨레"},
		// The whole name before one with a section
		{"jpost.com", "Jerusalem Post (all)/JPost Israel", "Jerusalem Post"},
		{"jpost.com", "JPost Israel/Jerusalem Post", "Jerusalem Post"},
		{"jpost.com", "JPost Israel/JPost", "JPost"},
		{"washpost.example", "Washpost Sport/Washington Post", "Washington Post"},
		{"cnet.example", "CNET Reviews/Culture Met", "CNET Reviews"},
		// Nothing in common: the most general title, but not that of one of many shows
		{"daily.example", "Evening Courier/Morning Post Sport", "Evening Courier"},
		{"daily.example", "Sport/Evening Courier/World", "Evening Courier"},
		{"buttondown.com/eps", "buttondown Eps/buttondown Eps2/buttondowncom Eps/buttondowncom Eps2", "buttondown Eps"},
		{"buzzsprout.com/551", "buzzsprout Home/buzzfeeds Home", "buzzfeeds Home"}, {"buzzsprout.com/551", "News/Home", ""},
		{"anchor.fm/s/1", "Quiet Hours Weekly/Loud Days", "Loud Days"},
		// Titles without a letter or digit
		{"daily.example", "- | -", ""}, {"daily.example", "///", ""}, {"daily.example", " : ", ""},
	} {
		domain, path, _ := strings.Cut(c.outlet, "/")
		outlet := Outlet{Domain: domain}
		if path != "" {
			outlet.PathPrefix = "/" + path
		}
		titles := strings.Split(c.titles, "/")
		if c.titles == "///" {
			titles = []string{"/"}
		}
		if got := InFeedTitles(outlet, titles); got != c.want {
			t.Errorf("%s in %q: got %q, want %q", c.outlet, c.titles, got, c.want)
		}
	}
}

func TestIsDomain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		outlet Outlet
		name   string
		want   bool
	}{
		{Outlet{Domain: "nytimes.com"}, "NYT", true},
		{Outlet{Domain: "cnn.com"}, "CNN.com", true},
		{Outlet{Domain: "tagesschau.de"}, "tagesschau.de", true},
		{Outlet{Domain: "gizmodo.com"}, "Gizmodo", true},
		{Outlet{Domain: "wnyc.org"}, "", true},
		{Outlet{Domain: "youtube.com", PathPrefix: "/user/paper"}, "youtube.com/user/paper", true},
		{Outlet{Domain: "nytimes.com"}, "The New York Times", false},
		{Outlet{Domain: "zeit.de"}, "ZEIT ONLINE", false},
		{Outlet{Domain: "youtube.com", PathPrefix: "/user/paper"}, "Paper", false},
		{Outlet{Domain: "gordonua.com"}, "Гордон", false},
	} {
		if got := IsDomain(c.name, c.outlet); got != c.want {
			t.Errorf("%q of %s: %v", c.name, c.outlet.Domain, got)
		}
	}
}
