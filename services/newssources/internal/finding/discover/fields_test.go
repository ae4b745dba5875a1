package discover

import (
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

func TestFieldsOfPages(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ url, html, field, value, from string }{
		"canonical link with www": {"https://example.org/", `<link rel="canonical" href="https://www.example.org/">`,
			fieldHomepage, "https://www.example.org/", "the page's own address"},
		"og:url": {"http://example.org/", `<meta property="og:url" content="https://example.org">`, fieldHomepage,
			"https://example.org/", "the page's data for social networks"},
		"canonical link to another outlet is ignored": {"https://evil.example/",
			`<link rel="canonical" href="https://www.bbc.co.uk/"><meta property="og:url" content="https://www.bbc.co.uk/">`,
			fieldHomepage, "https://evil.example/", "the address"},
		"canonical link to another domain of co.uk is ignored": {"https://a.co.uk/",
			`<link rel="canonical" href="https://b.co.uk/">`, fieldHomepage, "https://a.co.uk/", "the address"},
		"canonical link to http is ignored": {"https://example.org/",
			`<link rel="canonical" href="http://www.example.org/">`, fieldHomepage, "https://example.org/", "the address"},
		"canonical link of an article is ignored": {"https://example.org/a",
			`<link rel="canonical" href="https://m.example.org/a">`, fieldHomepage, "https://example.org/", "the address"},
		"canonical link to a script is ignored": {"https://example.org/",
			`<link rel="canonical" href="javascript:x()">`, fieldHomepage, "https://example.org/", "the address"},
		"credentials of a canonical link are dropped": {"https://example.org/",
			`<link rel="canonical" href="https://u:p@example.org/">`, fieldHomepage, "https://example.org/",
			"the page's own address"},
		"country-code domain": {"https://diario.mx/", `<meta property="og:locale" content="es_ES">`,
			fieldCountry, "MX", "the domain"},
		"uk is GB": {"https://paper.co.uk/", `<meta property="og:locale" content="en_US">`,
			fieldCountry, "GB", "the domain"},
		"generic domain": {"https://paper.com/", `<meta property="og:locale" content="en_AU">`,
			fieldCountry, "AU", "the page's data for social networks"},
		"lang before og:locale": {"https://paper.com/",
			`<html lang="en-IE"><meta property="og:locale" content="en_US">`, fieldCountry, "IE", "the page's language"},
		"country-code domain in generic use": {"https://paper.io/", `<html lang="en-GB">`, fieldCountry, "GB",
			"the page's language"},
		"country of JSON-LD": {"https://paper.fr/",
			`<script type="application/ld+json">{"@type":"Newspaper","name":"P","address":{"addressCountry":"BE"}}</script>`,
			fieldCountry, "BE", "the page's data for search engines"},
		"first part of the title": {"https://paper.com/", `<title>The Valley Voice - Towns</title>`,
			fieldName, "The Valley Voice", "the page's title"},
		"first part of the title names no outlet": {"https://paper.com/", `<title>Home - The Valley Voice</title>`,
			fieldName, "The Valley Voice", "the page's title"},
		"no part of the title names an outlet": {"https://paper.com/", `<title>Accueil | Actualités</title>`,
			fieldName, "", ""},
		"application name": {"https://paper.com/",
			`<title>Home</title><meta name="apple-mobile-web-app-title" content="Polder Dagblad">`, fieldName, "Polder Dagblad",
			"the page's application name"},
		"application name precedes an unsure title": {"https://paper.com/",
			`<title>Towns and more</title><meta name="application-name" content="The Paper">`, fieldName, "The Paper",
			"the page's application name"},
		"part of the title that resembles the domain": {"https://valleyvoice.com/",
			`<title>Home - The Valley Voice</title><meta property="og:site_name" content="www.valleyvoice.com">`, fieldName,
			"The Valley Voice", "the page's title"},
		"og:site_name precedes the title": {"https://valleyvoice.com/",
			`<title>Home - The Valley Voice</title><meta property="og:site_name" content="Valley Voice">`, fieldName,
			"Valley Voice", "the page's data for social networks"},
		"xml:lang": {"https://paper.ch/", `<html xml:lang="rm-CH">`, fieldLanguage, "rm",
			"the page's language"},
		"Content-Language": {"https://paper.ch/", `<META HTTP-EQUIV="Content-Language" CONTENT="it, en">`,
			fieldLanguage, "it", "the page's language"},
		"lang precedes og:locale": {"https://paper.ch/", `<html lang="de-CH"><meta property="og:locale" content="fr_CH">`,
			fieldLanguage, "de", "the page's language"},
		"language of og:locale": {"https://paper.ch/", `<meta property="og:locale" content="fr_CH">`, fieldLanguage, "fr",
			"the page's data for social networks"},
	} {
		p := parsePage(&fetch.Result{FinalURL: c.url, ContentType: "text/html", Body: []byte("<!doctype html>" + c.html)})
		r := newReport(func(Event) {})
		r.propose(fieldsOf(p, false)...)
		if got := r.fields[c.field]; got.Value != c.value || got.From != c.from {
			t.Errorf("%s: %s from %s, want %s from %s", name, got.Value, got.From, c.value, c.from)
		}
	}
}

func TestHomepageIsTheTargetOfARedirect(t *testing.T) {
	t.Parallel()
	p := parsePage(&fetch.Result{FinalURL: "https://www.example.org/", ContentType: "text/html",
		Body: []byte("<!doctype html>")})
	r := newReport(func(Event) {})
	r.propose(newField(fieldHomepage, "http://example.org/", "the feed", trustFeed))
	r.propose(fieldsOf(p, true)...)
	r.propose(newField(fieldHomepage, "http://example.org/", "the feed", trustFeed))
	if got := r.fields[fieldHomepage]; got.Value != "https://www.example.org/" || got.From != "the redirect" {
		t.Errorf("%+v", got)
	}
}

func TestFeedWithoutLanguageHasThatOfItsPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	f := w.discover(t, w.URL("bilingual.test", "/en/"))
	for path, want := range map[string]string{"/en.rss": "en", "/es.rss": "es"} {
		if c := f.candidate(w.URL("bilingual.test", path)); c == nil || c.Language != want {
			t.Errorf("%s: %+v", path, c)
		}
	}
	if got := f.fields[fieldLanguage].Value; got != "en" {
		t.Errorf("the language is %s", got)
	}
}
