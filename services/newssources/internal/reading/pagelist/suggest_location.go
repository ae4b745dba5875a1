package pagelist

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// Words of classes and ids. They only change the score: a page may have a class "with-sidebar".
var (
	suspectWords = wordSet("nav navbar navigation menu submenu footer breadcrumb breadcrumbs pagination pager cookie " +
		"cookies sidebar " +
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

// hasWord reports whether one of the words is in an element's classes or id.
func hasWord(n *html.Node, words map[string]bool) bool {
	for word := range nameWords(n) {
		if words[word] {
			return true
		}
	}
	return false
}

// location describes the part of the page that contains an element.
type location struct {
	scope             scope
	noItems, noLinks  bool // in a menu, footer or the like
	isSuspect         bool // where articles are rare
	inLink, inHeading bool
}

// enter returns the location of an element whose parent has location l.
func (l location) enter(n *html.Node) location {
	switch n.DataAtom {
	case atom.Body, atom.Html, atom.Main:
		return l
	case atom.Nav, atom.Aside, atom.Footer:
		l.noItems, l.noLinks = true, true
	case atom.Header: // also inside an article, where it has the link
		l.noItems = true
	}
	switch markup.Attribute(n, "role") {
	case "navigation", "contentinfo", "complementary", "menu", "menubar", "search", "tablist", "dialog":
		l.noItems, l.noLinks = true, true
	case "banner":
		l.noItems = true
	}
	l.isSuspect = l.isSuspect || hasWord(n, suspectWords)
	return l
}

// isHeading reports whether an element is a heading, or is named like one.
func isHeading(n *html.Node) bool {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4:
		return true
	case atom.A, atom.Article, atom.Li, atom.Section, atom.Body, atom.Main, atom.Ul, atom.Tr, atom.Table:
		return false
	}
	return hasWord(n, titleWords)
}

// price matches a number with a currency before or after it.
var price = regexp.MustCompile(`^(?:(?:` + currency + `)\s*` + amount + `|` + amount + `\s*(?:` + currency + `))$`)

const (
	currency = `(?:US|AU|CA|HK|NZ|R)?\$|€|£|¥|₹|₽|zł|Kč|kr\.?|EUR|USD|GBP|CHF|Fr\.|元|円`
	amount   = `\d[\d.,'’\s]*(?:-|–)?`
)

// isPrice reports whether a text is a price and nothing else.
func isPrice(text string) bool { return price.MatchString(strings.ReplaceAll(text, "\u00a0", " ")) }
