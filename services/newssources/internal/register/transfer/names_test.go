package transfer

import (
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/register/source"
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

// planned returns the plans of outlines.
func planned(t *testing.T, outlines []Outline) []outletPlan {
	t.Helper()
	plans, err := planOutlets(t.Context(), outlines)
	if err != nil {
		t.Fatal(err)
	}
	return plans
}

func TestOutletsArePlannedFromTheWholeList(t *testing.T) {
	t.Parallel()
	got := planned(t, []Outline{
		{Title: "BBC News - World", XMLURL: "http://feeds.bbci.co.uk/world.xml"},
		{Title: "https://www.engadget.com/", XMLURL: "https://www.engadget.com/rss.xml"},
		{Title: "Broken", XMLURL: "http://localhost/"},
		{Title: "Barrons", XMLURL: "https://feeds.a.dj.com/barrons"},
		{Title: "WSJ.com: World", XMLURL: "https://feeds.a.dj.com/world"},
		{XMLURL: "https://feeds.a.dj.com/nameless"},
		{Title: "WSJ.com: Opinion", XMLURL: "https://feeds.a.dj.com/opinion"},
	})
	var names []string
	for _, plan := range got {
		names = append(names, plan.name)
	}
	if want := "BBC News||| WSJ.com WSJ.com WSJ.com WSJ.com"; strings.Join(names[:3], "|")+"| "+
		strings.Join(names[3:], " ") != want {
		t.Errorf("got %q", names)
	}
}

func TestPlaceOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ feed, page, outlet, homepage string }{
		{"http://feeds.bbci.co.uk/news/rss.xml", "", "bbc.co.uk", "https://bbc.co.uk/"},
		{"https://daily.example/rss", "http://www.daily.example/home", "daily.example", "http://www.daily.example/home"},
		{"https://daily.example/rss", "https://elsewhere.example/", "elsewhere.example", "https://elsewhere.example/"},
		{"https://daily.example/rss", "https://x.com/daily", "daily.example", "https://daily.example/"},
		{"https://daily.example/rss", "javascript:alert(1)", "daily.example", "https://daily.example/"},
		{"http://feeds.feedburner.com/TechCrunch", "", "feedburner.com/TechCrunch",
			"https://feeds.feedburner.com/TechCrunch"},
		{"http://feeds.feedburner.com/TechCrunch", "https://techcrunch.com/", "techcrunch.com", "https://techcrunch.com/"},
		{"http://feeds.feedburner.com/TechCrunch", "http://www.feedburner.com/", "feedburner.com/TechCrunch",
			"https://feeds.feedburner.com/TechCrunch"},
		{"http://feeds.feedburner.com/fb/x", "https://daily.example/", "daily.example", "https://daily.example/"},
		{"https://www.youtube.com/feeds/videos.xml?user=CNETTV", "https://www.youtube.com/user/CNETTV",
			"youtube.com/user/cnettv", "https://www.youtube.com/user/CNETTV"},
		{"https://www.youtube.com/feeds/videos.xml?user=CNETTV", "https://www.youtube.com/", "youtube.com/user/cnettv",
			"https://www.youtube.com/user/cnettv"},
		{"https://www.daily.example/rss.xml", "", "daily.example", "https://www.daily.example/"},
		{"https://rss.daily.example/rss.xml", "", "daily.example", "https://daily.example/"},
		// A subdomain is the site itself, unless its name is a technical one
		{"https://news.ycombinator.com/rss", "", "ycombinator.com", "https://news.ycombinator.com/"},
		{"https://english.daily.example/feed", "", "daily.example", "https://english.daily.example/"},
		{"https://www3.nhk.or.jp/rss/news/cat0.xml", "", "nhk.or.jp", "https://www3.nhk.or.jp/"},
		{"https://rss.sport.daily.example/feed", "", "daily.example", "https://sport.daily.example/"},
		{"https://newsfeeds.daily.example/feed", "", "daily.example", "https://daily.example/"},
		{"https://partner-api2.daily.example/feed", "", "daily.example", "https://daily.example/"},
		{"https://a.cdn.daily.example/feed", "", "daily.example", "https://daily.example/"},
		{"https://www.daily.example:8443/feed", "", "daily.example", "https://www.daily.example/"},
		{"https://ada.tumblr.com/rss", "", "ada.tumblr.com", "https://ada.tumblr.com/"},
		{"https://feeds.megaphone.fm/ReplyAll", "", "megaphone.fm/ReplyAll", "https://feeds.megaphone.fm/ReplyAll"},
		{"https://www.reddit.com/r/Football/.rss", "https://medium.com/@somebody", "reddit.com/r/football",
			"https://www.reddit.com/r/football"},
		{"https://ada.blogspot.com/feeds/posts/default", "https://ada.blogspot.de/", "ada.blogspot.com",
			"https://ada.blogspot.de/"},
		{"https://feeds.folha.uol.com.br/x.xml", "", "folha.uol.com.br", "https://folha.uol.com.br/"},
	} {
		p, err := parseAddresses(c.feed, c.page).findOutlet("")
		if err != nil || p.outlet.Domain+p.outlet.PathPrefix != c.outlet || p.homepage != c.homepage {
			t.Errorf("%s with %q: %+v, %v; want %s at %s", c.feed, c.page, p, err, c.outlet, c.homepage)
		}
	}
	if _, err := parseAddresses("http://10.0.0.1/", "https://daily.example/").findOutlet(""); err == nil {
		t.Error("a feed with an invalid address was accepted because of its page")
	}
}

func TestUnrelatedPublishersOfAHostAreSeparated(t *testing.T) {
	t.Parallel()
	var shows []Outline
	for _, title := range []string{"Deep Waters", "Cooking with Ada", "The Long Trial", "Letters from Home",
		"Rust and Bone", "Morning Walk"} {
		slug := strings.ToLower(strings.ReplaceAll(title, " ", "-"))
		shows = append(shows, Outline{Title: title, XMLURL: "https://feeds.audio.example/shows/" + slug + "/rss"})
	}
	for i, plan := range planned(t, shows) {
		found, err := parseAddresses(shows[i].XMLURL, plan.homepage).findOutlet(plan.pathPrefix)
		want := strings.TrimSuffix(strings.TrimPrefix(shows[i].XMLURL, "https://feeds.audio.example"), "/rss")
		if err != nil || plan.name != shows[i].Title ||
			found.outlet != (source.Outlet{Domain: "audio.example", PathPrefix: want}) || !found.isHomepageDerived {
			t.Errorf("%s: %+v, %+v, %v", shows[i].Title, plan, found, err)
		}
	}
	var sections []Outline
	for _, title := range []string{"World", "Politics", "Business", "Sport", "Science", "Arts and culture", "Opinion"} {
		sections = append(sections, Outline{Title: title, XMLURL: "https://paper.example/rss/" + title + ".xml"})
	}
	for i, plan := range planned(t, sections) {
		if plan.pathPrefix != "" || plan.name != "" {
			t.Errorf("section %s: %+v", sections[i].Title, plan)
		}
	}
}

func TestHomepageIsTheShortestPageOfTheList(t *testing.T) {
	t.Parallel()
	plans := planned(t, []Outline{
		{Title: "World", XMLURL: "https://paper.example/world.xml", HTMLURL: "https://paper.example/world/"},
		{Title: "Paper", XMLURL: "https://paper.example/rss.xml", HTMLURL: "https://paper.example/"},
	})
	if plans[0].homepage != "https://paper.example/" {
		t.Errorf("got %+v", plans)
	}
}

func TestMalformedAddressesAreRepaired(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"https://paper.example/my feed.xml":           "https://paper.example/my%20feed.xml",
		"https:// paper.example /rss":                 "https://paper.example/rss",
		"https://paper.example/100%/rss?q=5%":         "https://paper.example/100%25/rss?q=5%25",
		`https://paper.example/rss" type stray words`: "https://paper.example/rss",
		"https://paper.example/a%20b":                 "https://paper.example/a%20b",
		"javascript:alert(1) x":                       "javascript:alert(1) x",
		"not an address":                              "not an address",
		"https://paper.example/rss?a=b c&d=%zz":       "https://paper.example/rss?a=b%20c&d=%25zz",
	} {
		got, fault := repairAddress(given)
		if got != want || (fault != "") != (given != want) {
			t.Errorf("%q: %q (%s), want %q", given, got, fault, want)
		}
	}
}

func TestHTMLIsRemovedFromTitles(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"<b>The</b> Evening <em class=\"x\">Star</em>": "The Evening Star", "Arts &amp;amp; Letters": "Arts & Letters",
		"Arts &amp;amp;amp;amp; Letters": "Arts & Letters", "&lt;b&gt;The Paper&lt;/b&gt;": "The Paper",
		"&amp;lt;b&amp;gt;The Paper&amp;lt;/b&amp;gt;": "The Paper", "El Pa&iacute;s": "El País",
		"L&amp;#8217;Express": "L’Express",
		"The Paper<br/>":      "The Paper", "<![CDATA[The Paper]]>": "The Paper",
		"<script>x()</script>The Paper": "The Paper",
		"AT&T":                          "AT&T", "Q&A": "Q&A", "R&D; News": "R&D; News", "1 < 2 & 3 > 2": "1 < 2 & 3 > 2",
		"I <3 News": "I <3 News", "<T>": "<T>", "": "",
	} {
		if got := cleanTitle(given); got != want {
			t.Errorf("%q becomes %q, want %q", given, got, want)
		}
	}
	tags := cleanTags([]string{"<i>Arts</i> &amp; Letters"})
	if len(tags) != 1 || tags[0] != "Arts & Letters" {
		t.Errorf("got %q", tags)
	}
}

func TestInvisibleCharactersAreRemoved(t *testing.T) {
	t.Parallel()
	if got := cleanText("\u202eThe\u200b Pa\u00adper\u2069 \ufeff"); got != "The Paper" {
		t.Errorf("got %q", got)
	}
	if got := cleanText("می\u200cخواهم"); got != "می\u200cخواهم" {
		t.Errorf("the joiner was removed: %q", got)
	}
	if got := CleanFilename("list\u202elmpo.opml"); got != "listlmpo.opml" {
		t.Errorf("got %q", got)
	}
}

func TestIsDomainName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		outlet source.Outlet
		name   string
		want   bool
	}{
		{source.Outlet{Domain: "nytimes.com"}, "NYT", true},
		{source.Outlet{Domain: "cnn.com"}, "CNN.com", true},
		{source.Outlet{Domain: "tagesschau.de"}, "tagesschau.de", true},
		{source.Outlet{Domain: "gizmodo.com"}, "Gizmodo", true},
		{source.Outlet{Domain: "wnyc.org"}, "", true},
		{source.Outlet{Domain: "youtube.com", PathPrefix: "/user/paper"}, "youtube.com/user/paper", true},
		{source.Outlet{Domain: "nytimes.com"}, "The New York Times", false},
		{source.Outlet{Domain: "zeit.de"}, "ZEIT ONLINE", false},
		{source.Outlet{Domain: "youtube.com", PathPrefix: "/user/paper"}, "Paper", false},
		{source.Outlet{Domain: "gordonua.com"}, "Гордон", false},
	} {
		if got := source.IsDomainName(c.name, c.outlet); got != c.want {
			t.Errorf("%q of %s: %v", c.name, c.outlet.Domain, got)
		}
	}
}
