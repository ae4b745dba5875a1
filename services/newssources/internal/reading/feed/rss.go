package feed

import (
	"net/url"

	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// rssReader reads RSS 0.90 to 2.0. The items are inside the channel element or, in RDF, after it.
type rssReader struct {
	*parser
	*scanner
	base  *url.URL // xml:base of the root or channel
	home  *url.URL // link of the channel
	item  *draft
	depth int // of the items
	// defaultSpace is the namespace of the elements without a prefix, if the root declares that of
	// another format for them.
	defaultSpace markup.Namespace

	updatePeriod updatePeriod
}

func (p *parser) readRSS(text []byte) {
	r := &rssReader{parser: p, scanner: newScanner(text, &p.faults)}
	r.root(nameRSS, nameRDF, nameChannel)
	if prefix, _ := markup.SplitName(r.Name); len(prefix) == 0 && r.Namespace != spaceOther {
		r.defaultSpace = r.Namespace
	}
	r.rootAttributes()
	for {
		t := r.next()
		if r.Namespace == r.defaultSpace {
			r.Namespace = spaceFeed
		}
		if t == markup.End && r.isItemCut() {
			r.item = nil
		}
		if r.item != nil && (t == markup.End || r.Depth() < r.depth) {
			r.endItem()
		}
		switch {
		case t == markup.End:
			r.CheckEnd()
			r.doc.UpdatePeriod = r.updatePeriod.duration()
			return
		case t == markup.Close:
		case r.Namespace == spaceFeed && (r.id == nameItem || r.id == nameEntry):
			r.beginItem()
		case r.item != nil:
			r.item.isNested = r.isBelow(r.depth)
			r.itemElement()
		default:
			r.channelElement()
		}
	}
}

// rootAttributes reads the attributes of the root or the channel.
func (r *rssReader) rootAttributes() {
	r.base = r.rebase(r.Attr("xml:base"), r.base)
	if r.doc.Language == "" {
		r.doc.Language = language(r.Attr("xml:lang"))
	}
}

func (r *rssReader) beginItem() {
	if r.item != nil { // the end tag of the previous item is missing
		r.endItem()
	}
	if r.depth == 0 && !r.Empty {
		r.depth = r.Depth()
	}
	r.MoveTo(r.depth)
	r.item = newDraft(r.parser, r.rebase(r.Attr("xml:base"), r.base))
	r.item.entry.Language = language(r.Attr("xml:lang"))
	if about := r.Attr("rdf:about"); about != nil {
		r.item.setGUID(about)
	}
	if r.Empty {
		r.endItem()
	}
}

func (r *rssReader) endItem() {
	r.item.dateByUpdate()
	r.item.finish(r.home)
	r.item = nil
}

func (r *rssReader) channelElement() {
	d := r.doc
	switch r.Namespace {
	case spaceFeed:
		r.channelRSS()
	case spaceAtom:
		if r.id == nameLink {
			r.feedLink(r.scanner, r.base)
		}
	case spaceDC:
		switch r.id {
		case nameLanguage:
			r.setLanguage(r.Text(true).Bytes)
		case nameTitle:
			r.setTitle(r.Text(true).Bytes)
		case nameRights:
			r.setCopyright(r.Text(true).Bytes)
		case nameLicense:
			r.addLicense(r.scanner)
		}
	case spaceOther: // cc:license, creativeCommons:license
		if r.id == nameLicense {
			r.addLicense(r.scanner)
		}
	case spaceSy:
		switch r.id {
		case nameUpdatePeriod:
			r.updatePeriod.period = string(r.Text(true).Bytes)
		case nameUpdateFrequency:
			r.updatePeriod.frequency = string(r.Text(true).Bytes)
		}
	case spaceMedia:
		if r.id == nameImage && d.IconURL == "" { // itunes:image
			if href := r.Attr("href"); href != nil {
				d.IconURL = r.link(href, r.base)
			}
		}
	}
}

func (r *rssReader) channelRSS() {
	d := r.doc
	switch r.id {
	case nameChannel:
		r.rootAttributes()
	case nameTitle:
		r.setTitle(r.Text(true).Bytes)
	case nameLink:
		if r.Attr("href") != nil { // Atom's, without its namespace
			r.feedLink(r.scanner, r.base)
		} else if raw := r.Text(true).Bytes; d.HomeURL == "" && !r.IsTextCut {
			d.HomeURL = r.link(raw, r.base)
			r.home = absolute(d.HomeURL)
		}
	case nameDescription:
		if raw := r.Text(false).Bytes; d.Description == "" {
			d.Description = r.plain(raw, markup.HTMLText, MaxSummary)
		}
	case nameLanguage:
		r.setLanguage(r.Text(true).Bytes)
	case nameGenerator:
		d.Generator = r.plain(r.Text(true).Bytes, markup.HTMLText, MaxName)
	case nameCopyright, nameRights:
		r.setCopyright(r.Text(true).Bytes)
	case nameLicense:
		r.addLicense(r.scanner)
	case nameTTL:
		d.TTL = parseMinutes(r.Text(true).Bytes)
	case nameSkipHours:
		d.SkipHours = r.skipHours()
	case nameSkipDays:
		d.SkipDays = r.skipDays()
	case nameImage:
		r.image()
	case nameTextInput, nameCloud:
		r.Skip()
	}
}

func (r *rssReader) setTitle(raw []byte) {
	if r.doc.Title == "" {
		r.doc.Title = r.plain(raw, markup.HTMLText, MaxTitle)
	}
}

func (r *rssReader) setLanguage(raw []byte) {
	if found := language(raw); found != "" {
		r.doc.Language = found
	}
}

// image reads the URL of the channel's logo. The title and link inside aren't those of the channel.
func (r *rssReader) image() {
	r.inside(func() {
		if r.id != nameURL {
			return
		}
		if raw := r.Text(true).Bytes; r.doc.IconURL == "" {
			r.doc.IconURL = r.link(raw, r.base, r.home)
		}
	})
}
