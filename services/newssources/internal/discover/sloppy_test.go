package discover

import (
	"slices"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/source"
)

func TestPageOfFeedsIsFollowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	f := w.discover(t, w.URL("feed-page.test", "/"))
	if got := f.selected(); !slices.Equal(got, []string{w.URL("feed-page.test", "/xml/front.xml")}) || len(f.candidates) != 3 {
		t.Errorf("preselected %v among %v", got, f.titles())
	}
	for _, section := range []string{"/xml/sport.xml", "/xml/world.xml"} {
		if c := f.candidate(w.URL("feed-page.test", section)); c == nil || c.Group != GroupSection {
			t.Errorf("%s is not a section feed among %v", section, f.titles())
		}
	}
	if c := f.candidates[0]; c.From != FromAnchor || c.Title != "The Morning Herald – Front page" {
		t.Errorf("the first: %+v", c)
	}
	if name := f.fields[fieldName]; name.Value != "The Morning Herald" {
		t.Errorf("the name is %+v", name)
	}
}

func TestSloppyHead(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	f := w.discover(t, w.URL("sloppy-head.test", "/"))
	for path, title := range map[string]string{"/rss/todo": "The Sloppy Head – Todo", "/rss/deportes": "Deportes", "/rss/cultura": "Cultura"} {
		if c := f.candidate(w.URL("sloppy-head.test", path)); c == nil || c.From != FromLink || c.Preselected != (path == "/rss/todo") || c.Title != title {
			t.Errorf("%s is not as expected among %v", path, f.titles())
		}
	}
	for name, want := range map[string]string{fieldName: "El Norte & el Sur", fieldCountry: "MX", fieldLanguage: "es"} {
		if got := f.fields[name]; got.Value != want {
			t.Errorf("%s: %+v, want %s", name, got, want)
		}
	}
}

func TestNameInTitle(t *testing.T) {
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
		if got, sure := source.NameInTitle(c.title, c.host); got != c.want || sure != c.sure {
			t.Errorf("%q at %s: %q, %t, want %q", c.title, c.host, got, sure, c.want)
		}
	}
}

func TestNamesOnlyFormat(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]bool{
		"RSS": true, "RSS 2.0": true, "Atom 0.3": true, "RSS .92": true, "RSS feed": true, "News (RSS)": true, "XML": true, "v2.0": true,
		"Sport": false, "RSS Sport": false, "The Daily Feedback": false, "Newsday": false, "": false, "2026": false,
	} {
		if namesOnlyFormat(title) != want {
			t.Errorf("%q: %t", title, !want)
		}
	}
}

func TestLocales(t *testing.T) {
	t.Parallel()
	for locale, want := range map[string][2]string{
		"de-CH": {"de", "CH"}, "en_US": {"en", "US"}, "en-UK": {"en", "GB"}, "pt_PT": {"pt", "PT"}, "fr-FR": {"fr", "FR"}, "es-419": {"es", ""},
		"es_LA": {"es", ""}, "ar_AR": {"ar", ""}, "sl-SL": {"sl", ""}, "et-ET": {"et", ""}, "lo_LA": {"lo", "LA"}, "es_AR": {"es", "AR"},
		"en_EN": {"en", ""}, "zh-Hant-TW": {"zh", "TW"}, "": {"", ""}, "x-default": {"", ""}, "english": {"", ""}, " nb_NO ": {"nb", "NO"},
	} {
		if language, country := languageOf(locale), countryOf(locale); language != want[0] || country != want[1] {
			t.Errorf("%q: %q and %q, want %q", locale, language, country, want)
		}
	}
}

func TestLinkedData(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want linkedData
	}{
		{`{"@type":"Organization","name":"Law &amp; Order","logo":["https://a.example/1.png","x"]}`, linkedData{Name: "Law & Order", Logo: "https://a.example/1.png"}},
		{`{"@type":"NewsArticle","publisher":{"@type":"Organization","name":"P","logo":{"url":"l"}}}`, linkedData{Name: "P", Logo: "l"}},
		{`[{"@type":"Corporation","name":"Holding","logo":"h"},{"@type":"Newspaper","name":"P"}]`, linkedData{Name: "P", isNewsOrganization: true}},
		{"{\"@type\":\"Organization\",\"name\":\"A\tB\n\",}", linkedData{Name: "A B"}},
		{`{"@type":"Organization","name":{"@value":"P"},"address":[{"addressCountry":{"name":"IE"}}]}`, linkedData{Name: "P", Country: "IE"}},
		{`{"@type":"Organization","name":7,"logo":[],"address":"Main Street"}`, linkedData{}},
		{`{"@type":"Organization"`, linkedData{}},
	} {
		var d linkedData
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
		{"application/rss+xml", "/x", true}, {"application/rss", "/x", true}, {"text/atom+xml", "/x", true}, {"application/x-rss+xml", "/x", true},
		{"application/feed+json", "/x", true}, {"text/xml", "/x", true}, {"", "/rss.xml", true}, {"", "/en/", false}, {"text/html", "/rss", false},
		{"application/json+oembed", "/x", false}, {"text/xml+oembed", "/x", false}, {"application/activity+json", "/x", false},
	} {
		if got := announcesFeed(c.media, mustParse(t, "https://example.org"+c.href)); got != c.want {
			t.Errorf("%q to %s: %t", c.media, c.href, got)
		}
	}
}

func TestRefreshIsFollowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	f := w.discover(t, w.URL("refresh.test", "/"))
	if c := f.candidate(w.URL("refresh.test", "/portail/flux.php")); c == nil || !c.Preselected || f.fields[fieldName].Value != "Le Portail" {
		t.Errorf("candidates %v, fields %+v", f.titles(), f.fields)
	}
	for content, want := range map[string]string{
		"0; URL=/portal/": "https://example.org/portal/", `5;url="x.php"`: "https://example.org/a/x.php", "0;URL = https://www.example.org/b": "https://www.example.org/b",
		"300; url=/": "", "300": "", "": "", "0; url=": "", "0; url=https://example.com/": "", "0; url=javascript:x()": "", "x; url=/b": "",
	} {
		p := parsePage(&fetch.Result{FinalURL: "https://example.org/a/", ContentType: "text/html",
			Body: []byte("<!doctype html><meta http-equiv=Content-Type content=x><meta http-equiv=refresh content='" + content + "'>")})
		if got := p.refreshTarget().String(); got != want {
			t.Errorf("%q: target %q, want %q", content, got, want)
		}
	}
}
