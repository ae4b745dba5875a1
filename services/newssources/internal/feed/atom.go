package feed

import (
	"bytes"
	"net/url"
)

// atomReader reads Atom 0.3 and 1.0.
type atomReader struct {
	*parser
	*scanner
	base   *url.URL
	home   *url.URL
	item   *draft
	depth  int
	author draft // the feed's, which entries without one have
}

func (p *parser) readAtom(text []byte) {
	r := &atomReader{parser: p, scanner: newScanner(text, &p.counts)}
	r.author.parser = p
	r.root(nameFeed)
	r.base = r.rebase(r.attr("xml:base"), nil)
	r.doc.Language = language(r.attr("xml:lang"))
	for {
		t := r.next()
		if r.item != nil && (t == tokenEnd || r.scanner.depth() < r.depth) {
			r.endItem()
		}
		switch {
		case t == tokenEnd:
			r.checkEnd()
			return
		case t == tokenClose:
		case r.own() && (r.id == nameEntry || r.id == nameItem):
			r.beginItem()
		case r.item != nil:
			r.entryElement()
		default:
			r.feedElement()
		}
	}
}

// own says that the last element is one of Atom's.
func (r *atomReader) own() bool { return r.space == spaceAtom || r.space == spaceFeed }

func (r *atomReader) beginItem() {
	if r.item != nil { // the one before has no end
		r.endItem()
	}
	if r.depth == 0 && !r.closed {
		r.depth = r.scanner.depth()
	}
	r.adopt(r.depth)
	r.item = newDraft(r.parser, r.rebase(r.attr("xml:base"), r.base))
	r.item.e.Language = language(r.attr("xml:lang"))
	if r.closed {
		r.endItem()
	}
}

// endItem finishes the entry. Its date is when it was published; where only the last change is given, as most do, that.
func (r *atomReader) endItem() {
	if r.item.e.Author == "" {
		r.item.e.Author = r.author.e.Author
	}
	if r.item.e.Published == nil && r.item.created == nil {
		r.item.created = r.item.e.Updated
	}
	r.item.done(r.home)
	r.item = nil
}

func (r *atomReader) feedElement() {
	if !r.own() {
		return
	}
	d := r.doc
	switch r.id {
	case nameTitle:
		if b, how := r.construct(true); d.Title == "" {
			d.Title = r.plain(b, how, maxTitle)
		}
	case nameSubtitle, nameTagline:
		if b, how := r.construct(false); d.Description == "" {
			d.Description = r.plain(b, how, maxSummary)
		}
	case nameLink:
		r.feedLink(r.scanner, r.base, true)
		r.home = absolute(d.HomeURL)
	case nameGenerator:
		d.Generator = r.plain(r.text(true).bytes, markupKnown, maxName)
	case nameIcon:
		d.IconURL = r.link(r.text(true).bytes, r.base)
	case nameLogo:
		if raw := r.text(true).bytes; d.IconURL == "" {
			d.IconURL = r.link(raw, r.base)
		}
	case nameAuthor:
		r.person(&r.author)
	case nameContributor:
		r.skip()
	}
}

func (r *atomReader) entryElement() {
	item := r.item
	if !r.own() {
		switch {
		case r.space == spaceDC && r.id == nameCreator:
			item.addAuthor(r.text(true).bytes)
		case r.space == spaceDC && r.id == nameSubject:
			item.addCategory(r.text(true).bytes)
		case r.space == spaceBurner && r.id == nameOrigLink:
			item.setLink(linkOriginal, r.text(true).bytes)
		}
		return
	}
	switch r.id {
	case nameTitle:
		item.setTitle(r.construct(true))
	case nameIdent:
		item.setGUID(r.text(true).bytes)
	case nameLink:
		r.entryLink(item)
	case nameSummary:
		item.setSummary(r.construct(false))
	case nameContent:
		if r.attr("src") == nil {
			item.setContent(r.construct(false))
		}
	case namePublished, nameIssued, nameCreated, namePubDate:
		item.setPublished(r.text(true).bytes)
	case nameUpdated, nameModified:
		item.setUpdated(r.text(true).bytes)
	case nameAuthor:
		r.person(item)
	case nameCategory:
		if label := r.attr("label"); len(label) > 0 {
			item.addCategory(label)
		} else {
			item.addCategory(r.attr("term"))
		}
	case nameSource, nameContributor:
		r.skip()
	}
}

// construct reads a text whose type attribute says what it is: by default plain text, in which tags are characters.
// Many forget the attribute, so what can only be markup is taken as such.
func (r *atomReader) construct(short bool) ([]byte, markup) {
	kind := r.attr("type")
	plain := kind == nil || equalFold(kind, []byte("text")) || equalFold(kind, []byte("text/plain"))
	t := r.text(short)
	if plain && !t.markup && !looksLikeMarkup(t.bytes) {
		return t.bytes, markupNone
	}
	return t.bytes, markupKnown
}

// looksLikeMarkup looks for an end tag or a reference, which plain text about markup rarely has.
func looksLikeMarkup(b []byte) bool {
	if i := bytes.Index(b, []byte("</")); i >= 0 && i+2 < len(b) && isLetter(b[i+2]) {
		return true
	}
	i := bytes.IndexByte(b, '&')
	if i < 0 {
		return false
	}
	_, _, kind := appendReference(nil, b[i:])
	return kind == refXML || kind == refHTML
}
