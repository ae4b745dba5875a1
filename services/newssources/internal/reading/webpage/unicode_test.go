package webpage

import (
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// TestLinksOfUnicodeHosts checks that hosts and paths in Unicode work in links of pages.
func TestLinksOfUnicodeHosts(t *testing.T) {
	t.Parallel()
	for markup, want := range map[string]string{
		`<a href="https://zeitungfürköln.de/rss.xml">RSS</a>`:                      "https://xn--zeitungfrkln-ejb5f.de/rss.xml",
		`<a href="//feeds.новости.рф/все/rss">RSS</a>`:                             "https://feeds.xn--b1amnebsh.xn--p1ai/%D0%B2%D1%81%D0%B5/rss",
		`<link rel="alternate" type="application/rss+xml" href="новости/rss.xml">`: "https://xn--zeitungfrkln-ejb5f.de/help/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8/rss.xml",
		`<base href="https://zeitungfürköln.de/x/"><a href="rss.xml">RSS</a>`:      "https://xn--zeitungfrkln-ejb5f.de/x/rss.xml",
	} {
		page, err := weburl.Parse("https://zeitungfürköln.de/help/feeds")
		if err != nil {
			t.Fatal(err)
		}
		p := Parse(page, []byte("<!doctype html><body>"+markup), "text/html; charset=utf-8", nil)
		if links := p.FeedLinks(); len(links) == 0 || links[0].URL.String() != want {
			t.Errorf("%s: %+v, want %s", markup, links, want)
		}
	}
}
