package feed

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

type atoms map[atom.Atom]bool

func atomSet(list ...atom.Atom) atoms {
	set := atoms{}
	for _, a := range list {
		set[a] = true
	}
	return set
}

var (
	voidElements = atomSet(atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link,
		atom.Meta, atom.Param, atom.Source, atom.Track, atom.Wbr)
	// closesParagraph are the elements that never stand inside a paragraph.
	closesParagraph = atomSet(atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Div, atom.Dl, atom.Fieldset,
		atom.Figure, atom.Footer, atom.Form, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header, atom.Hr,
		atom.Main, atom.Nav, atom.Ol, atom.P, atom.Pre, atom.Section, atom.Table, atom.Ul)
	// inlineElements have no blank around their text.
	inlineElements = atomSet(atom.A, atom.Abbr, atom.B, atom.Bdi, atom.Bdo, atom.Cite, atom.Code, atom.Del, atom.Em,
		atom.Font, atom.I, atom.Ins, atom.Mark, atom.Nobr, atom.Q, atom.S, atom.Small, atom.Span, atom.Strong, atom.Sub,
		atom.Sup, atom.Time, atom.U, atom.Wbr)
	// walls are the elements that an end tag inside doesn't reach beyond.
	walls = atomSet(atom.Table, atom.Td, atom.Th, atom.Button, atom.Template)
)

// implied says which open elements an element closes, and which ones stop the search for them.
var implied = map[atom.Atom]struct{ closes, until atoms }{
	atom.Li:     {atomSet(atom.Li), atomSet(atom.Ul, atom.Ol, atom.Menu)},
	atom.Dt:     {atomSet(atom.Dt, atom.Dd), atomSet(atom.Dl)},
	atom.Dd:     {atomSet(atom.Dt, atom.Dd), atomSet(atom.Dl)},
	atom.Td:     {atomSet(atom.Td, atom.Th), atomSet(atom.Tr, atom.Table)},
	atom.Th:     {atomSet(atom.Td, atom.Th), atomSet(atom.Tr, atom.Table)},
	atom.Tr:     {atomSet(atom.Tr), atomSet(atom.Table)},
	atom.Tbody:  {atomSet(atom.Tbody, atom.Thead, atom.Tfoot), atomSet(atom.Table)},
	atom.Thead:  {atomSet(atom.Tbody, atom.Thead, atom.Tfoot), atomSet(atom.Table)},
	atom.Tfoot:  {atomSet(atom.Tbody, atom.Thead, atom.Tfoot), atomSet(atom.Table)},
	atom.Option: {atomSet(atom.Option), atomSet(atom.Select)},
	atom.A:      {atomSet(atom.A), atomSet(atom.Table, atom.Td, atom.Th)},
	atom.Body:   {atomSet(atom.Head), nil},
}

// imply closes what an element ends by beginning, and puts rows into a body as browsers do.
func (b *treeBuilder) imply(n *html.Node) {
	if closesParagraph[n.DataAtom] {
		b.closeOpen(atomSetP, wallsOfP)
	}
	if rule, known := implied[n.DataAtom]; known {
		b.closeOpen(rule.closes, rule.until)
	}
	if n.DataAtom == atom.Tr && b.stack[len(b.stack)-1].DataAtom == atom.Table && len(b.stack) < maxPageDepth {
		body := &html.Node{Type: html.ElementNode, Data: "tbody", DataAtom: atom.Tbody}
		b.append(body)
		b.stack = append(b.stack, body)
	}
}

var (
	atomSetP = atomSet(atom.P)
	wallsOfP = atomSet(atom.Table, atom.Td, atom.Th, atom.Button, atom.Template, atom.Li, atom.Div, atom.Article, atom.Section)
)

// closeOpen closes the innermost open element of a set with all that is inside, unless something stands between.
func (b *treeBuilder) closeOpen(closes, until atoms) {
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

// endElement closes the innermost open element of that name.
func (b *treeBuilder) endElement(name string) {
	for i := len(b.stack) - 1; i > max(0, len(b.stack)-maxReach); i-- {
		if b.stack[i].Data == name {
			b.stack = b.stack[:i]
			return
		}
		if walls[b.stack[i].DataAtom] && name != "table" && name != "tr" && name != "td" && name != "th" {
			return
		}
	}
}
