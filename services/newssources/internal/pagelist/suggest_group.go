package pagelist

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/newsources/newsources/services/newssources/internal/ascii"
	"github.com/newsources/newsources/services/newssources/internal/feed"
)

// group are the elements that one selector finds.
type group struct {
	selector string
	members  []int32 // of items
	score    int
}

type groupKey struct{ scope, name int32 }

// sort puts an item into the groups of the selectors that may find it. What is around replaces what is inside, as the
// recipe will see it.
func (s *survey) sort(number int32, around scope) {
	i := &s.items[number]
	for _, name := range itemNames(i.node) {
		if name != i.node.Data || i.node.DataAtom == atom.Article {
			s.join(number, "", name)
		}
		if around.selector != "" {
			s.join(number, around.selector, name)
		}
	}
}

func (s *survey) join(number int32, scope, name string) {
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
	if last := len(g.members) - 1; last >= 0 && s.items[g.members[last]].main.address == s.items[number].main.address {
		g.members[last] = number
		return
	}
	g.members = append(g.members, number)
}

func (s *survey) intern(name string) int32 {
	number, known := s.names[name]
	if !known {
		number = int32(len(s.names))
		s.names[name] = number
	}
	return number
}

// What speaks for a group, in points; those of shares are for all of its items.
const (
	maxCounted    = 30 // items count up to these, one point each: longer lists are archives
	maxTitleScore = 30 // for titles of 60 columns and more
	pointsDated   = 30
	pointsHeaded  = 20
	pointsPath    = 20
	pointsText    = 10
	pointsSuspect = -50
	pointsArticle = 15
	pointsRow     = 5
	pointsInline  = -5 // links and headings: what is around them says more
	// minScore is what a list without dates, headings and texts reaches whose titles and addresses are those of
	// articles. Lists of links to other things don't.
	minScore = 45
	// mostPriced is the share of items with a price from which on they are goods, in percent.
	mostPriced = 30
)

// judge says whether a group looks like a list of articles, and how much.
func (s *survey) judge(g *group) bool {
	seen := map[int32]bool{}
	var widths []int
	var dated, headed, path, text, suspects, priced int
	for _, m := range g.members {
		i := &s.items[m]
		if seen[i.main.address] {
			continue
		}
		seen[i.main.address] = true
		widths = append(widths, i.width)
		dated += one(i.date != nil)
		headed += one(i.headed)
		path += one(isArticlePath(s.addresses[i.main.address]))
		text += one(i.text)
		suspects += one(i.suspects)
		priced += one(s.goods[i.main.address])
	}
	n := len(widths)
	if n < minListed || n > feed.DefaultMaxItems || 100*priced >= mostPriced*n || 2*max(dated, path) < n {
		return false
	}
	slices.Sort(widths)
	median := widths[n/2]
	if median < minTitle {
		return false
	}
	g.score = min(n, maxCounted) + min(median/2, maxTitleScore) +
		(pointsDated*dated+pointsHeaded*headed+pointsPath*path+pointsText*text+pointsSuspect*suspects)/n
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

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// articleSlug is how wide the last part of an article's path is at least: it is made of its title.
const articleSlug = 16

// isArticlePath recognises the address of an article by its date or number, or by its title.
func isArticlePath(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	path := strings.Trim(u.Path, "/")
	slug := path[strings.LastIndexByte(path, '/')+1:]
	return digits(path) >= 3 || digits(u.RawQuery) >= 2 || strings.Count(slug, "-")+strings.Count(slug, "_") >= 3 || columns(slug) >= articleSlug
}

func digits(text string) (n int) {
	for i := range len(text) {
		n += one(ascii.IsDigit(text[i]))
	}
	return n
}
