package feed

import (
	"bytes"

	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// jsonReader reads JSON Feed 1.0 and 1.1. Its scanner (jsonvalue.go) tolerates invalid JSON, so
// that a truncated document gives its first items.
type jsonReader struct {
	*parser
	complete bool // every value so far has its end
}

func (p *parser) readJSON(text []byte) error {
	r := &jsonReader{parser: p, complete: true}
	text = bytes.TrimSpace(text)
	var items []byte
	r.members(text, func(name string, value []byte) {
		if name == "items" {
			items = value // read after the metadata, wherever it is
			return
		}
		r.member(name, value)
	})
	r.elements(items, true, func(item []byte) {
		if item[0] == '{' {
			r.item(item)
		} else {
			r.warn(warnTypes, 1)
		}
	})
	if !r.complete {
		p.faults[markup.CutOff] = 1
	}
	if items == nil && p.doc.Title == "" {
		return refuse(CodeBroken, "This begins like a JSON feed, but has neither a title nor items.")
	}
	return nil
}

func (r *jsonReader) member(name string, value []byte) {
	d := r.doc
	switch name {
	case "title":
		d.Title = r.plain(r.text(value), markup.PlainText, MaxTitle)
	case "home_page_url":
		if !isCutString(value) {
			d.HomeURL = r.link(r.text(value))
		}
	case "feed_url":
		d.SelfURL = r.link(r.text(value))
	case "description":
		d.Description = r.plain(r.text(value), markup.PlainText, MaxSummary)
	case "language":
		d.Language = language(r.text(value))
	case "icon":
		d.IconURL = r.link(r.text(value))
	case "favicon":
		if d.IconURL == "" {
			d.IconURL = r.link(r.text(value))
		}
	case "hubs":
		r.elements(value, true, func(hub []byte) {
			if url := r.field(hub, "url"); d.HubURL == "" {
				d.HubURL = r.link(r.text(url))
			}
		})
	}
}

// jsonItem holds the members of an item that depend on each other, as raw JSON.
type jsonItem struct {
	summary, html, text, author, authors, tags, attachments []byte
}

func (r *jsonReader) item(raw []byte) {
	d := newDraft(r.parser, nil)
	var item jsonItem
	isItemCut := false // as in scanner.isItemCut
	r.members(raw, func(name string, value []byte) {
		switch name {
		case "id", "url", "external_url", "title", "date_published", "date_modified":
			isItemCut = isItemCut || isCutString(value)
		}
		switch name {
		case "id":
			d.setGUID(r.text(value))
		case "url":
			d.setLink(linkPlain, r.text(value))
		case "external_url":
			d.setLink(linkOther, r.text(value))
		case "title":
			d.setTitle(r.text(value), markup.HTMLText)
		case "date_published":
			d.setPublished(r.text(value))
		case "date_modified":
			d.setUpdated(r.text(value))
		case "language":
			d.entry.Language = language(r.text(value))
		case "summary":
			item.summary = value
		case "content_html":
			item.html = value
		case "content_text":
			item.text = value
		case "author":
			item.author = value
		case "authors":
			item.authors = value
		case "tags":
			item.tags = value
		case "attachments":
			item.attachments = value
		}
	})
	if isItemCut {
		return
	}
	r.dependentMembers(d, &item)
	d.finish(absolute(r.doc.HomeURL))
}

// dependentMembers reads the members of which one replaces another.
func (r *jsonReader) dependentMembers(d *draft, item *jsonItem) {
	if b := r.text(item.summary); len(b) > 0 {
		d.setSummary(b, markup.PlainText)
	}
	if b := r.text(item.html); len(b) > 0 {
		d.setContent(b, markup.HTMLText)
	} else if b := r.text(item.text); len(b) > 0 {
		d.setContent(b, markup.PlainText)
	}
	if item.authors != nil {
		r.elements(item.authors, true, func(author []byte) { r.author(d, author) })
	} else {
		r.elements(item.author, false, func(author []byte) { r.author(d, author) })
	}
	r.elements(item.tags, true, func(tag []byte) { d.addCategory(r.text(tag)) })
	r.elements(item.attachments, true, func(attachment []byte) {
		d.setLink(linkEnclosure, r.text(r.field(attachment, "url")))
	})
}

// author reads an author object, or a string that is just the name.
func (r *jsonReader) author(d *draft, raw []byte) {
	if raw[0] == '{' {
		d.addAuthor(r.text(r.field(raw, "name")))
		return
	}
	r.warn(warnTypes, 1)
	d.addAuthor(r.text(raw))
}
