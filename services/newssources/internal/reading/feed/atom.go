package feed

import (
	"bytes"
	"encoding/base64"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// atomReader reads Atom 0.3 and 1.0.
type atomReader struct {
	*parser
	*scanner
	base   *url.URL
	home   *url.URL
	item   *draft
	depth  int
	author draft // holds the author of the feed, the default for its entries
}

func (p *parser) readAtom(text []byte) {
	r := &atomReader{parser: p, scanner: newScanner(text, &p.faults)}
	r.author.parser = p
	r.root(nameFeed)
	r.base = r.rebase(r.Attr("xml:base"), nil)
	r.doc.Language = language(r.Attr("xml:lang"))
	for {
		t := r.next()
		if t == markup.End && r.isItemCut() {
			r.item = nil
		}
		if r.item != nil && (t == markup.End || r.Depth() < r.depth) {
			r.endItem()
		}
		switch {
		case t == markup.End:
			r.CheckEnd()
			return
		case t == markup.Close:
		case r.isAtomElement() && (r.id == nameEntry || r.id == nameItem):
			r.beginItem()
		case r.item != nil:
			r.item.isNested = r.isBelow(r.depth)
			r.entryElement()
		default:
			r.feedElement()
		}
	}
}

// isAtomElement reports whether the last element is in one of Atom's namespaces.
func (r *atomReader) isAtomElement() bool {
	return r.Namespace == spaceAtom || r.Namespace == spaceFeed
}

func (r *atomReader) beginItem() {
	if r.item != nil { // the end tag of the previous entry is missing
		r.endItem()
	}
	if r.depth == 0 && !r.Empty {
		r.depth = r.Depth()
	}
	r.MoveTo(r.depth)
	r.item = newDraft(r.parser, r.rebase(r.Attr("xml:base"), r.base))
	r.item.entry.Language = language(r.Attr("xml:lang"))
	if r.Empty {
		r.endItem()
	}
}

// endItem adds the entry.
func (r *atomReader) endItem() {
	if r.item.entry.Author == "" {
		r.item.entry.Author = r.author.entry.Author
	}
	r.item.dateByUpdate()
	r.item.finish(r.home)
	r.item = nil
}

func (r *atomReader) feedElement() {
	if !r.isAtomElement() {
		return
	}
	d := r.doc
	switch r.id {
	case nameTitle:
		if b, format := r.textConstruct(true); d.Title == "" {
			d.Title = r.plain(b, format, MaxTitle)
		}
	case nameSubtitle, nameTagline:
		if b, format := r.textConstruct(false); d.Description == "" {
			d.Description = r.plain(b, format, MaxSummary)
		}
	case nameLink:
		r.feedLink(r.scanner, r.base)
		r.home = absolute(d.HomeURL)
	case nameRights, nameCopyright: // Atom 1.0, 0.3
		b, format := r.textConstruct(true)
		if d.Copyright == "" {
			d.Copyright = r.plain(b, format, MaxTitle)
		}
	case nameGenerator:
		d.Generator = r.plain(r.Text(true).Bytes, markup.HTMLText, MaxName)
	case nameIcon:
		d.IconURL = r.link(r.Text(true).Bytes, r.base)
	case nameLogo:
		if raw := r.Text(true).Bytes; d.IconURL == "" {
			d.IconURL = r.link(raw, r.base)
		}
	case nameAuthor:
		r.person(&r.author)
	case nameContributor:
		r.Skip()
	}
}

func (r *atomReader) entryElement() {
	item := r.item
	if !r.isAtomElement() {
		switch {
		case r.Namespace == spaceDC && r.id == nameCreator:
			item.addAuthor(r.Text(true).Bytes)
		case r.Namespace == spaceDC && r.id == nameSubject:
			item.addCategory(r.Text(true).Bytes)
		case r.Namespace == spaceBurner && r.id == nameOrigLink:
			item.setLink(linkOriginal, r.Text(true).Bytes)
		case r.Namespace == spaceMedia:
			r.mediaElement(item)
		case r.Namespace == spaceDC && r.id == nameTitle:
			item.setTitle(r.Text(true).Bytes, markup.HTMLText)
		}
		return
	}
	switch r.id {
	case nameTitle:
		item.setTitle(r.textConstruct(true))
	case nameIdent:
		item.setGUID(r.Text(true).Bytes)
	case nameLink:
		if r.Attr("href") == nil { // RSS's
			item.setLink(linkPlain, r.Text(true).Bytes)
		} else {
			r.entryLink(item)
		}
	case nameSummary:
		item.setSummary(r.textConstruct(false))
	case nameContent:
		if r.Attr("src") == nil {
			item.setContent(r.textConstruct(false))
		}
	case namePublished, nameIssued, nameCreated, namePubDate:
		item.setPublished(r.Text(true).Bytes)
	case nameUpdated, nameModified:
		item.setUpdated(r.Text(true).Bytes)
	case nameAuthor:
		r.person(item)
	case nameCategory:
		if label := r.Attr("label"); len(label) > 0 {
			item.addCategory(label)
		} else {
			item.addCategory(r.Attr("term"))
		}
	case nameSource, nameContributor:
		r.Skip()
	}
}

// textConstruct reads a text and its format, which the type attribute declares. The default is
// plain text, but many feeds omit the attribute, so that unmistakable markup is read as HTML.
func (r *atomReader) textConstruct(short bool) ([]byte, markup.Format) {
	kind := r.Attr("type")
	isBase64 := ascii.EqualFold(r.Attr("mode"), []byte("base64")) // Atom 0.3
	plain := kind == nil || ascii.EqualFold(kind, []byte("text")) || ascii.EqualFold(kind, []byte("text/plain"))
	t := r.Text(short)
	if isBase64 {
		t.Bytes = r.decodeBase64(t.Bytes)
	}
	if plain && !t.IsMarkup && !looksLikeMarkup(t.Bytes) {
		return t.Bytes, markup.PlainText
	}
	return t.Bytes, markup.HTMLText
}

// decodeBase64 returns the text that a base64 text stands for, or the text itself if it is none.
// Line breaks, missing padding and the alphabet for addresses are accepted; a text that is not
// UTF-8 is in the encoding of the document, or in a guessed one.
func (p *parser) decodeBase64(text []byte) []byte {
	compact := bytes.TrimRight(bytes.Join(bytes.Fields(text), nil), "=")
	compact = bytes.ReplaceAll(bytes.ReplaceAll(compact, []byte("-"), []byte("+")), []byte("_"), []byte("/"))
	decoded := make([]byte, base64.RawStdEncoding.DecodedLen(len(compact)))
	n, err := base64.RawStdEncoding.Decode(decoded, compact)
	if err != nil {
		return text
	}
	if decoded = decoded[:n]; utf8.Valid(decoded) {
		return decoded
	}
	hints := markup.Hints{Charset: p.doc.Charset}
	if strings.HasPrefix(hints.Charset, "utf-") {
		hints.Charset = ""
	}
	converted, err := markup.Decode(decoded, hints)
	if err != nil {
		return text
	}
	return converted.Text
}

// looksLikeMarkup reports whether b has an end tag or a reference, which plain text about markup
// rarely has.
func looksLikeMarkup(b []byte) bool {
	if i := bytes.Index(b, []byte("</")); i >= 0 && i+2 < len(b) && ascii.IsLetter(b[i+2]) {
		return true
	}
	i := bytes.IndexByte(b, '&')
	if i < 0 {
		return false
	}
	_, _, kind := markup.AppendReference(nil, b[i:])
	return kind == markup.XMLReference || kind == markup.HTMLReference
}
