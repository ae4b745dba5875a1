// Package outletfield finds values for the fields of a source in the pages and feeds of its outlet.
package outletfield

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/mainfeed"
	"github.com/newsources/newsources/services/newssources/internal/reading/outletname"
	"github.com/newsources/newsources/services/newssources/internal/reading/webpage"
)

// Names of proposed fields in the API.
const (
	Name     = "name"
	Homepage = "homepage_url"
	Language = "language"
	Country  = "country"
	Logo     = "logo_url"
)

// Names of fields that only visits find.
const (
	Paywall = "paywall"
	// ContentLanguage is the language of the headlines, which may differ from the declared one.
	ContentLanguage = "content_language"
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

// Field is a proposed value of the source.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from"`            // where the value was found, in words
	Image string `json:"image,omitempty"` // of a logo: a data: URL
	trust int
}

func newField(name, value, from string, trust int) Field {
	return Field{Name: name, Value: value, From: from, trust: trust}
}

// CompareTrust compares the trust in the places where two values were found.
func CompareTrust(a, b Field) int { return a.trust - b.trust }

// IsNamed reports whether a page or a feed names the value, unlike the address /favicon.ico.
func (f Field) IsNamed() bool { return f.trust > 0 }

// LanguageOfContent returns the language that the headlines of a page are written in, as a field.
func LanguageOfContent(code string, headlines int) Field {
	return newField(ContentLanguage, code, fmt.Sprintf("%d headlines of the homepage", headlines), trustPage)
}

// LanguageOfItems returns the language that the titles of items are written in, as a field.
func LanguageOfItems(code string, titles int) Field {
	return newField(ContentLanguage, code, fmt.Sprintf("%d titles of items", titles), trustGuess)
}

// WithImage returns the field of a logo with its image, which was fetched as a data: URL.
func (f Field) WithImage(url string) Field {
	f.Image, f.trust = url, trustFetched
	return f
}

// OfPage returns the values that a page gives for its outlet. A country-code domain is trusted
// more than a locale, because publishing systems preset locales such as "en_US" and "es_ES".
func OfPage(p *webpage.Page, isRedirected bool) []Field {
	locale, lang := p.Meta("og:locale"), p.Locale()
	return append(namesOf(p),
		homepageOf(p, isRedirected),
		canonicalHomepage(p),
		newField(Language, webpage.LanguageOf(lang), "the page's language", trustMeta),
		newField(Language, webpage.LanguageOf(locale), "the page's data for social networks", trustPage),
		newField(Country, webpage.CountryOf(locale), "the page's data for social networks", trustGuess),
		newField(Country, webpage.CountryOf(lang), "the page's language", trustPage),
		newField(Country, webpage.CountryOfHost(p.URL.Host()), "the domain", trustMeta),
		newField(Country, webpage.CountryCode(p.Publisher.Country), "the page's data for search engines", trustData),
	)
}

// namesOf returns the outlet's names in the page. The part of the title that resembles the domain
// is trusted more than a feed's title, which may be "Home"; a host name in og:site_name is trusted
// least.
func namesOf(p *webpage.Page) []Field {
	if p.IsHosted() {
		return hostedNames(p)
	}
	host := p.URL.Host()
	title, isSure := outletname.InTitle(p.Title(), host)
	trustTitle, trustSite := trustGuess, trustMeta
	if isSure {
		trustTitle = trustPage
	}
	if mainfeed.IsUnnamed(title, host) { // "Home", "Home - The Valley Voice"
		rest := strings.TrimPrefix(strings.TrimSpace(p.Title()), title)
		if title, _ = outletname.InTitle(strings.TrimLeft(rest, " -–—|>»·•/:"), host); mainfeed.IsUnnamed(title, host) {
			title = ""
		}
	}
	site := p.Meta("og:site_name")
	if strings.TrimPrefix(strings.ToLower(site), "www.") == strings.TrimPrefix(host, "www.") {
		trustSite = trustGuess
	}
	if outletname.IsPlatform(site) && !weburl.IsHosted(p.URL) { // of an outlet's own domain on a platform
		site = ""
	}
	return []Field{
		newField(Name, webpage.Shorten(title, webpage.MaxTitle), "the page's title", trustTitle),
		newField(Name, webpage.Shorten(site, webpage.MaxTitle), "the page's data for social networks", trustSite),
		newField(Name, webpage.Shorten(cmp.Or(p.Meta("application-name"), p.Meta("apple-mobile-web-app-title")),
			webpage.MaxTitle), "the page's application name", trustFeed),
		newField(Name, webpage.Shorten(p.Publisher.Name, webpage.MaxTitle), "the page's data for search engines",
			trustInData(p)),
	}
}

// hostedNames returns the names of an outlet in its page on a platform, whose og:site_name may be
// that of the platform.
func hostedNames(p *webpage.Page) (names []Field) {
	if site := p.Meta("og:site_name"); !p.IsBelowPlatform() && !outletname.IsPlatform(site) {
		names = append(names, newField(Name, webpage.Shorten(site, webpage.MaxTitle),
			"the page's data for social networks", trustMeta))
	}
	if !p.IsHome() { // the titles are those of an article
		return names
	}
	if !p.IsBelowPlatform() && !outletname.IsPlatform(p.Publisher.Name) {
		names = append(names, newField(Name, webpage.Shorten(p.Publisher.Name, webpage.MaxTitle),
			"the page's data for search engines", trustData))
	}
	return append(names,
		newField(Name, webpage.Shorten(outletname.OnPlatform(p.Meta("og:title")), webpage.MaxTitle),
			"the page's data for social networks", trustPage),
		newField(Name, webpage.Shorten(outletname.OnPlatform(p.Title()), webpage.MaxTitle), "the page's title", trustGuess),
	)
}

// companySuffix matches the legal form at the end of a company's name.
var companySuffix = regexp.MustCompile(`(?i)[ ,](gmbh|& co\.? kg|ag|kgaa|e\. ?v\.|inc|incorporated|llc|ltd|limited|plc|corp|corporation|company|s\. ?a|s\. ?l|s\. ?a\. ?u|s\. ?l\. ?u|s\. ?r\. ?l|s\. ?p\. ?a|sas|sarl|sa|srl|spa|b\. ?v|n\. ?v|oy|oyj|ab|a/s|as|aps|sp\. z o\. ?o|s\. ?r\. ?o|a\. ?s|kft|zrt|ltda|s/a|pty ltd|pvt\.? ltd|holding|holdings)\.?$`)

// trustInData returns the trust in the name in the page's JSON-LD: articles often name the
// publishing company.
func trustInData(p *webpage.Page) int {
	switch {
	case companySuffix.MatchString(p.Publisher.Name):
		return trustCompany
	case p.IsHome() || p.Publisher.IsNewsOrganization:
		return trustData
	}
	return trustPage
}

// homepageOf returns the homepage of the page's outlet as a field. If the root was fetched, it is
// trusted more than the links in feeds, which often lack https.
func homepageOf(p *webpage.Page, isRedirected bool) Field {
	trust, from := trustGuess, "the address"
	if p.IsHome() {
		trust = trustPage
	}
	if isRedirected {
		from = "the redirect"
	}
	return newField(Homepage, p.Home().String(), from, trust)
}

// canonicalHomepage returns the homepage as the site itself writes it, with or without "www." and
// https. Addresses of other outlets and downgrades from https are ignored.
func canonicalHomepage(p *webpage.Page) Field {
	if !p.URL.IsRoot() {
		return Field{Name: Homepage}
	}
	for _, place := range []struct {
		address weburl.URL
		from    string
	}{{p.CanonicalLink(), "the page's own address"},
		{p.Resolve(p.Meta("og:url")), "the page's data for social networks"}} {
		canonical := place.address
		isDowngrade := p.URL.Scheme() == "https" && canonical.Scheme() == "http"
		if !canonical.IsZero() && canonical.RegistrableDomain() == p.URL.RegistrableDomain() && !isDowngrade {
			return newField(Homepage, canonical.Root().String(), place.from, trustMeta)
		}
	}
	return Field{Name: Homepage}
}

// OfFeed returns the values that a feed gives for its outlet.
func OfFeed(d *feed.Document) []Field {
	home, _ := weburl.Parse(d.HomeURL)
	name := outletname.OfFeed(d.Title, home)
	if mainfeed.IsUnnamed(name, home.Host()) { // "Latest news"
		name = ""
	}
	return []Field{
		newField(Name, webpage.Shorten(name, webpage.MaxTitle), "the feed's title", trustFeed),
		newField(Language, webpage.LanguageOf(d.Language), "the feed", trustFeed),
		newField(Homepage, webpage.HomeOf(home).String(), "the feed", trustFeed),
	}
}
