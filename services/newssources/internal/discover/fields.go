package discover

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// Names of proposed fields in the API.
const (
	fieldName     = "name"
	fieldHomepage = "homepage_url"
	fieldLanguage = "language"
	fieldCountry  = "country"
	fieldLogo     = "logo_url"
)

// Trust in the place where a value was found. A more trusted value replaces the earlier proposal.
const (
	trustCompany = iota + 1 // the outlet's publisher
	trustGuess
	trustFeed
	trustPage
	trustMeta
	trustData
	trustFetched // the address was fetched
)

func newField(name, value, from string, trust int) Field {
	return Field{Name: name, Value: value, From: from, trust: trust}
}

// fields returns what the page says about its outlet. A country-code domain is trusted more than a locale, because
// publishing systems preset locales such as "en_US" and "es_ES".
func (p *page) fields() []Field {
	locale, lang := p.meta("og:locale"), p.lang()
	return append(p.names(),
		p.homepage(),
		p.canonicalHomepage(),
		newField(fieldLanguage, languageOf(lang), "the page's lang", trustMeta),
		newField(fieldLanguage, languageOf(locale), "og:locale", trustPage),
		newField(fieldCountry, countryOf(locale), "og:locale", trustGuess),
		newField(fieldCountry, countryOf(lang), "the page's lang", trustPage),
		newField(fieldCountry, countryOfHost(p.url.Host()), "the domain", trustMeta),
		newField(fieldCountry, countryCode(p.data.Country), "JSON-LD", trustData),
	)
}

// names returns the outlet's names in the page. The part of the title that resembles the domain is trusted more than a feed's
// title, which may be "Home"; a host name in og:site_name is trusted least.
func (p *page) names() []Field {
	if p.isHosted() {
		return p.hostedNames()
	}
	host := p.url.Host()
	title, isSure := source.NameInTitle(p.document.Find("title").First().Text(), host)
	trustTitle, trustSite := trustGuess, trustMeta
	if isSure {
		trustTitle = trustPage
	}
	site := p.meta("og:site_name")
	if strings.TrimPrefix(strings.ToLower(site), "www.") == strings.TrimPrefix(host, "www.") {
		trustSite = trustGuess
	}
	if isPlatformName(site) && !weburl.IsHosted(p.url) { // of an outlet's own domain on a platform
		site = ""
	}
	return []Field{
		newField(fieldName, shorten(title, maxTitle), "the page's title", trustTitle),
		newField(fieldName, shorten(site, maxTitle), "og:site_name", trustSite),
		newField(fieldName, shorten(p.data.Name, maxTitle), "JSON-LD", p.trustInData()),
	}
}

// companySuffix matches the legal form at the end of a company's name.
var companySuffix = regexp.MustCompile(`(?i)[ ,](gmbh|& co\.? kg|ag|kgaa|e\. ?v\.|inc|incorporated|llc|ltd|limited|plc|corp|corporation|company|s\. ?a|s\. ?l|s\. ?a\. ?u|s\. ?l\. ?u|s\. ?r\. ?l|s\. ?p\. ?a|sas|sarl|sa|srl|spa|b\. ?v|n\. ?v|oy|oyj|ab|a/s|as|aps|sp\. z o\. ?o|s\. ?r\. ?o|a\. ?s|kft|zrt|ltda|s/a|pty ltd|pvt\.? ltd|holding|holdings)\.?$`)

// trustInData returns the trust in the name in the page's JSON-LD: articles often name the publishing company.
func (p *page) trustInData() int {
	switch {
	case companySuffix.MatchString(p.data.Name):
		return trustCompany
	case p.isHome() || p.data.isNewsOrganization:
		return trustData
	}
	return trustPage
}

// homepage returns the homepage of the page's outlet as a field. If the root was fetched, it is trusted more than the links in
// feeds, which often lack https.
func (p *page) homepage() Field {
	trust, from := trustGuess, "the address"
	if p.isHome() {
		trust = trustPage
	}
	if p.redirected {
		from = "the redirect"
	}
	return newField(fieldHomepage, p.home().String(), from, trust)
}

// canonicalHomepage returns the homepage as the site itself writes it, with or without "www." and https. Addresses of other
// outlets and downgrades from https are ignored.
func (p *page) canonicalHomepage() Field {
	if !p.url.IsRoot() {
		return Field{Name: fieldHomepage}
	}
	link := p.document.Find(`link[rel~="canonical"][href]`).First().AttrOr("href", "")
	for _, place := range []struct{ href, from string }{{link, "the page's canonical link"}, {p.meta("og:url"), "og:url"}} {
		canonical := p.resolve(place.href)
		isDowngrade := p.url.Scheme() == "https" && canonical.Scheme() == "http"
		if !canonical.IsZero() && canonical.RegistrableDomain() == p.url.RegistrableDomain() && !isDowngrade {
			return newField(fieldHomepage, canonical.Root().String(), place.from, trustMeta)
		}
	}
	return Field{Name: fieldHomepage}
}

// language returns the declared language of the page.
func (p *page) language() string {
	return cmp.Or(languageOf(p.lang()), languageOf(p.meta("og:locale")))
}

// lang returns the lang attribute of the page, or its Content-Language.
func (p *page) lang() string {
	html := p.document.Find("html")
	lang := cmp.Or(strings.TrimSpace(html.AttrOr("lang", "")), strings.TrimSpace(html.AttrOr("xml:lang", "")))
	if lang == "" {
		p.document.Find("meta[http-equiv]").EachWithBreak(func(_ int, s *goquery.Selection) bool {
			if strings.EqualFold(s.AttrOr("http-equiv", ""), "content-language") {
				lang, _, _ = strings.Cut(s.AttrOr("content", ""), ",")
			}
			return lang == ""
		})
	}
	return lang
}

// fieldsOfFeed returns what a feed says about its outlet.
func fieldsOfFeed(d *feed.Document) []Field {
	home, _ := weburl.Parse(d.HomeURL)
	return []Field{
		newField(fieldName, shorten(nameOfFeed(d.Title, home), maxTitle), "the feed's title", trustFeed),
		newField(fieldLanguage, languageOf(d.Language), "the feed", trustFeed),
		newField(fieldHomepage, homeOf(home).String(), "the feed", trustFeed),
	}
}
