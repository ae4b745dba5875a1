// Package pagelist reads the items of HTML pages that list articles. A recipe selects the items
// with CSS selectors; Suggest generates a recipe for a page.
package pagelist

import (
	"bytes"
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// Read reads a document as feed.Parse does, and an HTML page with the recipe if there is one. The
// error is a *feed.Error.
func Read(data []byte, recipe *Recipe, options feed.Options) (*feed.Document, error) {
	if recipe == nil {
		return feed.Parse(data, options)
	}
	builder, err := feed.NewBuilder(options)
	if err != nil {
		return nil, err
	}
	compiled, err := recipe.compile()
	if err != nil {
		return nil, err
	}
	text, kind, err := builder.Decode(data)
	switch {
	case err != nil:
		return nil, err
	case kind != feed.HTML && kind != feed.Unknown:
		return feed.Parse(data, options)
	}
	if len(text) > markup.MaxPageBytes {
		text = text[:markup.MaxPageBytes]
		builder.Truncate()
	}
	root, truncated := markup.ParseTree(text)
	if truncated {
		builder.Truncate()
	}
	return readTree(builder, root, compiled), nil
}

// readTree reads the items of a page's tree.
func readTree(builder *feed.Builder, root *html.Node, recipe *compiledRecipe) *feed.Document {
	r := pageReader{Builder: builder, recipe: recipe, base: builder.Base()}
	r.metadata(root)
	d := r.Document()
	d.Hosts, d.Classes = Template(root)
	recipe.list.selector.find(root, true, func(n *html.Node) bool {
		r.item(n)
		return true
	})
	return builder.Finish()
}

type pageReader struct {
	*feed.Builder
	recipe *compiledRecipe
	base   *url.URL
}

var (
	rootElement      = mustSelector("html")
	metadataElements = mustSelector("base, title, meta, link")
	anyLink          = mustSelector("a[href]")
	anyTime          = mustSelector("time")
)

func mustSelector(text string) selector {
	s, err := compileSelector(text)
	if err != nil {
		panic(err)
	}
	return s
}

// metadata reads the metadata of a page.
func (r *pageReader) metadata(root *html.Node) {
	d := r.Document()
	d.Kind = feed.HTMLList
	if n := rootElement.first(root); n != nil {
		d.Language = r.Language(markup.Attribute(n, "lang"))
	}
	var icon string
	metadataElements.find(root, false, func(n *html.Node) bool {
		switch n.Data {
		case "base":
			r.base = r.Rebase(markup.Attribute(n, "href"), r.base)
		case "title":
			if d.Title == "" {
				d.Title = r.Text(string(markup.NodeText(n)), feed.MaxTitle)
			}
		case "meta":
			r.meta(n)
		case "link":
			switch strings.ToLower(markup.Attribute(n, "rel")) {
			case "canonical":
				d.HomeURL = r.Link(markup.Attribute(n, "href"), r.base)
			case "icon", "shortcut icon", "apple-touch-icon":
				if icon == "" {
					icon = markup.Attribute(n, "href")
				}
			}
		}
		return true
	})
	d.IconURL = r.Link(icon, r.base)
	if d.HomeURL == "" && r.Base() != nil {
		d.HomeURL = r.Base().String()
	}
}

func (r *pageReader) meta(n *html.Node) {
	content := markup.Attribute(n, "content")
	switch strings.ToLower(markup.Attribute(n, "name")) {
	case "description":
		r.Document().Description = r.Text(content, feed.MaxSummary)
	case "generator":
		r.Document().Generator = r.Text(content, feed.MaxName)
	}
}

// item reads one item. By default an item is a link with its text as the title.
func (r *pageReader) item(n *html.Node) {
	raw := feed.RawItem{
		Summary: r.recipe.summary.value(n),
		Author:  r.recipe.author.value(n),
		Content: func() []byte { return markup.NodeText(n) },
	}
	link := n
	if r.recipe.link.isSet() {
		link = r.recipe.link.node(n)
	} else if n.Data != "a" {
		link = anyLink.first(n)
	}
	if link != nil {
		attribute := r.recipe.link.attribute
		if attribute == "" {
			attribute = "href"
		}
		raw.Link = markup.Attribute(link, attribute)
	}
	if r.recipe.title.isSet() {
		raw.Title = r.recipe.title.value(n)
	} else if link != nil {
		raw.Title = markup.NodeText(link)
	}
	if r.recipe.date.isSet() {
		raw.Date = r.recipe.date.dateValue(n)
	} else if t := anyTime.first(n); t != nil {
		raw.Date = timeText(t)
	}
	r.Add(raw, r.base)
}

// node returns the element that a target selects, or nil.
func (t target) node(item *html.Node) *html.Node {
	if len(t.selector) == 0 {
		return item
	}
	return t.selector.first(item)
}

// value returns the text or attribute that a target selects.
func (t target) value(item *html.Node) []byte {
	if !t.isSet() {
		return nil
	}
	n := t.node(item)
	switch {
	case n == nil:
		return nil
	case t.attribute != "":
		return []byte(markup.Attribute(n, t.attribute))
	}
	return markup.NodeText(n)
}

func (t target) dateValue(item *html.Node) []byte {
	if t.attribute == "" {
		if n := t.node(item); n != nil && n.Data == "time" {
			return timeText(n)
		}
	}
	return t.value(item)
}

// timeText returns the machine-readable date of a time element, or else its text.
func timeText(n *html.Node) []byte {
	if date := markup.Attribute(n, "datetime"); date != "" {
		return []byte(date)
	}
	return bytes.TrimSpace(markup.NodeText(n))
}
