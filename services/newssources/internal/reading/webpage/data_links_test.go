package webpage

import (
	"strings"
	"testing"
)

// addressesOf returns the addresses of links without the origin of the page.
func addressesOf(links []Link) string {
	var list []string
	for _, l := range links {
		list = append(list, strings.TrimPrefix(l.URL.String(), "https://example.org"))
	}
	return strings.Join(list, " ")
}

func TestScriptLinks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ html, want string }{
		"name of the member": {`<script>{"rssUrl":"\/api\/v2\/all"}</script>`, "/api/v2/all"},
		"address of a feed":  {`<script>self.x={"links":["/sport","/news/rss.xml"]}</script>`, "/news/rss.xml"},
		"complete address": {`<script>{"feed_url":"https://feeds.example.com/x?a=1\u0026b=2"}</script>`,
			"https://feeds.example.com/x?a=1&b=2"},
		"string within a string":       {`<script>self.__next_f.push([1,"{\"links\":{\"rssUrl\":\"/api/all\",\"facebook\":\"https://facebook.com/x\"}}"])</script>`, "/api/all"},
		"member without quotes":        {`<script>window.__NUXT__=(function(a){return{footer:{label:a,rssUrl:"\u002Fapi\u002Fall"}}}("x"))</script>`, "/api/all"},
		"member with another name":     {`<script>{"feedback":"/contact","feedbackUrl":"/contact"}</script>`, ""},
		"service that uses feeds":      {`<script>{"feedUrl":"https://www.facebook.com/feed"}</script>`, ""},
		"page that announces its feed": {`<link rel="alternate" type="application/rss+xml" href="/a"><script>{"rssUrl":"/b"}</script>`, "/a"},
	} {
		if got := addressesOf(parsePage(t, "https://example.org/", c.html).FeedLinks()); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestOutlines(t *testing.T) {
	t.Parallel()
	links := parsePage(t, "https://example.org/",
		`<opml version="2.0"><body><outline text="Group"><outline text="Law &amp; Order" xmlUrl="/a.xml"/>`+
			`<outline title="World" xmlUrl="https://example.org/b"/><outline text="none" htmlUrl="/c"/></outline></body></opml>`).FeedLinks()
	if got := addressesOf(links); got != "/a.xml /b" || links[0].Title != "Law & Order" || links[1].Title != "World" {
		t.Errorf("%q, %+v", got, links)
	}
}

func TestWronglyWrittenAddresses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ html, want string }{
		"host without scheme":     {`href="example.org/rss"`, "/rss"},
		"www host without scheme": {`href="www.example.org/rss"`, "https://www.example.org/rss"},
		"path like a host":        {`href="example.com/rss"`, "/a/example.com/rss"},
		"scheme of readers":       {`href="feed:https://example.org/rss"`, "/rss"},
		"base on another domain": {`href="/rss"><base href="https://cdn.example.com/"`,
			"https://cdn.example.com/rss /rss"},
		"base on the same domain": {`href="rss"><base href="https://example.org/b/"`, "/b/rss"},
		"address of another domain": {`href="https://feeds.example.com/x"><base href="https://cdn.example.com/"`,
			"https://feeds.example.com/x"},
	} {
		page := parsePage(t, "https://example.org/a/", `<link rel="alternate" type="application/rss+xml" `+c.html+`>`)
		if got := addressesOf(page.Alternates()); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestHomeOfMobilePages(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ url, html, want string }{
		"mobile host": {"https://m.example.org/a", `<link rel="canonical" href="https://www.example.org/a">`,
			"https://www.example.org/"},
		"AMP host": {"https://amp.example.org/a", `<link rel="canonical" href="https://example.org/a">`,
			"https://example.org/"},
		"mobile host of its own": {"https://m.example.org/a", ``, "https://m.example.org/"},
		"copy of another outlet's": {"https://m.example.org/a", `<link rel="canonical" href="https://example.com/a">`,
			"https://m.example.org/"},
		"another host": {"https://blog.example.org/a", `<link rel="canonical" href="https://example.org/a">`,
			"https://blog.example.org/"},
	} {
		if got := parsePage(t, c.url, c.html).Home().String(); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestEditions(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ html, want string }{
		"paths": {`<a href="/en/">English</a><a href="/fr">Français</a><a href="/pt-br/">Português</a>`,
			"/en/ /fr /pt-br/"},
		"attributes": {`<a href="/x1" hreflang="de">Deutsch</a><a href="/x2" lang="it">Italiano</a>`, "/x1 /x2"},
		"sections":   {`<a href="/sport">Sport</a><a href="/a/en/">A</a><a href="/b">B</a><a href="/c">C</a>`, ""},
		"splash page": {`<a href="/front">Skip this advertisement</a><a href="https://example.com/">Advertisement</a>`,
			"/front"},
		"page with articles": {`<a href="/en/">English</a>` + strings.Repeat(`<a href="/story">A story</a>`, maxChooserLinks),
			""},
	} {
		if got := addressesOf(parsePage(t, "https://example.org/", c.html).Editions()); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestMenuLinks(t *testing.T) {
	t.Parallel()
	page := parsePage(t, "https://example.org/",
		`<a href="/latest">Latest news</a><a href="https://example.com/x">Partner</a><a href="/">Home</a>`+
			`<a href="/s">A headline that has many more words</a><a href="/img"><img></a>`)
	if got := addressesOf(page.MenuLinks()); got != "/latest" {
		t.Errorf("%q", got)
	}
}

func TestTextLinks(t *testing.T) {
	t.Parallel()
	page := parsePage(t, "https://example.org/rss-help",
		`<p>Copy https://example.org/a.rss or <code>https://www.example.org/rss/b</code> <input value="https://example.org/c/feed">`+
			`<p>https://example.com/feed https://example.org/about`)
	if got := addressesOf(page.textLinks()); got != "/a.rss https://www.example.org/rss/b /c/feed" {
		t.Errorf("%q", got)
	}
}

func TestLooseRelations(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ html, want string }{
		"no relation":               {`<link type="application/rss+xml" href="/a">`, "/a"},
		"another relation":          {`<link rel="syndication" type="application/atom+xml" href="/a">`, "/a"},
		"no type":                   {`<link rel="alternate" title="Courier RSS" href="/a">`, "/a"},
		"no type, another title":    {`<link rel="alternate" title="Mobile" href="/a">`, ""},
		"style sheet":               {`<link rel="stylesheet" title="RSS" href="/a">`, ""},
		"translation":               {`<link rel="alternate" hreflang="fr" title="RSS" href="/a">`, ""},
		"data of a publishing tool": {`<link rel="alternate" type="application/json" title="RSS" href="/wp-json/x">`, ""},
	} {
		if got := addressesOf(parsePage(t, "https://example.org/", c.html).Alternates()); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
