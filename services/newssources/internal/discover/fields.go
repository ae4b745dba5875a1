package discover

import (
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/publicsuffix"
	"golang.org/x/text/language"

	"github.com/newsources/newsources/services/newssources/internal/feed"
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
)

func known(name, value, from string, trust int) Field {
	return Field{Name: name, Value: value, From: from, trust: trust}
}

// fields are what the page says about its outlet.
func (p *page) fields() []Field {
	locale := p.meta("og:locale")
	fields := []Field{
		known(fieldHomepage, rootOf(p.url.String()), "the address", trustGuess),
		known(fieldName, titlePart(p.document.Find("title").First().Text()), "the page's title", trustGuess),
		known(fieldName, p.meta("og:site_name"), "og:site_name", trustMeta),
		known(fieldName, p.data.Name, "JSON-LD", trustData),
		known(fieldLanguage, languageOf(p.document.Find("html").AttrOr("lang", "")), "the page's lang", trustMeta),
		known(fieldLanguage, languageOf(strings.ReplaceAll(locale, "_", "-")), "og:locale", trustPage),
		known(fieldCountry, countryOfHost(p.url.Hostname()), "the domain", trustGuess),
		known(fieldCountry, countryOf(locale), "og:locale", trustMeta),
		known(fieldCountry, countryCode(p.data.Country), "JSON-LD", trustData),
		known(fieldLogo, p.icon(), "the page's icon", trustPage),
	}
	if p.data.Logo != "" {
		fields = append(fields, known(fieldLogo, p.resolve(p.data.Logo), "JSON-LD", trustData))
	}
	for i := range fields {
		fields[i].Value = shorten(fields[i].Value, maxTitle)
	}
	return fields
}

func fieldsOfFeed(d *feed.Document) []Field {
	return []Field{
		known(fieldName, titlePart(d.Title), "the feed's title", trustFeed),
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

func (p *page) icon() string {
	for _, selector := range []string{`link[rel="apple-touch-icon"][href]`, `link[rel~="icon"][href]`} {
		if href, ok := p.document.Find(selector).First().Attr("href"); ok {
			return p.resolve(href)
		}
	}
	return ""
}

// titleSeparators stand between the name of an outlet and the rest of a title.
var titleSeparators = []string{" – ", " — ", " | ", " - ", " :: ", " · ", " » "}

// titlePart is the part of a title that is the outlet's name, as far as one can guess: the first.
func titlePart(title string) string {
	title = strings.Join(strings.Fields(title), " ")
	for _, separator := range titleSeparators {
		if first, _, ok := strings.Cut(title, separator); ok && len(first) >= 2 {
			return first
		}
	}
	return title
}

func languageOf(text string) string {
	tag, err := language.Parse(strings.TrimSpace(text))
	if err != nil || tag == language.Und {
		return ""
	}
	base, confidence := tag.Base()
	if confidence == language.No {
		return ""
	}
	return base.String()
}

func countryOf(locale string) string {
	tag, err := language.Parse(strings.ReplaceAll(locale, "_", "-"))
	if err != nil {
		return ""
	}
	region, confidence := tag.Region()
	if confidence != language.Exact || !region.IsCountry() {
		return ""
	}
	return region.String()
}

// genericCountries are country domains that the whole world uses.
var genericCountries = map[string]bool{"io": true, "co": true, "tv": true, "me": true, "ai": true, "fm": true, "ly": true, "gg": true, "cc": true, "ws": true, "to": true, "la": true, "sh": true, "so": true}

func countryOfHost(host string) string {
	suffix, _ := publicsuffix.PublicSuffix(host)
	tld := suffix[strings.LastIndex(suffix, ".")+1:]
	if len(tld) != 2 || genericCountries[tld] {
		return ""
	}
	if tld == "uk" {
		return "GB"
	}
	return countryCode(strings.ToUpper(tld))
}

func countryCode(text string) string {
	text = strings.ToUpper(strings.TrimSpace(text))
	region, err := language.ParseRegion(text)
	if err != nil || !region.IsCountry() || len(text) != 2 {
		return ""
	}
	return region.String()
}
