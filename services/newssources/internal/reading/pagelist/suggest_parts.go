package pagelist

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

const (
	// maxSample is how many items of a group are used to find the selectors inside items.
	maxSample = 40
	// maxChoices is how many selectors are tried for a field of the recipe.
	maxChoices = 16
	// minPresent is the share of items, in percent, that must have a date or summary for the recipe to
	// have one.
	minPresent = 50
)

// recipe makes a recipe for a group, or returns nil if its selector finds too much.
func (s *survey) recipe(root *html.Node, g *group, prefix string) *Recipe {
	r := &Recipe{List: prefix + g.selector}
	list, err := compileTarget(r.List)
	if err != nil {
		return nil
	}
	found := 0
	list.selector.find(root, true, func(*html.Node) bool {
		found++
		return found <= 2*len(g.members)
	})
	if found < minListed || found > 2*len(g.members) {
		return nil
	}
	sample := make([]*item, 0, maxSample)
	for _, m := range g.members[:min(len(g.members), maxSample)] {
		sample = append(sample, &s.items[m])
	}
	r.Link, _ = choose(sample, s.linkChoices(sample), func(i *item, t target) bool { return s.leadsTo(i, t) })
	link, _ := compileTarget(r.Link)
	r.Title, _ = choose(sample, titleChoices(sample),
		func(i *item, t target) bool { return titleAt(i, t, link) == titleText(i.title) })
	if selector, n := choose(sample, dateChoices(sample),
		func(i *item, t target) bool { return s.findsDate(i, t) }); 100*n >= minPresent*len(sample) {
		r.Date = selector
	}
	if selector, n := choose(sample, []string{"p"}, hasSummary); 100*n >= minPresent*len(sample) {
		r.Summary = selector
	}
	return r
}

// choose returns the selector that is correct for the most items, and the number of these items.
func choose(sample []*item, choices []string, isRight func(*item, target) bool) (best string, most int) {
	most = -1
	for _, text := range choices {
		t, err := compileTarget(text)
		if err != nil {
			continue
		}
		matches := 0
		for _, i := range sample {
			matches += btoi(isRight(i, t))
		}
		if matches > most {
			best, most = text, matches
		}
	}
	return best, most
}

// choices returns selectors for an element of each item: first the empty one, which means the
// default of the recipe. For links, selectors of the parent are added, with suffix.
func choices(sample []*item, element func(*item) *html.Node, suffix string) []string {
	list := []string{""}
	add := func(selector string) {
		if len(list) < maxChoices && !slices.Contains(list, selector) {
			list = append(list, selector)
		}
	}
	for _, i := range sample {
		n := element(i)
		if n == nil || n == i.node {
			continue
		}
		names := itemSelectors(n)
		if p := n.Parent; p != nil && p != i.node && suffix != "" && n.DataAtom == atom.A {
			for _, name := range itemSelectors(p) {
				add(name + " " + suffix)
			}
		}
		for _, name := range names {
			add(name)
		}
	}
	return list
}

func (s *survey) linkChoices(sample []*item) []string {
	if sample[0].node.DataAtom == atom.A {
		return []string{""}
	}
	return choices(sample, func(i *item) *html.Node { return i.link.node }, "a")
}

// leadsTo reports whether the link that a selector finds is that of the item.
func (s *survey) leadsTo(i *item, t target) bool {
	n := i.node
	switch {
	case t.isSet():
		n = t.node(i.node)
	case n.DataAtom != atom.A:
		n = anyLink.first(i.node)
	}
	if n == nil {
		return false
	}
	text := s.Link(markup.Attribute(n, "href"), s.base)
	if at := strings.IndexByte(text, '#'); at >= 0 {
		text = text[:at]
	}
	return s.urlIndex[text] == i.link.url
}

func titleChoices(sample []*item) []string {
	return choices(sample, func(i *item) *html.Node { return i.title }, "a")
}

// titleAt returns the title that a recipe with the selectors t and link finds.
func titleAt(i *item, t, link target) string {
	n := i.node
	switch {
	case t.isSet():
		n = t.node(i.node)
	case link.isSet():
		n = link.node(i.node)
	case n.DataAtom != atom.A:
		n = anyLink.first(i.node)
	}
	if n == nil {
		return ""
	}
	return titleText(n)
}

func dateChoices(sample []*item) []string {
	return choices(sample, func(i *item) *html.Node {
		if i.date == nil || i.date.DataAtom == atom.Time {
			return nil
		}
		return i.date
	}, "")
}

// findsDate reports whether a selector finds a date; the default is the first time element.
func (s *survey) findsDate(i *item, t target) bool {
	if t.isSet() {
		return s.Date(t.dateValue(i.node)) != nil
	}
	n := anyTime.first(i.node)
	return n != nil && s.Date(timeText(n)) != nil
}

// hasSummary reports whether a selector finds a text that isn't the title.
func hasSummary(i *item, t target) bool {
	n := t.node(i.node)
	return n != nil && !isWithin(i.title, n) && !isWithin(n, i.title) && columns(titleText(n)) >= minText
}

// isWithin reports whether n is outer or inside it.
func isWithin(n, outer *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == outer {
			return true
		}
	}
	return false
}
