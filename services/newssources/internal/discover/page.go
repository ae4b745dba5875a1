package discover

import (
	"net/http"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/markup"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

const (
	// maxLinks of a page are examined; portals have thousands.
	maxLinks = 2000
	// maxTitle of a feed, in characters.
	maxTitle = 200
)

// page is a parsed HTML page.
type page struct {
	url        weburl.URL
	base       weburl.URL
	document   *goquery.Document // without the contents of scripts, which are in body
	body       []byte
	header     http.Header
	data       linkedData
	redirected bool // the requested address differs
}

func parsePage(result *fetch.Result) *page {
	url, _ := weburl.Parse(result.FinalURL)
	p := &page{url: url, base: url, body: result.Body[:min(len(result.Body), maxBodyBytes)], header: result.Header, redirected: len(result.Hops) > 0}
	root, err := markup.ParsePage(result.Body, result.ContentType) // its tree is bounded, unlike that of x/net/html
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
			p.data.collect(parseLooseJSON(s.Text()), 0)
		}
		return !p.data.isNewsOrganization
	})
	return p
}

// isHome reports whether the page is the homepage of its outlet.
func (p *page) isHome() bool { return p.url.Key() == p.home().Key() }

// isArticle reports whether the page declares itself an article.
func (p *page) isArticle() bool { return p.meta("og:type") == "article" }

// has reports whether the page has an element that matches the selector.
func (p *page) has(selector string) bool { return p.document.Find(selector).Length() > 0 }

// resolve returns the absolute address of a link, or the zero URL if it is not a web address.
func (p *page) resolve(href string) weburl.URL {
	href = strings.TrimPrefix(strings.TrimSpace(href), "feed:") // "feed://host/path", "feed:https://host/path"
	if href == "" {
		return weburl.URL{}
	}
	address, _ := p.base.Resolve(href)
	return address
}

// meta returns the content of the <meta> element with a name or property.
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
