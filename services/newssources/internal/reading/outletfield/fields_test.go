package outletfield

import (
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/webpage"
)

func parse(t *testing.T, address, html string) *webpage.Page {
	t.Helper()
	url, err := weburl.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return webpage.Parse(url, []byte("<!doctype html>"+html), "text/html", nil)
}

// mostTrusted returns the most trusted value of a field, the first of several.
func mostTrusted(fields []Field, name string) (best Field) {
	for _, f := range fields {
		if f.Name == name && f.Value != "" && (best.Value == "" || CompareTrust(f, best) > 0) {
			best = f
		}
	}
	return best
}

func TestFieldsOfPages(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ url, html, field, value, from string }{
		"canonical link with www": {"https://example.org/", `<link rel="canonical" href="https://www.example.org/">`,
			Homepage, "https://www.example.org/", "the page's own address"},
		"og:url": {"http://example.org/", `<meta property="og:url" content="https://example.org">`, Homepage,
			"https://example.org/", "the page's data for social networks"},
		"canonical link to another outlet is ignored": {"https://evil.example/",
			`<link rel="canonical" href="https://www.bbc.co.uk/"><meta property="og:url" content="https://www.bbc.co.uk/">`,
			Homepage, "https://evil.example/", "the address"},
		"canonical link to another domain of co.uk is ignored": {"https://a.co.uk/",
			`<link rel="canonical" href="https://b.co.uk/">`, Homepage, "https://a.co.uk/", "the address"},
		"canonical link to http is ignored": {"https://example.org/",
			`<link rel="canonical" href="http://www.example.org/">`, Homepage, "https://example.org/", "the address"},
		"canonical link of an article is ignored": {"https://example.org/a",
			`<link rel="canonical" href="https://m.example.org/a">`, Homepage, "https://example.org/", "the address"},
		"canonical link to a script is ignored": {"https://example.org/",
			`<link rel="canonical" href="javascript:x()">`, Homepage, "https://example.org/", "the address"},
		"credentials of a canonical link are dropped": {"https://example.org/",
			`<link rel="canonical" href="https://u:p@example.org/">`, Homepage, "https://example.org/",
			"the page's own address"},
		"country-code domain": {"https://diario.mx/", `<meta property="og:locale" content="es_ES">`,
			Country, "MX", "the domain"},
		"uk is GB": {"https://paper.co.uk/", `<meta property="og:locale" content="en_US">`,
			Country, "GB", "the domain"},
		"generic domain": {"https://paper.com/", `<meta property="og:locale" content="en_AU">`,
			Country, "AU", "the page's data for social networks"},
		"lang before og:locale": {"https://paper.com/",
			`<html lang="en-IE"><meta property="og:locale" content="en_US">`, Country, "IE", "the page's language"},
		"country-code domain in generic use": {"https://paper.io/", `<html lang="en-GB">`, Country, "GB",
			"the page's language"},
		"country of JSON-LD": {"https://paper.fr/",
			`<script type="application/ld+json">{"@type":"Newspaper","name":"P","address":{"addressCountry":"BE"}}</script>`,
			Country, "BE", "the page's data for search engines"},
		"first part of the title": {"https://paper.com/", `<title>The Valley Voice - Towns</title>`,
			Name, "The Valley Voice", "the page's title"},
		"first part of the title names no outlet": {"https://paper.com/", `<title>Home - The Valley Voice</title>`,
			Name, "The Valley Voice", "the page's title"},
		"no part of the title names an outlet": {"https://paper.com/", `<title>Accueil | Actualités</title>`,
			Name, "", ""},
		"application name": {"https://paper.com/",
			`<title>Home</title><meta name="apple-mobile-web-app-title" content="Polder Dagblad">`, Name, "Polder Dagblad",
			"the page's application name"},
		"application name precedes an unsure title": {"https://paper.com/",
			`<title>Towns and more</title><meta name="application-name" content="The Paper">`, Name, "The Paper",
			"the page's application name"},
		"part of the title that resembles the domain": {"https://valleyvoice.com/",
			`<title>Home - The Valley Voice</title><meta property="og:site_name" content="www.valleyvoice.com">`, Name,
			"The Valley Voice", "the page's title"},
		"og:site_name precedes the title": {"https://valleyvoice.com/",
			`<title>Home - The Valley Voice</title><meta property="og:site_name" content="Valley Voice">`, Name,
			"Valley Voice", "the page's data for social networks"},
		"xml:lang": {"https://paper.ch/", `<html xml:lang="rm-CH">`, Language, "rm",
			"the page's language"},
		"Content-Language": {"https://paper.ch/", `<META HTTP-EQUIV="Content-Language" CONTENT="it, en">`,
			Language, "it", "the page's language"},
		"lang precedes og:locale": {"https://paper.ch/", `<html lang="de-CH"><meta property="og:locale" content="fr_CH">`,
			Language, "de", "the page's language"},
		"language of og:locale": {"https://paper.ch/", `<meta property="og:locale" content="fr_CH">`, Language, "fr",
			"the page's data for social networks"},
	} {
		p := parse(t, c.url, c.html)
		if got := mostTrusted(OfPage(p, false), c.field); got.Value != c.value || got.From != c.from {
			t.Errorf("%s: %s from %s, want %s from %s", name, got.Value, got.From, c.value, c.from)
		}
	}
}

func TestHomepageIsTheTargetOfARedirect(t *testing.T) {
	t.Parallel()
	p := parse(t, "https://www.example.org/", "")
	ofFeed := newField(Homepage, "http://example.org/", "the feed", trustFeed)
	fields := append(append([]Field{ofFeed}, OfPage(p, true)...), ofFeed)
	if got := mostTrusted(fields, Homepage); got.Value != "https://www.example.org/" || got.From != "the redirect" {
		t.Errorf("%+v", got)
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
		p := parse(t, c.url, c.html)
		if got := mostTrusted(OfPage(p, false), Name); got.Value != c.name || got.From != c.from {
			t.Errorf("%s: %q from %s, want %q from %s", name, got.Value, got.From, c.name, c.from)
		}
	}
}

func TestPageWithoutLogoFallsBackToFavicon(t *testing.T) {
	t.Parallel()
	for _, page := range []string{`<p>No logo`,
		`<script type="application/ld+json">{"@type":"Organization","name":"X"}</script><link rel="icon" href="">`} {
		p := parse(t, "https://example.org/a", page)
		if logos := LogosOf(p); len(logos) != 1 || logos[0].Value != "https://example.org/favicon.ico" ||
			logos[0].IsNamed() {
			t.Errorf("%s: %+v", page, logos)
		}
	}
}

func TestLogosAreSortedByQuality(t *testing.T) {
	t.Parallel()
	p := parse(t, "https://example.org/a", `<link rel="icon" href="/16.png" sizes="16x16"><link rel="shortcut icon" href="/small.ico"><link rel="icon" href="/any.svg" sizes="any">
<link rel="icon" href="/512.png" sizes="512x512"><link rel="icon" href="/192.png" sizes="192x192"><link rel="mask-icon" href="/mask.svg">
<link rel="apple-touch-icon" href="/touch.png"><link rel="apple-touch-icon" sizes="57x57" href="/touch-57.png"><link rel="icon" href="data:image/png;base64,AAAA">
<script type="application/ld+json">{"@type":"NewsMediaOrganization","name":"X","logo":"https://cdn.example.com/logo.png"}</script>`)
	var got []string
	for _, f := range LogosOf(p) {
		got = append(got, strings.TrimPrefix(f.Value, "https://example.org"))
	}
	want := "https://cdn.example.com/logo.png /touch.png /touch-57.png /192.png /512.png /16.png /small.ico /favicon.ico"
	if strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}
