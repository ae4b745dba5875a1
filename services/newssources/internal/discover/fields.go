package discover

import (
	"cmp"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// Names of the fields that are proposed, as the contract calls them.
const (
	fieldName     = "name"
	fieldHomepage = "homepage_url"
	fieldLanguage = "language"
	fieldCountry  = "country"
	fieldLogo     = "logo_url"
)

// How much a place is trusted; a better one replaces what was proposed before.
const (
	trustGuess = iota + 1
	trustFeed
	trustPage
	trustMeta
	trustData
	trustSeen // it was fetched
)

func known(name, value, from string, trust int) Field {
	return Field{Name: name, Value: value, From: from, trust: trust}
}

// fields are what the page says about its outlet. A country's domain is trusted more than a locale, which publishing
// systems fill in with "en_US" and "es_ES" by themselves.
func (p *page) fields() []Field {
	locale, lang := p.meta("og:locale"), p.lang()
	return append(p.names(),
		p.root(),
		p.canonical(),
		known(fieldLanguage, languageOf(lang), "the page's lang", trustMeta),
		known(fieldLanguage, languageOf(locale), "og:locale", trustPage),
		known(fieldCountry, countryOf(locale), "og:locale", trustGuess),
		known(fieldCountry, countryOf(lang), "the page's lang", trustPage),
		known(fieldCountry, countryOfHost(p.url.Hostname()), "the domain", trustMeta),
		known(fieldCountry, countryCode(p.data.Country), "JSON-LD", trustData),
	)
}

// names are what the page calls its outlet. The part of its title that its address repeats is trusted more than what a
// feed is called, which may be "Home", and an address in place of a name less than any.
func (p *page) names() []Field {
	host := p.url.Hostname()
	title, sure := source.NameInTitle(p.document.Find("title").First().Text(), host)
	trustTitle, trustSite := trustGuess, trustMeta
	if sure {
		trustTitle = trustPage
	}
	site := p.meta("og:site_name")
	if strings.TrimPrefix(strings.ToLower(site), "www.") == strings.TrimPrefix(host, "www.") {
		trustSite = trustGuess
	}
	return []Field{
		known(fieldName, shorten(title, maxTitle), "the page's title", trustTitle),
		known(fieldName, shorten(site, maxTitle), "og:site_name", trustSite),
		known(fieldName, shorten(p.data.Name, maxTitle), "JSON-LD", trustData),
	}
}

// root is the homepage of the page's server: where the address leads, if it redirects. Once it was seen it is trusted
// more than what feeds link to, which is often without https.
func (p *page) root() Field {
	trust, from := trustGuess, "the address"
	if p.isHome() {
		trust = trustPage
	}
	if p.redirected {
		from = "where the address leads"
	}
	return known(fieldHomepage, rootOf(p.url.String()), from, trust)
}

// canonical is the homepage as the site itself writes it: with "www." or without, by https or not. Another outlet's
// address isn't taken from it, and neither is a step back from https.
func (p *page) canonical() Field {
	here, err := weburl.Parse(p.url.String())
	if err != nil || !p.isHome() {
		return Field{Name: fieldHomepage}
	}
	link := p.document.Find(`link[rel~="canonical"][href]`).First().AttrOr("href", "")
	for _, place := range []struct{ address, from string }{{link, "the page's canonical link"}, {p.meta("og:url"), "og:url"}} {
		there, err := weburl.Parse(p.resolve(place.address))
		if err != nil || place.address == "" || there.RegistrableDomain() != here.RegistrableDomain() || here.Scheme() == "https" && there.Scheme() == "http" {
			continue
		}
		return known(fieldHomepage, rootOf(there.String()), place.from, trustMeta)
	}
	return Field{Name: fieldHomepage}
}

// language that the page is in, as far as it says.
func (p *page) language() string {
	return cmp.Or(languageOf(p.lang()), languageOf(p.meta("og:locale")))
}

// lang is what the page says of its language as a page.
func (p *page) lang() string {
	html := p.document.Find("html")
	said := cmp.Or(strings.TrimSpace(html.AttrOr("lang", "")), strings.TrimSpace(html.AttrOr("xml:lang", "")))
	if said == "" {
		p.document.Find("meta[http-equiv]").EachWithBreak(func(_ int, s *goquery.Selection) bool {
			if strings.EqualFold(s.AttrOr("http-equiv", ""), "content-language") {
				said, _, _ = strings.Cut(s.AttrOr("content", ""), ",")
			}
			return said == ""
		})
	}
	return said
}

func fieldsOfFeed(d *feed.Document) []Field {
	title, _ := source.NameInTitle(d.Title, hostOf(d.HomeURL))
	return []Field{
		known(fieldName, shorten(title, maxTitle), "the feed's title", trustFeed),
		known(fieldLanguage, languageOf(d.Language), "the feed", trustFeed),
		known(fieldHomepage, rootOf(d.HomeURL), "the feed", trustFeed),
	}
}

func (p *page) meta(name string) string {
	content := ""
	p.document.Find("meta[property],meta[name]").EachWithBreak(func(_ int, s *goquery.Selection) bool {
		if strings.EqualFold(s.AttrOr("property", s.AttrOr("name", "")), name) {
			content = strings.TrimSpace(s.AttrOr("content", ""))
		}
		return content == ""
	})
	return content
}
