package pagelist

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

const (
	// maxLinks is how many links of a page are used: portals have thousands, and the news come first.
	maxLinks = 5000
	// maxDates is how many short texts are parsed as a date: a few for each item of a long list.
	maxDates = 5000
	// maxLongLinks limits the long links of an item whose heading is a link: its own and two related
	// articles.
	maxLongLinks = 3
	// maxDateLength is the longest text that may be a date, in bytes: "Donnerstag, 12. November 2026,
	// 15:04 Uhr".
	maxDateLength = 48
	// maxPriceLength is the longest text that may be a price, in bytes.
	maxPriceLength = 24
	// maxItemNodes limits the nodes of an item: a teaser has 30 to 100.
	maxItemNodes = 500
	// maxScanned is how much of a text is read, in bytes.
	maxScanned = 4096
	// minText is the minimum width of the introduction to an article, in columns: half a sentence.
	minText = 40
)

// survey visits a page once and collects the elements that may be items.
type survey struct {
	*feed.Builder
	options  feed.Options
	base     *url.URL
	domain   string
	urls     []string         // from index 1 on
	urlIndex map[string]int32 // noURL for links that don't count
	goods    map[int32]bool   // URLs of products
	sameSite map[string]bool  // by host: it belongs to the page's domain
	links    int              // number of links so far
	dates    int              // number of texts parsed as a date so far

	items  []item
	groups []*group
	byKey  map[groupKey]*group
	names  map[string]int32 // numbers of interned selectors
}

// item is an element that may be an item.
type item struct {
	node       *html.Node
	link       commonLink
	title      *html.Node
	titleWidth int
	date       *html.Node
	isHeading  bool // the title is a heading
	hasText    bool // there is more text than the title
	isSuspect  bool // it is where articles are rare
}

func newSurvey(builder *feed.Builder, options feed.Options) *survey {
	s := &survey{Builder: builder, options: options, base: builder.Base(), urls: []string{""},
		urlIndex: map[string]int32{}, goods: map[int32]bool{}, sameSite: map[string]bool{},
		byKey: map[groupKey]*group{}, names: map[string]int32{}}
	if u, err := weburl.Parse(options.BaseURL); err == nil {
		s.domain = u.RegistrableDomain()
	}
	return s
}

// visit collects the items of a page.
func (s *survey) visit(root *html.Node) {
	mustSelector("base[href]").find(root, false, func(n *html.Node) bool {
		s.base = s.Rebase(markup.Attribute(n, "href"), s.base)
		return false
	})
	s.children(root, location{})
}

// children visits the children of a node and returns its content.
func (s *survey) children(n *html.Node, at location) (c content) {
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		c.nodes++
		switch child.Type {
		case html.TextNode:
			s.text(&c, child, at)
		case html.ElementNode:
			if !skippedElements[child.DataAtom] {
				c.add(s.element(child, at))
			}
		}
	}
	return c
}

// skippedElements contain nothing visible, or no links to articles.
var skippedElements = markup.NewAtomSet(atom.Head, atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Select,
	atom.Button,
	atom.Dialog, atom.Svg, atom.Iframe, atom.Textarea)

// element visits an element and returns its content.
func (s *survey) element(n *html.Node, at location) content {
	here := at.enter(n)
	heading := isHeading(n)
	inner := here
	inner.scope = at.scope.enter(n)
	inner.inHeading = at.inHeading || heading
	isLink := n.DataAtom == atom.A
	inner.inLink = at.inLink || isLink
	c := s.children(n, inner)
	if isLink && !here.noLinks {
		s.addLink(&c, n, at.inHeading)
	}
	if n.DataAtom == atom.Time {
		c.date = n
	}
	if heading && !at.inHeading {
		c.headings, c.heading, c.headingWidth = 1, n, columns(titleText(n))
	}
	if !here.noItems && c.nodes <= maxItemNodes {
		s.addItem(n, c, here, at.scope)
	}
	return c
}

// addLink adds a link to a content if it leads to another page of the same site.
func (s *survey) addLink(c *content, n *html.Node, inHeading bool) {
	index := s.indexURL(markup.Attribute(n, "href"))
	if index == noURL {
		return
	}
	l := commonLink{url: index, width: columns(titleText(n)), node: n}
	if c.headings == 1 {
		l.width, inHeading = c.headingWidth, true
	}
	c.link = c.link.merge(l)
	if l.width >= minTitle {
		c.longLink, c.longLinks, c.firstLong, c.lastLong = c.longLink.merge(l), 1, index, index
	}
	if inHeading {
		c.headingLink = c.headingLink.merge(l)
	}
}

// indexURL returns the index of a URL, or noURL for links to other sites, to the home page or to
// the page itself.
func (s *survey) indexURL(href string) int32 {
	if s.links++; s.links > maxLinks || href == "" || href[0] == '#' || s.base == nil {
		return noURL
	}
	text := s.Link(href, s.base)
	if i := strings.IndexByte(text, '#'); i >= 0 {
		text = text[:i]
	}
	if index, known := s.urlIndex[text]; known {
		return index
	}
	index := int32(noURL)
	if u, err := url.Parse(text); err == nil && text != "" && strings.Trim(u.Path, "/")+u.RawQuery != "" &&
		(s.Base() == nil || text != s.Base().String()) && s.isSameSite(u.Host) {
		index = int32(len(s.urls))
		s.urls = append(s.urls, text)
	}
	s.urlIndex[text] = index
	return index
}

// isSameSite reports whether a host belongs to the page's domain.
func (s *survey) isSameSite(host string) bool {
	same, known := s.sameSite[host]
	if !known {
		u, err := weburl.Parse("https://" + host + "/")
		same = err == nil && u.RegistrableDomain() == s.domain
		s.sameSite[host] = same
	}
	return same
}

// text adds a text to a content if it is a date, a price, or long.
func (s *survey) text(c *content, n *html.Node, at location) {
	text := n.Data[:min(len(n.Data), maxScanned)]
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	c.hasPrice = c.hasPrice || len(text) <= maxPriceLength && isPrice(text)
	if c.date == nil && !at.inHeading && !at.inLink && len(text) <= maxDateLength &&
		strings.ContainsAny(text, "0123456789") && s.dates < maxDates {
		if s.dates++; s.Date([]byte(text)) != nil {
			c.date = n.Parent
		}
	}
	c.hasText = c.hasText || !at.inHeading && len(text) >= minText/2 && columns(text) >= minText
}

// addItem adds an element to the items if it has one main link.
func (s *survey) addItem(n *html.Node, c content, at location, parent scope) {
	i := item{node: n, date: c.date, hasText: c.hasText, isSuspect: at.isSuspect}
	switch {
	case c.headingLink.url > noURL && c.longLinks <= maxLongLinks:
		i.link, i.isHeading = c.headingLink, true
	case c.headingLink.url == noURL && c.longLink.url > noURL:
		i.link = c.longLink
	case c.headingLink.url == noURL && c.longLink.url == noURL && c.link.url > noURL:
		i.link = c.link
	default:
		return
	}
	i.title, i.titleWidth = i.link.node, i.link.width
	if c.headings == 1 && (i.isHeading || c.headingWidth >= minTitle) {
		i.title, i.titleWidth, i.isHeading = c.heading, c.headingWidth, true
	}
	if c.hasPrice || hasWord(n, goodsWords) {
		s.goods[i.link.url] = true
	}
	s.items = append(s.items, i)
	s.addToGroups(int32(len(s.items)-1), parent)
}
