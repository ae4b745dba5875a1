package webpage

import (
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed/feedtest"
)

func TestNamesOnlyFormat(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]bool{
		"RSS": true, "RSS 2.0": true, "Atom 0.3": true, "RSS .92": true, "RSS feed": true, "News (RSS)": true, "XML": true,
		"v2.0":  true,
		"Sport": false, "RSS Sport": false, "The Daily Feedback": false, "Newsday": false, "": false, "2026": false,
	} {
		if NamesOnlyFormat(title) != want {
			t.Errorf("%q: %t", title, !want)
		}
	}
}

func TestLocales(t *testing.T) {
	t.Parallel()
	for locale, want := range map[string][2]string{
		"de-CH": {"de", "CH"}, "en_US": {"en", "US"}, "en-UK": {"en", "GB"}, "pt_PT": {"pt", "PT"}, "fr-FR": {"fr", "FR"},
		"es-419": {"es", ""},
		"es_LA":  {"es", ""}, "ar_AR": {"ar", ""}, "sl-SL": {"sl", ""}, "et-ET": {"et", ""}, "lo_LA": {"lo", "LA"},
		"es_AR": {"es", "AR"},
		"en_EN": {"en", ""}, "zh-Hant-TW": {"zh", "TW"}, "": {"", ""}, "x-default": {"", ""}, "english": {"", ""},
		" nb_NO ": {"nb", "NO"},
	} {
		if language, country := LanguageOf(locale), CountryOf(locale); language != want[0] || country != want[1] {
			t.Errorf("%q: %q and %q, want %q", locale, language, country, want)
		}
	}
}

func TestLinkedData(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want Publisher
	}{
		{`{"@type":"Organization","name":"Law &amp; Order","logo":["https://a.example/1.png","x"]}`,
			Publisher{Name: "Law & Order", Logo: "https://a.example/1.png"}},
		{`{"@type":"NewsArticle","publisher":{"@type":"Organization","name":"P","logo":{"url":"l"}}}`,
			Publisher{Name: "P", Logo: "l"}},
		{`[{"@type":"Corporation","name":"Holding","logo":"h"},{"@type":"Newspaper","name":"P"}]`,
			Publisher{Name: "P", IsNewsOrganization: true}},
		{"{\"@type\":\"Organization\",\"name\":\"A\tB\n\",}", Publisher{Name: "A B"}},
		{`{"@type":"Organization","name":{"@value":"P"},"address":[{"addressCountry":{"name":"IE"}}]}`,
			Publisher{Name: "P", Country: "IE"}},
		{`{"@type":"Organization","name":7,"logo":[],"address":"Main Street"}`, Publisher{}},
		{`{"@type":"Organization"`, Publisher{}},
	} {
		var d Publisher
		if d.collect(parseLooseJSON(c.text), 0); d != c.want {
			t.Errorf("%s: %+v, want %+v", c.text, d, c.want)
		}
	}
}

func TestAnnouncesFeed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		media, href string
		want        bool
	}{
		{"application/rss+xml", "/x", true}, {"application/rss", "/x", true}, {"text/atom+xml", "/x", true},
		{"application/x-rss+xml", "/x", true},
		{"application/feed+json", "/x", true}, {"text/xml", "/x", true}, {"", "/rss.xml", true}, {"", "/en/", false},
		{"text/html", "/rss", false},
		{"application/json+oembed", "/x", false}, {"text/xml+oembed", "/x", false},
		{"application/activity+json", "/x", false},
	} {
		if got := announcesFeed(c.media, mustParse(t, "https://example.org"+c.href)); got != c.want {
			t.Errorf("%q to %s: %t", c.media, c.href, got)
		}
	}
}

func TestHomeOf(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://example.org/politics":                       "https://example.org/",
		"https://letter.substack.com/p/one":                  "https://letter.substack.com/",
		"https://medium.com/@Rita/a-story-1a2b":              "https://medium.com/@Rita",
		"https://www.youtube.com/@Nine/videos":               "https://www.youtube.com/@Nine",
		"https://www.youtube.com/playlist?list=PL01":         "https://www.youtube.com/playlist?list=PL01",
		"https://www.youtube.com/watch?v=x":                  "",
		"https://www.youtube.com/":                           "https://www.youtube.com/",
		"https://www.reddit.com/r/news/top":                  "https://www.reddit.com/r/news",
		"https://podcasts.apple.com/us/podcast/late/id15000": "https://podcasts.apple.com/us/podcast/late/id15000",
	} {
		if got := HomeOf(mustParse(t, address)).String(); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

func TestHostilePageIsBounded(t *testing.T) { // not parallel: it measures allocations
	body := strings.Repeat(`<b id=x>`, 400) + strings.Repeat(`</p><p>x`, 3000)
	before := allocated()
	p := Parse(mustParse(t, "https://example.org/"), []byte(body), "text/html", nil)
	p.FeedLinks()
	if grown := allocated() - before; grown > 64<<20 {
		t.Errorf("a page of %d KB took %d MB", len(body)>>10, grown>>20)
	}
}

// allocated returns the bytes allocated so far.
func allocated() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.TotalAlloc
}

// TestHostileScriptsAreReadInLinearTime reads pages that are slow to search for addresses.
func TestHostileScriptsAreReadInLinearTime(t *testing.T) { // not parallel: it measures time
	for name, part := range map[string]string{
		"quotes": `"`, "open strings": `"/`, "addresses": `"/aaaaaaaaaaaaaaaa",`, "members": `"rss":`,
		"locations": `location = `, "texts": `http`, "spaces": `"rss" `,
	} {
		t.Run(name, func(t *testing.T) {
			feedtest.CheckLinearTime(t, 3<<20, func(size int) string {
				return "<!doctype html><script>" + strings.Repeat(part, size*2/3/len(part)) + "</script><p>" +
					strings.Repeat(part, size/3/len(part))
			}, func(body string) {
				p := parsePage(t, "https://example.org/", body)
				p.FeedLinks()
				p.RefreshTarget()
			})
		})
	}
}

func TestRightsSignalsOfPage(t *testing.T) {
	t.Parallel()
	page := Parse(mustParse(t, "https://paper.example/"), []byte(`<head><meta name="robots" content="index">
		<meta name="Robots" content="noai"><meta name="NewsSources" content="noarchive">
		<meta name="tdm-reservation" content="1"><link rel="license" href="/terms">
		<link rel="License" type="application/rsl+xml" href="/page.xml"><script type="application/rsl+xml"><rsl><content url="/"><license>
		<prohibits type="usage">ai-train</prohibits></license></content></rsl></script></head>`), "text/html",
		http.Header{"X-Robots-Tag": {"nosnippet"}, "Link": {`</header.xml>; rel="license"; type="application/rsl+xml"`}})
	var got []string
	for _, s := range page.RightsSignals("newssources") {
		got = append(got, string(s.Kind)+"="+s.Value)
	}
	want := "robots_meta=nosnippet tdm_reservation=1 robots_meta=noai, noarchive license=https://paper.example/terms " +
		"license_file=https://paper.example/header.xml rsl=prohibits ai-train"
	if strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}
