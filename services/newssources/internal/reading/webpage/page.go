// Package webpage reads HTML pages of news sites: the values that a page gives for its outlet, and
// the addresses in it that may be feeds. It fetches nothing; package discover decides what to do
// with the addresses and how far the facts are trusted.
package webpage

import (
	"cmp"
	"net/http"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
	"github.com/newsources/newsources/services/newssources/internal/reading/rightsignal"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

const (
	// maxLinks of a page are examined; portals have thousands.
	maxLinks = 2000
	// maxMetas is the maximum number of <meta> elements of one name, and of licences in a page, that are read.
	maxMetas = 10
)

// Page is a parsed HTML page.
type Page struct {
	URL       weburl.URL
	Publisher Publisher // from the page's JSON-LD
	// IsFeedIndex reports that a link to the page says that it lists feeds.
	IsFeedIndex bool

	base        weburl.URL
	document    *goquery.Document // without the contents of scripts other than JSON and XML, which are in body
	body        []byte
	header      http.Header
	sharedTexts map[string]bool // of links on a page of feeds
}

// Parse parses the page at url. It keeps body, so the caller must not change it.
func Parse(url weburl.URL, body []byte, contentType string, header http.Header) *Page {
	p := &Page{URL: url, base: url, body: body, header: header}
	root, err := markup.ParsePage(body, contentType) // its tree is bounded, unlike that of x/net/html
	if err != nil {
		root = &html.Node{Type: html.DocumentNode}
	}
	p.document = goquery.NewDocumentFromNode(root)
	if href, ok := p.document.Find("base[href]").Attr("href"); ok {
		if base, err := url.Resolve(href); err == nil {
			p.base = base
		}
	}
	p.document.Find("script[type]").EachWithBreak(func(_ int, s *goquery.Selection) bool {
		if strings.Contains(strings.ToLower(s.AttrOr("type", "")), "ld+json") {
			p.Publisher.collect(parseLooseJSON(s.Text()), 0)
		}
		return !p.Publisher.IsNewsOrganization
	})
	return p
}

// IsArticle reports whether the page declares itself an article.
func (p *Page) IsArticle() bool { return p.Meta("og:type") == "article" }

// Has reports whether the page has an element that matches the selector.
func (p *Page) Has(selector string) bool { return p.document.Find(selector).Length() > 0 }

// Text returns the text of the whole page.
func (p *Page) Text() string { return p.document.Text() }

// Title returns the content of <title>.
func (p *Page) Title() string { return p.document.Find("title").First().Text() }

// LinkCount returns the number of links in the page.
func (p *Page) LinkCount() int { return p.document.Find("a[href]").Length() }

// CanonicalLink returns the address of <link rel="canonical">, or the zero URL.
func (p *Page) CanonicalLink() weburl.URL {
	return p.Resolve(p.document.Find(`link[rel~="canonical"][href]`).First().AttrOr("href", ""))
}

// Resolve returns the absolute address of a link, or the zero URL if it is not a web address.
func (p *Page) Resolve(href string) weburl.URL {
	href = strings.TrimPrefix(strings.TrimSpace(href), "feed:") // "feed://host/path", "feed:https://host/path"
	href = strings.ReplaceAll(href, "&amp;", "&")               // escaped twice
	if href == "" {
		return weburl.URL{}
	}
	if first, _, _ := strings.Cut(href, "/"); withoutWWW(first) == withoutWWW(p.URL.Host()) { // the scheme is missing
		href = p.URL.Scheme() + "://" + href
	}
	address, _ := p.base.Resolve(href)
	return address
}

// Meta returns the content of the <meta> element with a name or property.
func (p *Page) Meta(name string) string {
	content := ""
	p.document.Find("meta[property],meta[name]").EachWithBreak(func(_ int, s *goquery.Selection) bool {
		if strings.EqualFold(s.AttrOr("property", s.AttrOr("name", "")), name) {
			content = strings.TrimSpace(s.AttrOr("content", ""))
		}
		return content == ""
	})
	return content
}

// RightsSignals returns what the page and the header of its response declare about the use of the
// content. agent is the product name of this service.
func (p *Page) RightsSignals(agent string) []rights.Signal {
	address := p.URL.String()
	return append(rightsignal.Header(p.header, agent, address),
		rightsignal.Page(p.metas, p.licenses(), agent, address)...)
}

// licenses returns the licences that the page contains, and those that it or a Link header of its response names.
func (p *Page) licenses() (found rightsignal.PageLicenses) {
	add := func(to *string, href string) {
		if *to == "" {
			*to = p.Resolve(href).String()
		}
	}
	for _, target := range LicenseFilesOf(p.header) {
		add(&found.File, target)
	}
	p.document.Find(`link[rel~="license"][href], a[rel~="license"][href]`).Each(func(_ int, s *goquery.Selection) {
		if rightsignal.IsLicenseFile(s.AttrOr("type", "")) {
			add(&found.File, s.AttrOr("href", ""))
		} else {
			add(&found.Address, s.AttrOr("href", ""))
		}
	})
	p.document.Find("script[type]").EachWithBreak(func(_ int, s *goquery.Selection) bool {
		if rightsignal.IsLicenseFile(s.AttrOr("type", "")) {
			found.RSL = append(found.RSL, s.Text())
		}
		return len(found.RSL) < maxMetas
	})
	return found
}

// metas returns the contents of the <meta> elements with a name, at most maxMetas.
func (p *Page) metas(name string) (contents []string) {
	p.document.Find("meta[name]").EachWithBreak(func(_ int, s *goquery.Selection) bool {
		if strings.EqualFold(s.AttrOr("name", ""), name) {
			contents = append(contents, s.AttrOr("content", ""))
		}
		return len(contents) < maxMetas
	})
	return contents
}

// Language returns the declared language of the page.
func (p *Page) Language() string {
	return cmp.Or(LanguageOf(p.Locale()), LanguageOf(p.Meta("og:locale")))
}

// Locale returns the lang attribute of the page, or its Content-Language.
func (p *Page) Locale() string {
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

func withoutWWW(host string) string { return strings.TrimPrefix(strings.ToLower(host), "www.") }

// Shorten collapses the white space of text and cuts it to maxRunes.
func Shorten(text string, maxRunes int) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > maxRunes {
		return string(runes[:maxRunes-1]) + "…"
	}
	return string(runes)
}
