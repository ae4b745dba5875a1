package pagelist

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/newsources/newsources/services/newssources/internal/markup"
)

const (
	// maxSample of a group's items are looked at to find selectors for what is inside; what fits these fits the others.
	maxSample = 40
	// maxChoices of selectors are tried for a part of the recipe.
	maxChoices = 16
	// enough of the items have to have a part for a selector to be worth it, in percent.
	enough = 50
)

// recipe makes a recipe of a group: its selector, and where inside its items the parts are. It is nil when there is none.
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
	r.Title, _ = choose(sample, titleChoices(sample), func(i *item, t target) bool { return titleAt(i, t, link) == titleText(i.title) })
	if at, fits := choose(sample, dateChoices(sample), func(i *item, t target) bool { return s.dateAt(i, t) }); 100*fits >= enough*len(sample) {
		r.Date = at
	}
	if at, fits := choose(sample, []string{"p"}, hasSummary); 100*fits >= enough*len(sample) {
		r.Summary = at
	}
	return r
}

// choose is the selector that is right for the most items, the first of several.
func choose(sample []*item, choices []string, right func(*item, target) bool) (best string, most int) {
	most = -1
	for _, text := range choices {
		t, err := compileTarget(text)
		if err != nil {
			continue
		}
		fits := 0
		for _, i := range sample {
			fits += one(right(i, t))
		}
		if fits > most {
			best, most = text, fits
		}
	}
	return best, most
}

// choices are the names of some elements and of what is around them, the first of all being the default.
func choices(sample []*item, of func(*item) *html.Node, below string) []string {
	list, known := []string{""}, map[string]bool{}
	add := func(name string) {
		if !known[name] && len(list) < maxChoices {
			known[name] = true
			list = append(list, name)
		}
	}
	for _, i := range sample {
		n := of(i)
		if n == nil || n == i.node {
			continue
		}
		names := itemNames(n)
		if p := n.Parent; p != nil && p != i.node && below != "" && n.DataAtom == atom.A {
			for _, name := range itemNames(p) {
				add(name + " " + below)
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
	return choices(sample, func(i *item) *html.Node { return i.main.node }, "a")
}

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
	return s.numbers[text] == i.main.address
}

func titleChoices(sample []*item) []string {
	return choices(sample, func(i *item) *html.Node { return i.title }, "a")
}

// titleAt is the title that a selector gives, as a recipe reads it.
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

// dateAt says whether a selector gives a date. Without one, it is that of the first <time>.
func (s *survey) dateAt(i *item, t target) bool {
	if t.isSet() {
		return s.Date(t.dateValue(i.node)) != nil
	}
	n := anyTime.first(i.node)
	return n != nil && s.Date(timeText(n)) != nil
}

func hasSummary(i *item, t target) bool {
	n := t.node(i.node)
	return n != nil && !within(i.title, n) && !within(n, i.title) && columns(titleText(n)) >= minText
}

// within says that one node is another, or inside it.
func within(n, outer *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == outer {
			return true
		}
	}
	return false
}
