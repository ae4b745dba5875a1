package pagelist

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/newsources/newsources/services/newssources/internal/markup"
)

// Words of classes and ids. They only weigh: a page may call its frame "with-sidebar".
var (
	suspectWords = wordSet("nav navbar navigation menu submenu footer breadcrumb breadcrumbs pagination pager cookie cookies sidebar " +
		"aside tags tagcloud cloud popular mostread most trending related recommended comments social share promo sponsored " +
		"advertisement ads login subscribe newsletter dropdown")
	titleWords = wordSet("title headline heading titulo titular titre titel titolo")
	goodsWords = wordSet("product products price prices cart basket shop goods sku")
)

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}

func says(n *html.Node, words map[string]bool) bool {
	for word := range wordsOf(n) {
		if words[word] {
			return true
		}
	}
	return false
}

// of is the place of an element itself: inside what it is inside of, and what it makes of that.
func (p place) of(n *html.Node) place {
	switch n.DataAtom {
	case atom.Body, atom.Html, atom.Main:
		return p
	case atom.Nav, atom.Aside, atom.Footer:
		p.noItems, p.noLinks = true, true
	case atom.Header: // of an article, the one that has its link
		p.noItems = true
	}
	switch markup.Attribute(n, "role") {
	case "navigation", "contentinfo", "complementary", "menu", "menubar", "search", "tablist", "dialog":
		p.noItems, p.noLinks = true, true
	case "banner":
		p.noItems = true
	}
	p.suspects = p.suspects || says(n, suspectWords)
	return p
}

// isHeading says that an element is a heading, or is called one.
func isHeading(n *html.Node) bool {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4:
		return true
	case atom.A, atom.Article, atom.Li, atom.Section, atom.Body, atom.Main, atom.Ul, atom.Tr, atom.Table:
		return false
	}
	return says(n, titleWords)
}

// isPrice recognises what goods cost: a currency and a number, and nothing else.
func isPrice(text string) bool {
	if !strings.ContainsAny(text, "0123456789") {
		return false
	}
	for _, currency := range []string{"€", "$", "£", "¥", "₹", "₽", "zł", "EUR", "USD", "GBP", "CHF", "元"} {
		if strings.Contains(text, currency) {
			return true
		}
	}
	return false
}
