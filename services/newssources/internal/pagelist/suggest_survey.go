package pagelist

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/markup"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

const (
	// maxSurveyedLinks are looked at; portals have thousands, of which the first are the news.
	maxSurveyedLinks = 5000
	// maxSurveyedDates are short texts that are tried as a date: a few for each item of a long list.
	maxSurveyedDates = 5000
	// maxLongLinks of an item whose heading is a link: beside its own, two to articles that go with it.
	maxLongLinks = 3
	// longestDate is the longest text that may be a date, in bytes: "Donnerstag, 12. November 2026, 15:04 Uhr".
	longestDate = 48
	// longestPrice is the longest text that may be a price, in bytes.
	longestPrice = 24
	// maxItemNodes are the elements and texts of an item at most: a teaser has 30, with all its pictures and buttons 100.
	maxItemNodes = 500
	// maxScanned is how much of a text is looked at, in bytes.
	maxScanned = 4096
	// minText is how wide the text beside a title is that introduces an article, in columns: half a sentence.
	minText = 40
)

// survey goes over a page once and notes each element that may be an item.
type survey struct {
	*feed.Builder
	options   feed.Options
	base      *url.URL
	domain    string
	addresses []string       // from 1 on
	goods     map[int32]bool // addresses of what is sold
	numbers   map[string]int32
	hosts     map[string]bool // whether they are of the page's domain
	links     int
	dates     int

	items  []item
	groups []*group
	byKey  map[groupKey]*group
	names  map[string]int32
}

// item is an element that may be one.
type item struct {
	node     *html.Node
	main     link
	title    *html.Node
	width    int // of the title
	date     *html.Node
	headed   bool // its title is a heading
	text     bool // it says more than its title
	suspects bool // it stands where articles rarely do
}

// place is where an element stands.
type place struct {
	scope                    scope
	noItems, noLinks         bool
	suspects, linked, headed bool
}

func newSurvey(builder *feed.Builder, options feed.Options) *survey {
	s := &survey{Builder: builder, options: options, base: builder.Base(), addresses: []string{""}, goods: map[int32]bool{}, numbers: map[string]int32{}, hosts: map[string]bool{},
		byKey: map[groupKey]*group{}, names: map[string]int32{}}
	if u, err := weburl.Parse(options.BaseURL); err == nil {
		s.domain = u.RegistrableDomain()
	}
	return s
}

func (s *survey) look(root *html.Node) {
	mustSelector("base[href]").find(root, false, func(n *html.Node) bool {
		s.base = s.Rebase(markup.Attribute(n, "href"), s.base)
		return false
	})
	s.inside(root, place{})
}

// inside looks at what is inside a node.
func (s *survey) inside(n *html.Node, at place) (c content) {
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		c.nodes++
		switch child.Type {
		case html.TextNode:
			s.words(&c, child, at)
		case html.ElementNode:
			if !skippedElements[child.DataAtom] {
				c.add(s.element(child, at))
			}
		}
	}
	return c
}

// skippedElements hold nothing that a reader sees, or nothing that leads to articles.
var skippedElements = markup.NewAtomSet(atom.Head, atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Select, atom.Button,
	atom.Dialog, atom.Svg, atom.Iframe, atom.Textarea)

func (s *survey) element(n *html.Node, at place) content {
	here := at.of(n)
	heading := isHeading(n)
	inner := here
	inner.scope = at.scope.below(n)
	inner.headed = at.headed || heading
	isLink := n.DataAtom == atom.A
	inner.linked = at.linked || isLink
	c := s.inside(n, inner)
	if isLink && !here.noLinks {
		s.link(&c, n, at.headed)
	}
	if n.DataAtom == atom.Time {
		c.date = n
	}
	if heading && !at.headed {
		c.headings, c.heading, c.headingWidth = 1, n, columns(titleText(n))
	}
	if !here.noItems && c.nodes <= maxItemNodes {
		s.note(n, c, here, at.scope)
	}
	return c
}

// link takes in a link to another page of the same outlet.
func (s *survey) link(c *content, n *html.Node, headed bool) {
	number := s.number(markup.Attribute(n, "href"))
	if number == none {
		return
	}
	l := link{address: number, width: columns(titleText(n)), node: n}
	if c.headings == 1 {
		l.width, headed = c.headingWidth, true
	}
	c.any = c.any.with(l)
	if l.width >= minTitle {
		c.long, c.longs, c.first, c.last = c.long.with(l), 1, number, number
	}
	if headed {
		c.headed = c.headed.with(l)
	}
}

// number is that of an address, or none when it leads nowhere, away, or to the page itself.
func (s *survey) number(href string) int32 {
	if s.links++; s.links > maxSurveyedLinks || href == "" || href[0] == '#' || s.base == nil {
		return none
	}
	text := s.Link(href, s.base)
	if i := strings.IndexByte(text, '#'); i >= 0 {
		text = text[:i]
	}
	if number, known := s.numbers[text]; known {
		return number
	}
	number := int32(none)
	if u, err := url.Parse(text); err == nil && text != "" && strings.Trim(u.Path, "/")+u.RawQuery != "" &&
		(s.Base() == nil || text != s.Base().String()) && s.ours(u.Host) {
		number = int32(len(s.addresses))
		s.addresses = append(s.addresses, text)
	}
	s.numbers[text] = number
	return number
}

func (s *survey) ours(host string) bool {
	ours, known := s.hosts[host]
	if !known {
		u, err := weburl.Parse("https://" + host + "/")
		ours = err == nil && u.RegistrableDomain() == s.domain
		s.hosts[host] = ours
	}
	return ours
}

// words looks whether a text is a date, a price, or the beginning of an article.
func (s *survey) words(c *content, n *html.Node, at place) {
	text := n.Data[:min(len(n.Data), maxScanned)]
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	c.priced = len(text) <= longestPrice && isPrice(text)
	if c.date == nil && !at.headed && !at.linked && len(text) <= longestDate && strings.ContainsAny(text, "0123456789") && s.dates < maxSurveyedDates {
		if s.dates++; s.Date([]byte(text)) != nil {
			c.date = n.Parent
		}
	}
	c.text = c.text || !at.headed && len(text) >= minText/2 && columns(text) >= minText
}

// note takes an element for an item when it has one main link.
func (s *survey) note(n *html.Node, c content, at place, around scope) {
	i := item{node: n, date: c.date, text: c.text, suspects: at.suspects}
	switch {
	case c.headed.address > none && c.longs <= maxLongLinks:
		i.main, i.headed = c.headed, true
	case c.headed.address == none && c.long.address > none:
		i.main = c.long
	case c.headed.address == none && c.long.address == none && c.any.address > none:
		i.main = c.any
	default:
		return
	}
	i.title, i.width = i.main.node, i.main.width
	if c.headings == 1 && (i.headed || c.headingWidth >= minTitle) {
		i.title, i.width, i.headed = c.heading, c.headingWidth, true
	}
	if c.priced || says(n, goodsWords) {
		s.goods[i.main.address] = true
	}
	s.items = append(s.items, i)
	s.sort(int32(len(s.items)-1), around)
}
