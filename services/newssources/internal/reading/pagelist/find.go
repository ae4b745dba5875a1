package pagelist

import "golang.org/x/net/html"

// find calls found for each element inside scope that matches, in document order, until found
// returns false. If outermost, matches inside another match are skipped. Every element is visited
// once.
func (s selector) find(scope *html.Node, outermost bool, found func(*html.Node) bool) {
	w := walk{selector: s, outermost: outermost, found: found}
	w.children(scope, make([]uint8, 2*len(s)))
}

// first returns the first match, or nil.
func (s selector) first(scope *html.Node) (first *html.Node) {
	s.find(scope, false, func(n *html.Node) bool {
		first = n
		return false
	})
	return first
}

// walk is a search for the matches of a selector.
type walk struct {
	selector
	outermost bool
	found     func(*html.Node) bool
}

// children visits the descendants of a node and reports whether to go on. above has two bit sets of
// steps for each path: those that the node matches, and those that the node or an ancestor matches.
func (w *walk) children(n *html.Node, above []uint8) bool {
	var here []uint8
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		if child.Type != html.ElementNode {
			continue
		}
		if here == nil {
			here = make([]uint8, len(above))
		}
		matches := w.match(child, above, here)
		if matches && !w.found(child) {
			return false
		}
		if matches && w.outermost {
			continue
		}
		if !w.children(child, here) {
			return false
		}
	}
	return true
}

// match reports whether a node matches the last step of a path, and stores the steps that it
// matches in here.
func (w *walk) match(n *html.Node, above, here []uint8) (matches bool) {
	for i, path := range w.selector {
		parent, ancestors := above[2*i], above[2*i+1]
		matched := uint8(0)
		for j, step := range path {
			reached := j == 0
			switch {
			case j > 0 && step.child:
				reached = parent&(1<<(j-1)) != 0
			case j > 0:
				reached = ancestors&(1<<(j-1)) != 0
			}
			if reached && step.element.Match(n) {
				matched |= 1 << j
			}
		}
		here[2*i], here[2*i+1] = matched, ancestors|matched
		matches = matches || matched&(1<<(len(path)-1)) != 0
	}
	return matches
}
