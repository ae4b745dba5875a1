package discover

import (
	"slices"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

func parseURL(t *testing.T, address string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestPathsWithOtherSlash(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{"/feed": "/feed/", "/politics/rss/": "/politics/rss", "/rss.xml": "",
		"/": ""} {
		if got := withOtherSlash(parseURL(t, "https://example.org"+path)); got.Path() != want {
			t.Errorf("%s: %q, want %q", path, got.Path(), want)
		}
	}
}

func TestUsualRedirects(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ from, location, want string }{
		{"https://example.org/feed", "/feed/", "https://example.org/feed/"},
		{"https://example.org/rss", "/rss/index.xml", "https://example.org/rss/index.xml"},
		{"http://example.org/rss", "https://www.example.org/rss", "https://www.example.org/rss"},
		{"https://example.org/feed", "https://example.org/", ""},
		{"https://example.org/feed", "/everything", ""},
		{"https://example.org/feed", "https://feeds.example.org/rss", ""},
		{"https://example.org/feed", "https://other.example/feed", ""},
		{"https://example.org/feed", "/feed", ""},
	} {
		result := &fetch.Result{Outcome: fetch.BadRedirect,
			Hops: []fetch.Hop{{URL: c.from, Status: 301, Location: c.location}}}
		if got := usualRedirect(parseURL(t, c.from), result).String(); got != c.want {
			t.Errorf("%s to %s: %q, want %q", c.from, c.location, got, c.want)
		}
	}
}

func TestSectionLeads(t *testing.T) {
	t.Parallel()
	all := []string{"/rss", "/feed/", ".rss", "/index.xml", "/rss.xml"}
	for name, c := range map[string]struct {
		url, html, section string
		want               []string
	}{
		"section":                       {"https://example.org/politics", "", "/politics", all},
		"section with a trailing slash": {"https://example.org/en/politics/", "", "/en/politics", all},
		"homepage":                      {"https://example.org/", "", "", nil},
		"article by its path":           {"https://example.org/2026/11/story", "", "", nil},
		"article by its slug":           {"https://example.org/the-town-has-new-mayor", "", "", nil},
		"article by its metadata": {"https://example.org/story", `<meta property="og:type" content="article">`, "",
			nil},
		"file": {"https://example.org/politics.html", "", "", nil},
		"section that announces a feed": {"https://example.org/politics",
			`<link rel="alternate" type="application/rss+xml" href="/politics/latest.xml">`, "", nil},
		"section that announces another": {"https://example.org/politics",
			`<link rel="alternate" type="application/rss+xml" href="/main.xml">`, "/politics", all},
		"page of a platform": {"https://www.reddit.com/r/news", "", "", nil},
	} {
		p := parsePage(&fetch.Result{FinalURL: c.url, ContentType: "text/html", Body: []byte("<!doctype html>" + c.html)})
		var got, want []string
		for _, l := range sectionLeads(p, leadsOf(p)) {
			got = append(got, l.url.Path())
		}
		for _, suffix := range c.want {
			want = append(want, c.section+suffix)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
