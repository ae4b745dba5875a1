package pagelist

import (
	"cmp"
	"slices"

	"golang.org/x/net/html"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

const (
	// minListed is the minimum number of articles of a list: section menus and boxes of three teasers
	// have fewer.
	minListed = 5
	// minTitle is the minimum width of a title, in columns: names of sections, tags and buttons are
	// narrower.
	minTitle = 15
	// maxTriedGroups is how many groups are tried, the best first; if none of them works, the page has
	// no list.
	maxTriedGroups = 8
	// A recipe is good if it finds nearly all articles of its group and little else, such as
	// advertisements.
	minFound = 90 // percent of the articles
	maxOther = 20 // percent of the items found
)

// Suggest generates a recipe for a page that lists articles. It selects the repeated elements that
// look most like articles, by classes, ids and names that the rest of the page lacks. It returns
// nil if the page has no list of articles. The options are those that the page will be read with.
// It takes linear time on every tree that markup.ParseTree makes.
func Suggest(root *html.Node, options feed.Options) *Recipe {
	builder, err := feed.NewBuilder(options)
	if err != nil {
		return nil
	}
	s := newSurvey(builder, options)
	s.visit(root)
	groups := s.rankedGroups()
	for _, g := range groups[:min(len(groups), maxTriedGroups)] {
		for _, prefix := range []string{"", "main "} {
			if recipe := s.recipe(root, g, prefix); recipe != nil && s.finds(root, recipe, g) {
				return recipe
			}
		}
	}
	return nil
}

// finds reads the page with a recipe as a check would, and reports whether the result is the
// group's articles.
func (s *survey) finds(root *html.Node, recipe *Recipe, g *group) bool {
	builder, err := feed.NewBuilder(s.options)
	if err != nil {
		return false
	}
	compiled, err := recipe.compile()
	if err != nil {
		return false
	}
	document := readTree(builder, root, compiled)
	expected := map[string]bool{}
	for _, m := range g.members {
		expected[feed.LinkKey(s.urls[s.items[m].link.url])] = true
	}
	found, wide := 0, 0
	for i := range document.Items {
		if expected[feed.LinkKey(document.Items[i].URL)] {
			found++
			if columns(document.Items[i].Title) >= minTitle {
				wide++
			}
		}
	}
	all := len(document.Items)
	return found >= minListed && 100*found >= minFound*len(expected) && 100*(all-found) <= maxOther*all && 2*wide >= found
}

// rankedGroups returns the groups that look like a list of articles, the best first.
func (s *survey) rankedGroups() []*group {
	var list []*group
	for _, g := range s.groups {
		if len(g.members) >= minListed && s.score(g) {
			list = append(list, g)
		}
	}
	slices.SortStableFunc(list, func(a, b *group) int {
		return cmp.Or(b.score-a.score, len(b.members)-len(a.members))
	})
	return list
}
