package feed

import (
	"net/url"
)

// rssReader reads RSS 0.90 to 2.0. In RDF the items stand beside the channel, otherwise inside; both are read alike.
type rssReader struct {
	*parser
	*scanner
	base  *url.URL // of xml:base on the root or channel
	home  *url.URL // the channel's link
	item  *draft
	depth int // of the items
	sy    updatePeriod
}

func (p *parser) readRSS(text []byte) {
	r := &rssReader{parser: p, scanner: newScanner(text, &p.counts)}
	r.root(nameRSS, nameRDF, nameChannel)
	r.head()
	for {
		t := r.next()
		if r.item != nil && (t == tokenEnd || r.scanner.depth() < r.depth) {
			r.endItem()
		}
		switch {
		case t == tokenEnd:
			r.checkEnd()
			r.doc.UpdatePeriod = r.sy.duration()
			return
		case t == tokenClose:
		case r.space == spaceFeed && (r.id == nameItem || r.id == nameEntry):
			r.beginItem()
		case r.item != nil:
			r.itemElement()
		default:
			r.channelElement()
		}
	}
}

// head reads the attributes of the root and the channel.
func (r *rssReader) head() {
	r.base = r.rebase(r.attr("xml:base"), r.base)
	if r.doc.Language == "" {
		r.doc.Language = language(r.attr("xml:lang"))
	}
}

func (r *rssReader) beginItem() {
	if r.item != nil { // the one before has no end
		r.endItem()
	}
	if r.depth == 0 && !r.closed {
		r.depth = r.scanner.depth()
	}
	r.adopt(r.depth)
	r.item = newDraft(r.parser, r.rebase(r.attr("xml:base"), r.base))
	r.item.e.Language = language(r.attr("xml:lang"))
	if about := r.attr("rdf:about"); about != nil {
		r.item.setGUID(about)
	}
	if r.closed {
		r.endItem()
	}
}

func (r *rssReader) endItem() {
	r.item.done(r.home)
	r.item = nil
}

func (r *rssReader) channelElement() {
	d := r.doc
	switch r.space {
	case spaceFeed:
		r.channelOwn()
	case spaceAtom:
		if r.id == nameLink {
			r.feedLink(r.scanner, r.base, true)
		}
	case spaceDC:
		switch r.id {
		case nameLanguage:
			r.setLanguage(r.text(true).bytes)
		case nameTitle:
			r.setTitle(r.text(true).bytes)
		}
	case spaceSy:
		switch r.id {
		case nameUpdatePeriod:
			r.sy.period = string(r.text(true).bytes)
		case nameUpdateFrequency:
			r.sy.frequency = string(r.text(true).bytes)
		}
	case spaceOther:
		if r.id == nameImage && d.IconURL == "" { // of iTunes
			if href := r.attr("href"); href != nil {
				d.IconURL = r.link(href, r.base)
			}
		}
	}
}

func (r *rssReader) channelOwn() {
	d := r.doc
	switch r.id {
	case nameChannel:
		r.head()
	case nameTitle:
		r.setTitle(r.text(true).bytes)
	case nameLink:
		if r.attr("href") != nil { // Atom's, whose namespace was forgotten
			r.feedLink(r.scanner, r.base, true)
		} else if raw := r.text(true).bytes; d.HomeURL == "" {
			d.HomeURL = r.link(raw, r.base)
			r.home = absolute(d.HomeURL)
		}
	case nameDescription:
		if raw := r.text(false).bytes; d.Description == "" {
			d.Description = r.plain(raw, markupKnown, maxSummary)
		}
	case nameLanguage:
		r.setLanguage(r.text(true).bytes)
	case nameGenerator:
		d.Generator = r.plain(r.text(true).bytes, markupKnown, maxName)
	case nameTTL:
		d.TTL = minutes(r.text(true).bytes)
	case nameSkipHours:
		d.SkipHours = r.skipHours()
	case nameSkipDays:
		d.SkipDays = r.skipDays()
	case nameImage:
		r.image()
	case nameTextInput, nameCloud, nameItems:
		r.skip()
	}
}

func (r *rssReader) setTitle(raw []byte) {
	if r.doc.Title == "" {
		r.doc.Title = r.plain(raw, markupKnown, maxTitle)
	}
}

func (r *rssReader) setLanguage(raw []byte) {
	if found := language(raw); found != "" {
		r.doc.Language = found
	}
}

// image reads the address of the channel's logo. Its title and link are no business of the channel's.
func (r *rssReader) image() {
	if r.closed {
		return
	}
	for depth := r.scanner.depth(); ; {
		t := r.next()
		if t == tokenEnd || r.scanner.depth() < depth {
			return
		}
		if t == tokenStart && r.id == nameURL {
			if raw := r.text(true).bytes; r.doc.IconURL == "" {
				r.doc.IconURL = r.link(raw, r.base, r.home)
			}
		}
	}
}
