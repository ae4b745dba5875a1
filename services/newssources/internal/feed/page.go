package feed

import (
	"bytes"
	"net/url"
	"strings"

	"golang.org/x/net/html"
)

// readPage reads the items of a page with the recipe.
func (p *parser) readPage(text []byte) error {
	recipe, err := p.opts.Recipe.compile()
	if err != nil {
		return err
	}
	if len(text) > MaxPageBytes {
		text = text[:MaxPageBytes]
		p.counts[warnCutOff] = 1
	}
	p.readTree(p.buildPage(text), recipe)
	return nil
}

func (p *parser) readTree(root *html.Node, recipe *compiledRecipe) {
	p.doc.Kind = HTMLList
	r := pageReader{parser: p, recipe: recipe, base: p.base}
	r.head(root)
	recipe.list.selector.find(root, true, func(n *html.Node) bool {
		r.item(n)
		return true
	})
}

type pageReader struct {
	*parser
	recipe *compiledRecipe
	base   *url.URL
}

var (
	headElements = mustSelector("base, title, meta, link")
	anyLink      = mustSelector("a[href]")
	anyTime      = mustSelector("time")
)

func mustSelector(text string) selector {
	s, err := compileSelector(text)
	if err != nil {
		panic(err)
	}
	return s
}

// head reads what a page says about itself.
func (r *pageReader) head(root *html.Node) {
	d := r.doc
	mustSelector("html").find(root, true, func(n *html.Node) bool {
		d.Language = language([]byte(attributeOf(n, "lang")))
		return false
	})
	var icon string
	headElements.find(root, false, func(n *html.Node) bool {
		switch n.Data {
		case "base":
			r.base = r.rebase([]byte(attributeOf(n, "href")), r.base)
		case "title":
			if d.Title == "" {
				d.Title = r.plain(nodeText(n), markupNone, maxTitle)
			}
		case "meta":
			r.meta(n)
		case "link":
			switch strings.ToLower(attributeOf(n, "rel")) {
			case "canonical":
				d.HomeURL = r.link([]byte(attributeOf(n, "href")), r.base)
			case "icon", "shortcut icon", "apple-touch-icon":
				if icon == "" {
					icon = attributeOf(n, "href")
				}
			}
		}
		return true
	})
	d.IconURL = r.link([]byte(icon), r.base)
	if d.HomeURL == "" && r.parser.base != nil {
		d.HomeURL = r.parser.base.String()
	}
}

func (r *pageReader) meta(n *html.Node) {
	content := []byte(attributeOf(n, "content"))
	switch strings.ToLower(attributeOf(n, "name")) {
	case "description":
		r.doc.Description = r.plain(content, markupNone, maxSummary)
	case "generator":
		r.doc.Generator = r.plain(content, markupNone, maxName)
	}
}

// item reads one item. Where the recipe says nothing, a list of links is what is meant.
func (r *pageReader) item(n *html.Node) {
	d := newDraft(r.parser, r.base)
	linked := n
	if r.recipe.link.given() {
		linked = r.recipe.link.node(n)
	} else if n.Data != "a" {
		linked = anyLink.first(n)
	}
	if linked != nil {
		name := r.recipe.link.attribute
		if name == "" {
			name = "href"
		}
		d.setLink(linkPlain, []byte(attributeOf(linked, name)))
	}
	if r.recipe.title.given() {
		d.setTitle(r.recipe.title.value(n), markupNone)
	} else if linked != nil {
		d.setTitle(nodeText(linked), markupNone)
	}
	if r.recipe.date.given() {
		d.setPublished(r.recipe.date.dateValue(n))
	} else if t := anyTime.first(n); t != nil {
		d.setPublished(timeText(t))
	}
	if b := r.recipe.summary.value(n); len(b) > 0 {
		d.setSummary(b, markupNone)
	}
	if b := r.recipe.author.value(n); len(b) > 0 {
		d.addAuthor(b)
	}
	if d.policy == IdentityContent {
		d.measure(nodeText(n))
	}
	d.done(nil)
}

// node is the element that a target names, or nil.
func (t target) node(item *html.Node) *html.Node {
	if len(t.selector) == 0 {
		return item
	}
	return t.selector.first(item)
}

// value is the text or attribute that a target names.
func (t target) value(item *html.Node) []byte {
	if !t.given() {
		return nil
	}
	n := t.node(item)
	switch {
	case n == nil:
		return nil
	case t.attribute != "":
		return []byte(attributeOf(n, t.attribute))
	}
	return nodeText(n)
}

func (t target) dateValue(item *html.Node) []byte {
	if t.attribute == "" {
		if n := t.node(item); n != nil && n.Data == "time" {
			return timeText(n)
		}
	}
	return t.value(item)
}

// timeText prefers what a machine wrote.
func timeText(n *html.Node) []byte {
	if machine := attributeOf(n, "datetime"); machine != "" {
		return []byte(machine)
	}
	return bytes.TrimSpace(nodeText(n))
}

func attributeOf(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return strings.TrimSpace(a.Val)
		}
	}
	return ""
}

// nodeText is the text inside a node, with blanks between blocks, up to maxText.
func nodeText(n *html.Node) []byte { return appendText(nil, n) }

func appendText(b []byte, n *html.Node) []byte {
	for child := n.FirstChild; child != nil && len(b) < maxText; child = child.NextSibling {
		switch {
		case child.Type == html.TextNode:
			b = append(b, child.Data[:min(len(child.Data), maxText)]...)
		case child.Data == "script" || child.Data == "style" || child.Data == "noscript" || child.Data == "template":
		case inlineElements[child.DataAtom]:
			b = appendText(b, child)
		default:
			b = append(appendText(append(b, ' '), child), ' ')
		}
	}
	return b
}
