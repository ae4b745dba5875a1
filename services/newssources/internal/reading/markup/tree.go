package markup

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/text/encoding/charmap"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
)

const (
	// maxNodes limits the elements, attributes and texts of a page's tree: large pages have 50,000.
	maxNodes = 150_000
	// maxPageDepth limits how deep elements are nested; deeper ones become siblings.
	maxPageDepth = 256
	// maxName is how much of an element's or attribute's name is kept, in bytes.
	maxName = 200
	// maxValue is the longest attribute value that is kept, in bytes: a long link.
	maxValue = 4096
	// maxJoined is the length, in bytes, from which the text after a comment isn't joined with the
	// text before it: each join copies the text.
	maxJoined = 4096
)

// ParsePage decodes an HTML page and returns its tree. The content of scripts is kept if it is JSON or XML, and
// that of styles is left out.
func ParsePage(data []byte, contentType string) (*html.Node, error) {
	d, err := Decode(data[:min(len(data), MaxPageBytes)], Hints{ContentType: contentType})
	if err != nil {
		return nil, err
	}
	root, _ := ParseTree(d.Text)
	return root, nil
}

// ParseTree returns the tree of an HTML page, and whether the page has more nodes than the limit.
//
// The parser of x/net/html follows browsers to the letter, including rules by which some pages of
// 100 KB become trees of gigabytes. This parser implements only the rules that lists and links
// need, and takes linear time and space.
func ParseTree(text []byte) (root *html.Node, truncated bool) {
	root = &html.Node{Type: html.DocumentNode}
	var faults Faults // not reported: pages are never well-formed
	b := &treeBuilder{Scanner: NewScanner(text, Dialect{}, &faults), stack: []*html.Node{root}}
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
	return root, b.nodes >= maxNodes
}

type treeBuilder struct {
	*Scanner
	stack []*html.Node // open elements, below the document
	nodes int
}

// markup reads the tag or declaration after a "<".
func (b *treeBuilder) markup() {
	rest := b.data[b.pos:]
	switch {
	case len(rest) == 0:
	case ascii.IsLetter(rest[0]):
		b.startElement()
	case rest[0] == '/' && len(rest) > 1 && ascii.IsLetter(rest[1]):
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

// tagName reads an element's name and returns it in lower case.
func (b *treeBuilder) tagName() string {
	begin := b.pos
	b.pos += nameLength(b.data[begin:])
	return lowerName(b.data[begin:b.pos])
}

// lowerName returns a name in lower case; known names share memory.
func lowerName(name []byte) string { return atom.String(bytes.ToLower(name[:min(len(name), maxName)])) }

func (b *treeBuilder) startElement() {
	name := b.tagName()
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
			n.Attr = append(n.Attr, html.Attribute{Key: lowerName(a.name), Val: unescape(a.value)})
		}
	}
	b.closeImplied(n)
	b.append(n)
	switch {
	case voidElements[n.DataAtom]:
	case n.DataAtom == atom.Script || n.DataAtom == atom.Style || n.DataAtom == atom.Textarea || n.DataAtom == atom.Title:
		b.rawText(n)
	case len(b.stack) < maxPageDepth:
		b.stack = append(b.stack, n)
	}
}

// rawText reads the content of an element that has no child elements. References in scripts aren't
// resolved.
func (b *treeBuilder) rawText(n *html.Node) {
	size := rawTextLength(b.data[b.pos:], []byte(n.Data))
	content := b.data[b.pos : b.pos+size]
	b.pos += size
	i := bytes.LastIndex(content, []byte("</"))
	if i < 0 || len(content) > MaxText {
		return
	}
	switch n.DataAtom {
	case atom.Style:
	case atom.Script:
		if kind := Attribute(n, "type"); strings.Contains(kind, "json") || strings.Contains(kind, "xml") {
			n.AppendChild(&html.Node{Type: html.TextNode, Data: string(content[:i])})
			b.nodes++
		}
	default:
		n.AppendChild(&html.Node{Type: html.TextNode, Data: unescape(content[:i])})
		b.nodes++
	}
}

func (b *treeBuilder) text(raw []byte) {
	top := b.stack[len(b.stack)-1]
	if len(raw) == 0 || top.Type == html.DocumentNode {
		return
	}
	if last := top.LastChild; last != nil && last.Type == html.TextNode { // a comment is between them
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

// unescape returns text with its references resolved, and with the characters of windows-1252 in
// place of U+0080 to U+009F.
func unescape(raw []byte) string { return repairC1(resolve(raw)) }

// repairC1 replaces the control characters U+0080 to U+009F as windows1252 does.
func repairC1(s string) string {
	if strings.IndexFunc(s, isC1) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if !isC1(r) {
			return r
		}
		if repaired := charmap.Windows1252.DecodeByte(byte(r)); repaired != utf8.RuneError {
			return repaired
		}
		return -1
	}, s)
}

func isC1(r rune) bool { return 0x80 <= r && r < 0xa0 }

func resolve(raw []byte) string {
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
		out, size, _ = AppendReference(append(out, raw[:i]...), raw[i:])
		raw = raw[i+size:]
	}
}

// Attribute returns the trimmed value of an element's attribute, or "".
func Attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return strings.TrimSpace(a.Val)
		}
	}
	return ""
}

// NodeText returns the text inside a node, up to about MaxText bytes, with spaces between block
// elements.
func NodeText(n *html.Node) []byte { return appendNodeText(nil, n) }

func appendNodeText(b []byte, n *html.Node) []byte {
	for child := n.FirstChild; child != nil && len(b) < MaxText; child = child.NextSibling {
		switch {
		case child.Type == html.TextNode:
			b = append(b, child.Data[:min(len(child.Data), MaxText)]...)
		case child.Data == "script" || child.Data == "style" || child.Data == "noscript" || child.Data == "template":
		case inlineElements[child.DataAtom]:
			b = appendNodeText(b, child)
		default:
			b = append(appendNodeText(append(b, ' '), child), ' ')
		}
	}
	return b
}
