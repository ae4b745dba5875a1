package pagelist

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

// group is the set of items that one selector matches.
type group struct {
	selector string
	members  []int32 // indexes of items
	score    int
}

type groupKey struct{ scope, name int32 }

// addToGroups adds an item to the groups of the selectors that may find it. An outer element
// replaces an inner one with the same link, because a recipe finds outermost elements.
func (s *survey) addToGroups(number int32, parent scope) {
	i := &s.items[number]
	for _, name := range itemSelectors(i.node) {
		if name != i.node.Data || i.node.DataAtom == atom.Article {
			s.addToGroup(number, "", name)
		}
		if parent.selector != "" {
			s.addToGroup(number, parent.selector, name)
		}
	}
}

func (s *survey) addToGroup(number int32, scope, name string) {
	key := groupKey{s.intern(scope), s.intern(name)}
	g := s.byKey[key]
	if g == nil {
		g = &group{selector: name}
		if scope != "" {
			g.selector = scope + " > " + name
		}
		s.byKey[key] = g
		s.groups = append(s.groups, g)
	}
	if last := len(g.members) - 1; last >= 0 && s.items[g.members[last]].link.url == s.items[number].link.url {
		g.members[last] = number
		return
	}
	g.members = append(g.members, number)
}

// intern returns a number for a selector.
func (s *survey) intern(name string) int32 {
	number, known := s.names[name]
	if !known {
		number = int32(len(s.names))
		s.names[name] = number
	}
	return number
}

// Points for and against a group. Points for dates, headings and so on are multiplied by the share
// of items with them.
const (
	maxCounted    = 30 // one point per item up to this number: longer lists are archives
	maxTitleScore = 30 // for titles of 60 columns and more
	pointsDate    = 30
	pointsHeading = 20
	pointsPath    = 20
	pointsText    = 10
	pointsSuspect = -50
	pointsArticle = 15
	pointsRow     = 5
	pointsInline  = -5 // links and headings: the elements around them are better items
	// minScore is the score of a list without dates, headings and texts whose titles and URLs look
	// like articles. Lists of other links don't reach it.
	minScore = 45
	// maxPriced is the share of items with a price, in percent, from which on the list is a shop's.
	maxPriced = 30
)

// score sets the score of a group and reports whether it looks like a list of articles.
func (s *survey) score(g *group) bool {
	seen := map[int32]bool{}
	var widths []int
	var dates, headings, paths, texts, suspects, prices int
	for _, m := range g.members {
		i := &s.items[m]
		if seen[i.link.url] {
			continue
		}
		seen[i.link.url] = true
		widths = append(widths, i.titleWidth)
		dates += btoi(i.date != nil)
		headings += btoi(i.isHeading)
		paths += btoi(isArticleURL(s.urls[i.link.url]))
		texts += btoi(i.hasText)
		suspects += btoi(i.isSuspect)
		prices += btoi(s.goods[i.link.url])
	}
	n := len(widths)
	if n < minListed || n > feed.DefaultMaxItems || 100*prices >= maxPriced*n || 2*max(dates, paths) < n {
		return false
	}
	slices.Sort(widths)
	median := widths[n/2]
	if median < minTitle {
		return false
	}
	g.score = min(n, maxCounted) + min(median/2, maxTitleScore) +
		(pointsDate*dates+pointsHeading*headings+pointsPath*paths+pointsText*texts+pointsSuspect*suspects)/n
	switch s.items[g.members[0]].node.DataAtom {
	case atom.Article:
		g.score += pointsArticle
	case atom.Li, atom.Tr:
		g.score += pointsRow
	case atom.A, atom.H1, atom.H2, atom.H3, atom.H4, atom.Span, atom.P, atom.B, atom.Strong:
		g.score += pointsInline
	}
	return g.score >= minScore
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// minSlug is the minimum width of a slug that is made of a title.
const minSlug = 16

// isArticleURL reports whether a URL looks like an article's: it contains a date, a number or a
// title.
func isArticleURL(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	path := strings.Trim(u.Path, "/")
	slug := path[strings.LastIndexByte(path, '/')+1:]
	return countDigits(path) >= 3 || countDigits(u.RawQuery) >= 2 ||
		strings.Count(slug, "-")+strings.Count(slug, "_") >= 3 || columns(slug) >= minSlug
}

func countDigits(text string) (n int) {
	for i := range len(text) {
		n += btoi(ascii.IsDigit(text[i]))
	}
	return n
}
