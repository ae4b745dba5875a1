package pagelist

import "golang.org/x/net/html"

// find gives the elements inside scope that the selector fits, in the order of the document, and calls found for each
// until that says no. outermost leaves out those inside another one. It looks at every element once.
func (s selector) find(scope *html.Node, outermost bool, found func(*html.Node) bool) {
	w := walk{selector: s, outermost: outermost, found: found}
	w.children(scope, make([]uint8, 2*len(s)))
}

// first is the first such element, or nil.
func (s selector) first(scope *html.Node) (first *html.Node) {
	s.find(scope, false, func(n *html.Node) bool {
		first = n
		return false
	})
	return first
}

type walk struct {
	selector
	outermost bool
	found     func(*html.Node) bool
}

// children walks over what is inside a node. above holds two sets of steps for each path, as bits: those that fit the
// node itself, and those that fit it or anything around it.
func (w *walk) children(n *html.Node, above []uint8) bool {
	var here []uint8
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		if child.Type != html.ElementNode {
			continue
		}
		if here == nil {
			here = make([]uint8, len(above))
		}
		fits := w.match(child, above, here)
		if fits && !w.found(child) {
			return false
		}
		if fits && w.outermost {
			continue
		}
		if !w.children(child, here) {
			return false
		}
	}
	return true
}

// match says whether a node is the last step of a path, and notes all the steps that it fits.
func (w *walk) match(n *html.Node, above, here []uint8) (fits bool) {
	for i, path := range w.selector {
		parent, around := above[2*i], above[2*i+1]
		own := uint8(0)
		for j, step := range path {
			reached := j == 0
			switch {
			case j > 0 && step.child:
				reached = parent&(1<<(j-1)) != 0
			case j > 0:
				reached = around&(1<<(j-1)) != 0
			}
			if reached && step.element.Match(n) {
				own |= 1 << j
			}
		}
		here[2*i], here[2*i+1] = own, around|own
		fits = fits || own&(1<<(len(path)-1)) != 0
	}
	return fits
}
