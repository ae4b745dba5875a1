package markup

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// atomSet is a set of element names.
type atomSet map[atom.Atom]bool

// NewAtomSet returns the set of some names.
func NewAtomSet(list ...atom.Atom) atomSet {
	set := atomSet{}
	for _, a := range list {
		set[a] = true
	}
	return set
}

var (
	voidElements = NewAtomSet(atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input,
		atom.Link,
		atom.Meta, atom.Param, atom.Source, atom.Track, atom.Wbr)
	// closesParagraph are the elements that end an open paragraph.
	closesParagraph = NewAtomSet(atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Div, atom.Dl, atom.Fieldset,
		atom.Figure, atom.Footer, atom.Form, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header, atom.Hr,
		atom.Main, atom.Nav, atom.Ol, atom.P, atom.Pre, atom.Section, atom.Table, atom.Ul)
	// inlineElements are the elements that don't separate words.
	inlineElements = NewAtomSet(atom.A, atom.Abbr, atom.B, atom.Bdi, atom.Bdo, atom.Cite, atom.Code, atom.Del, atom.Em,
		atom.Font, atom.I, atom.Ins, atom.Mark, atom.Nobr, atom.Q, atom.S, atom.Small, atom.Span, atom.Strong, atom.Sub,
		atom.Sup, atom.Time, atom.U, atom.Wbr)
	// scopeElements limit end tags: an end tag inside such an element does not close elements outside
	// it.
	scopeElements = NewAtomSet(atom.Table, atom.Td, atom.Th, atom.Button, atom.Template)
)

// impliedEnds lists the open elements that a start tag closes, and the elements that end the search
// for them.
var impliedEnds = map[atom.Atom]struct{ closes, until atomSet }{
	atom.Li:     {NewAtomSet(atom.Li), NewAtomSet(atom.Ul, atom.Ol, atom.Menu)},
	atom.Dt:     {NewAtomSet(atom.Dt, atom.Dd), NewAtomSet(atom.Dl)},
	atom.Dd:     {NewAtomSet(atom.Dt, atom.Dd), NewAtomSet(atom.Dl)},
	atom.Td:     {NewAtomSet(atom.Td, atom.Th), NewAtomSet(atom.Tr, atom.Table)},
	atom.Th:     {NewAtomSet(atom.Td, atom.Th), NewAtomSet(atom.Tr, atom.Table)},
	atom.Tr:     {NewAtomSet(atom.Tr), NewAtomSet(atom.Table)},
	atom.Tbody:  {NewAtomSet(atom.Tbody, atom.Thead, atom.Tfoot), NewAtomSet(atom.Table)},
	atom.Thead:  {NewAtomSet(atom.Tbody, atom.Thead, atom.Tfoot), NewAtomSet(atom.Table)},
	atom.Tfoot:  {NewAtomSet(atom.Tbody, atom.Thead, atom.Tfoot), NewAtomSet(atom.Table)},
	atom.Option: {NewAtomSet(atom.Option), NewAtomSet(atom.Select)},
	atom.A:      {NewAtomSet(atom.A), NewAtomSet(atom.Table, atom.Td, atom.Th)},
	atom.Body:   {NewAtomSet(atom.Head), nil},
}

// closeImplied closes the elements whose end tag a start tag implies, and puts table rows into a
// tbody as browsers do.
func (b *treeBuilder) closeImplied(n *html.Node) {
	if closesParagraph[n.DataAtom] {
		b.closeOpen(paragraph, paragraphScope)
	}
	if rule, known := impliedEnds[n.DataAtom]; known {
		b.closeOpen(rule.closes, rule.until)
	}
	if n.DataAtom == atom.Tr && b.stack[len(b.stack)-1].DataAtom == atom.Table && len(b.stack) < maxPageDepth {
		body := &html.Node{Type: html.ElementNode, Data: "tbody", DataAtom: atom.Tbody}
		b.append(body)
		b.stack = append(b.stack, body)
	}
}

var (
	paragraph      = NewAtomSet(atom.P)
	paragraphScope = NewAtomSet(atom.Table, atom.Td, atom.Th, atom.Button, atom.Template, atom.Li, atom.Div, atom.Article,
		atom.Section)
)

// closeOpen closes the innermost open element in closes and everything inside it, unless an element
// in until is open inside it.
func (b *treeBuilder) closeOpen(closes, until atomSet) {
	for i := len(b.stack) - 1; i > max(0, len(b.stack)-maxReach); i-- {
		switch a := b.stack[i].DataAtom; {
		case closes[a]:
			b.stack = b.stack[:i]
			return
		case until[a]:
			return
		}
	}
}

// endElement closes the innermost open element with a name.
func (b *treeBuilder) endElement(name string) {
	for i := len(b.stack) - 1; i > max(0, len(b.stack)-maxReach); i-- {
		if b.stack[i].Data == name {
			b.stack = b.stack[:i]
			return
		}
		if scopeElements[b.stack[i].DataAtom] && name != "table" && name != "tr" && name != "td" && name != "th" {
			return
		}
	}
}
