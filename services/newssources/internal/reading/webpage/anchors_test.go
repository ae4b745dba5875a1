package webpage

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

func TestAnchors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ html, want string }{
		"address": {`<a href="/sport/rss.xml">Sport</a>`, "/sport/rss.xml"},
		"query of a common system": {`<a href="/?service=rss">Flöde</a><a href="/spip.php?page=backend">Syndiquer</a>`,
			"/?service=rss /spip.php?page=backend"},
		"icon class":                  {`<a href="/x/1"><i class="fa fa-rss"></i></a>`, "/x/1"},
		"label":                       {`<a href="/x/2" aria-label="Suscribirse por RSS"><span></span></a>`, "/x/2"},
		"alt text":                    {`<a href="/x/3"><img src="/a.png" alt="Web feed"></a>`, "/x/3"},
		"feed service":                {`<a href="https://feeds.example.com/8f3a">RSS</a>`, "https://feeds.example.com/8f3a"},
		"words for subscribe go last": {`<a href="/abo">Abonnieren</a><a href="/feed">Feed</a>`, "/feed /abo"},
		"headline about RSS":          {`<a href="/story">RSS chief says that the meeting with ministers went well</a>`, ""},
		"class of a list of articles": {`<a href="/story" class="feed-item">A story</a>`, ""},
		"external page without hint":  {`<a href="https://example.com/feed">Partner</a>`, ""},
		"orange button":               {`<a href="/x/5"><img src="/gfx/xml.gif"></a>`, "/x/5"},
		"word without spaces": {`<a href="/x/6">ฟีดข่าว</a><a href="/x/7">뉴스피드</a><a href="/x/8">الخلاصات</a>`,
			"/x/6 /x/7 /x/8"},
		"full-width letters":       {`<a href="/x/9">ＲＳＳ</a>`, "/x/9"},
		"letters in other scripts": {`<a href="/x/a" aria-label="РСС-лента"></a><a href="/x/b" aria-label="آر إس إس"></a><a href="/x/c">تغذية</a>`, "/x/a /x/b /x/c"},
		"title of a drawing":       {`<a href="/x/d"><svg><title>Newsfeed abonnieren</title></svg></a>`, "/x/d"},
		"name of a program":        {`<a href="/GetRss.aspx?c=4">Sport</a><a href="/rssfeed/12">Kultúra</a><a href="/export/newsrss?id=1">A</a>`, "/GetRss.aspx?c=4 /rssfeed/12 /export/newsrss?id=1"},
		"escaped twice":            {`<a href="/feed?a=1&amp;amp;b=2">Feed</a>`, "/feed?a=1&b=2"},
		"slug of an article":       {`<a href="/hearssay-in-court">Hearsay</a>`, ""},
		"picture of an XML editor": {`<a href="/story"><img src="/xml-editor.png"></a>`, ""},
		"feed reader":              {`<a href="https://feedly.com/i/subscription/feed/x">RSS with Feedly</a>`, ""},
	} {
		p := parsePage(t, "https://example.org/", c.html)
		var got []string
		for _, l := range p.anchors(nil) {
			got = append(got, strings.TrimPrefix(l.URL.String(), "https://example.org"))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: got %v, want %q", name, got, c.want)
		}
	}
}

func TestHeaderLinks(t *testing.T) {
	t.Parallel()
	p := Parse(mustParse(t, "https://example.org/a/"), nil, "text/html", http.Header{"Link": {
		`</style.css>; rel=preload; as=style, </all,news.xml>; type="application/rss+xml"; rel="alternate nofollow"; title="News, all"`,
		`<atom.xml>; rel=alternate; type=application/atom+xml, </wp-json/>; rel="https://api.w.org/"`,
	}})
	var got []string
	for _, l := range p.headerLinks() {
		got = append(got, l.From+" "+l.URL.String()+" "+l.Title)
	}
	want := []string{"header https://example.org/all,news.xml News, all", "header https://example.org/a/atom.xml "}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestFeedHints checks words for feeds, also in the plural, and words that only contain them.
func TestFeedHints(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Fils d'info": true, "Fil d’info": true, "Nyhetsflöden": true, "Fluxuri de știri": true, "Nieuwsfeeds": true,
		"Nyhetsstrøm": true, "Фиды": true, "Ροές ειδήσεων": true, "Haber beslemeler": true, "RSS-Feeds": true,
		"Feedback": false, "Influx": false, "Profils d'infographistes": false, "Newsletter": false,
	} {
		if got := feedHint.MatchString(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
