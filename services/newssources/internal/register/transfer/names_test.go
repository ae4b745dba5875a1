package transfer

import (
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

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
	if got := textkey.SingleLine("\u202eThe\u200b Pa\u00adper\u2069 \ufeff"); got != "The Paper" {
		t.Errorf("got %q", got)
	}
	if got := textkey.SingleLine("می\u200cخواهم"); got != "می\u200cخواهم" {
		t.Errorf("the joiner was removed: %q", got)
	}
	if got := CleanFilename("list\u202elmpo.opml"); got != "listlmpo.opml" {
		t.Errorf("got %q", got)
	}
}
