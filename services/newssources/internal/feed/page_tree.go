package feed

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	// maxNodes bounds the tree of a page, in elements, attributes and texts: large pages have 50,000.
	maxNodes = 150_000
	// maxPageDepth is how deep elements of a page are nested at most; deeper ones stand beside each other.
	maxPageDepth = 256
	// maxValue is the longest value of an attribute that is kept, in bytes: a long link.
	maxValue = 4096
	// maxJoined is how long a text around comments may be before the next part is left out, in bytes: joining copies it.
	maxJoined = 4096
)

// treeBuilder makes a tree of a page, for selectors to look at. The library's parser follows browsers to the letter,
// including rules by which some pages of 100 KB become trees of gigabytes; this one knows the rules that lists need, and
// takes linear time and space.
type treeBuilder struct {
	*scanner
	stack []*html.Node
	nodes int
}

// Page makes such a tree for others who look through pages. Everything a page says about itself is in it, JSON-LD
// included; other scripts and styles are left out. The error is an *Error.
func Page(data []byte, contentType string) (*html.Node, error) {
	p, err := newParser(Options{ContentType: contentType})
	if err != nil {
		return nil, err
	}
	text, err := p.decode(data[:min(len(data), MaxPageBytes)])
	if err != nil {
		return nil, err
	}
	return p.buildPage(text), nil
}

func (p *parser) buildPage(text []byte) *html.Node {
	var faults [warningCount]int // pages are never well-formed, which isn't worth a word
	root := &html.Node{Type: html.DocumentNode}
	b := &treeBuilder{scanner: newScanner(text, &faults), stack: []*html.Node{root}}
	for b.pos < len(b.data) && b.nodes < maxNodes {
		i := bytes.IndexByte(b.data[b.pos:], '<')
		if i < 0 {
			b.text(b.data[b.pos:])
			break
		}
		b.text(b.data[b.pos : b.pos+i])
		b.pos += i + 1
		b.markup()
	}
	if b.nodes >= maxNodes {
		p.counts[warnCutOff] = 1
	}
	return root
}

// markup reads what begins behind a "<".
func (b *treeBuilder) markup() {
	rest := b.data[b.pos:]
	switch {
	case len(rest) == 0:
	case isLetter(rest[0]):
		b.startElement()
	case rest[0] == '/' && len(rest) > 1 && isLetter(rest[1]):
		b.pos++
		name := b.tagName()
		b.skipTag()
		b.endElement(name)
	case rest[0] == '!':
		b.declaration()
	case rest[0] == '?' || rest[0] == '/':
		b.skipTag()
	default:
		b.text([]byte{'<'})
	}
}

// tagName reads a name in lower case, as the table of names has it where it does.
func (b *treeBuilder) tagName() string {
	begin := b.pos
	b.pos += nameLength(b.data[begin:])
	return atom.String(bytes.ToLower(b.data[begin:min(b.pos, begin+maxName)]))
}

func (b *treeBuilder) startElement() {
	name := b.tagName()
	b.bindings = b.bindings[:0]
	if !b.attributes() {
		return // the page ends inside the tag
	}
	n := &html.Node{Type: html.ElementNode, Data: name, DataAtom: atom.Lookup([]byte(name))}
	if len(b.attrs) > 0 {
		n.Attr = make([]html.Attribute, 0, len(b.attrs))
	}
	b.nodes += len(b.attrs)
	for _, a := range b.attrs {
		if len(a.value) <= maxValue {
			n.Attr = append(n.Attr, html.Attribute{Key: atom.String(bytes.ToLower(a.name[:min(len(a.name), maxName)])), Val: unescape(a.value)})
		}
	}
	b.imply(n)
	b.append(n)
	switch {
	case voidElements[n.DataAtom]:
	case n.DataAtom == atom.Script || n.DataAtom == atom.Style || n.DataAtom == atom.Textarea || n.DataAtom == atom.Title:
		b.rawText(n)
	case len(b.stack) < maxPageDepth:
		b.stack = append(b.stack, n)
	}
}

// rawText reads what has no elements inside. Scripts that are data are kept, in which references are no references.
func (b *treeBuilder) rawText(n *html.Node) {
	size := rawText(b.data[b.pos:], []byte(n.Data))
	inside := b.data[b.pos : b.pos+size]
	b.pos += size
	i := bytes.LastIndex(inside, []byte("</"))
	if i < 0 || len(inside) > maxText {
		return
	}
	switch n.DataAtom {
	case atom.Style:
	case atom.Script:
		if strings.Contains(attributeOf(n, "type"), "json") {
			n.AppendChild(&html.Node{Type: html.TextNode, Data: string(inside[:i])})
			b.nodes++
		}
	default:
		n.AppendChild(&html.Node{Type: html.TextNode, Data: unescape(inside[:i])})
		b.nodes++
	}
}

func (b *treeBuilder) text(raw []byte) {
	top := b.stack[len(b.stack)-1]
	if len(raw) == 0 || top.Type == html.DocumentNode {
		return
	}
	if last := top.LastChild; last != nil && last.Type == html.TextNode { // around a comment
		if len(last.Data) < maxJoined {
			last.Data += unescape(raw)
		}
		return
	}
	top.AppendChild(&html.Node{Type: html.TextNode, Data: unescape(raw)})
	b.nodes++
}

func (b *treeBuilder) append(n *html.Node) {
	b.stack[len(b.stack)-1].AppendChild(n)
	b.nodes++
}

// unescape makes text of what stands in a page.
func unescape(raw []byte) string {
	if bytes.IndexByte(raw, '&') < 0 {
		return string(raw)
	}
	out := make([]byte, 0, len(raw))
	for {
		i := bytes.IndexByte(raw, '&')
		if i < 0 {
			return string(append(out, raw...))
		}
		var size int
		out, size, _ = appendReference(append(out, raw[:i]...), raw[i:])
		raw = raw[i+size:]
	}
}
