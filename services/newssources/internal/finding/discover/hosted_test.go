package discover

import (
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

func TestHostedName(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"Channel Nine - YouTube":                  "Channel Nine",
		"Better News – Medium":                    "Better News",
		"Stories by Rita Reporter on Medium":      "Rita Reporter",
		"The City Letter | Ann Author | Substack": "The City Letter",
		"overview for city_desk":                  "city_desk",
		"@paper.example.org - The Paper":          "The Paper",
		"@paper.example.org":                      "paper.example.org",
		"The Paper (@paper@mastodon.social)":      "The Paper",
		"Late Debate - Apple Podcasts":            "Late Debate",
		"Reddit Stories":                          "Reddit Stories",
		"YouTube":                                 "",
		"":                                        "",
	} {
		if got := hostedName(title); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

func TestNameOfFeed(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"The Basin Gazette RSS Feed": "The Basin Gazette",
		"RSS: Le Littoral":           "Le Littoral",
		"Il Lago RSS 2.0":            "Il Lago",
		"Stock Feed News":            "Stock Feed News",
		"Feed":                       "Feed",
		"Latest news":                "Latest news",
	} {
		if got := nameOfFeed(title, mustParse(t, "https://example.org/")); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

func TestNamesOfPages(t *testing.T) {
	t.Parallel()
	const (
		article = `<meta property="og:type" content="article"><title>A story - The Ledger</title>`
		company = `<script type="application/ld+json">{"@type":"NewsArticle","publisher":{"@type":"Organization","name":"Consolidated Newspapers"}}</script>`
		limited = `<script type="application/ld+json">{"@type":"Organization","name":"Regionalmedien Holding GmbH &amp; Co. KG"}</script>`
		paper   = `<script type="application/ld+json">{"@type":"Newspaper","name":"The Ledger of Town"}</script>`
		site    = `<meta property="og:site_name" content="The Ledger">`
	)
	for name, c := range map[string]struct{ url, html, name, from string }{
		"og:site_name precedes an article's company": {"https://example.org/a", article + company + site, "The Ledger",
			"the page's data for social networks"},
		"og:site_name precedes a legal form": {"https://example.org/", limited + site, "The Ledger",
			"the page's data for social networks"},
		"an article's newspaper precedes og:site_name": {"https://example.org/a", article + paper + site,
			"The Ledger of Town", "the page's data for search engines"},
		"a homepage's organization": {"https://example.org/", company + site, "Consolidated Newspapers",
			"the page's data for search engines"},
		"og:title precedes the platform's name": {"https://www.youtube.com/@nine",
			`<title>Nine - YouTube</title><meta property="og:site_name" content="YouTube"><meta property="og:title" content="Channel Nine">`,
			"Channel Nine", "the page's data for social networks"},
		"an article's title on a platform is ignored": {"https://letter.substack.com/p/one",
			`<title>One</title><meta property="og:title" content="One">`, "", ""},
		"name of a blog on a platform": {"https://paper.wordpress.com/2026/one",
			`<meta property="og:site_name" content="Paper Blog">`, "Paper Blog", "the page's data for social networks"},
		"platform's name on the outlet's own domain": {"https://letter.example.org/",
			`<title>The Letter</title><meta property="og:site_name" content="Substack">`, "The Letter", "the page's title"},
	} {
		p := parsePage(&fetch.Result{FinalURL: c.url, ContentType: "text/html", Body: []byte("<!doctype html>" + c.html)})
		r := newReport(func(Event) {})
		r.propose(fieldsOf(p, false)...)
		if got := r.fields[fieldName]; got.Value != c.name || got.From != c.from {
			t.Errorf("%s: %q from %s, want %q from %s", name, got.Value, got.From, c.name, c.from)
		}
	}
}
