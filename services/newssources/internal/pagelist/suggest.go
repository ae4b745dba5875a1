package pagelist

import (
	"cmp"
	"slices"

	"golang.org/x/net/html"

	"github.com/newsources/newsources/services/newssources/internal/feed"
)

const (
	// minListed is how many articles a list has at least: menus of sections and boxes of three teasers have fewer.
	minListed = 5
	// minTitle is how wide a title is at least, in columns: names of sections, tags and buttons are narrower.
	minTitle = 15
	// maxTriedGroups are read as a check would read them, the best ones: when these fit nothing, the page has no list.
	maxTriedGroups = 8
	// What a recipe finds counts as what was meant when it has nearly all of it, and little else: a slot for an
	// advertisement, or a heading that looks like an item.
	mostFound  = 90 // percent of the articles
	mostBeside = 20 // percent of what the recipe finds
)

// Suggest makes a recipe for a page that lists articles: of the elements that repeat, those that look most like articles,
// and the names that tell them apart from the rest of the page. It returns nil if there is no such list. The options are
// those that the page will be read with. It takes linear time on every tree that markup.ParseTree makes.
func Suggest(root *html.Node, options feed.Options) *Recipe {
	builder, err := feed.NewBuilder(options)
	if err != nil {
		return nil
	}
	s := newSurvey(builder, options)
	s.look(root)
	groups := s.ranked()
	for _, g := range groups[:min(len(groups), maxTriedGroups)] {
		for _, prefix := range []string{"", "main "} {
			if recipe := s.recipe(root, g, prefix); recipe != nil && s.finds(root, recipe, g) {
				return recipe
			}
		}
	}
	return nil
}

// finds reads the page with a recipe as a check would, and reports whether the result is the group's articles.
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
	meant := map[string]bool{}
	for _, m := range g.members {
		meant[feed.LinkKey(s.addresses[s.items[m].main.address])] = true
	}
	found, wide := 0, 0
	for i := range document.Items {
		if meant[feed.LinkKey(document.Items[i].URL)] {
			found++
			if columns(document.Items[i].Title) >= minTitle {
				wide++
			}
		}
	}
	all := len(document.Items)
	return found >= minListed && 100*found >= mostFound*len(meant) && 100*(all-found) <= mostBeside*all && 2*wide >= found
}

// ranked are the groups that look like a list of articles, the best first.
func (s *survey) ranked() []*group {
	var list []*group
	for _, g := range s.groups {
		if len(g.members) >= minListed && s.judge(g) {
			list = append(list, g)
		}
	}
	slices.SortStableFunc(list, func(a, b *group) int {
		return cmp.Or(b.score-a.score, len(b.members)-len(a.members))
	})
	return list
}
