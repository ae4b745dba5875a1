package feed

import "bytes"

// text is what an element holds.
type text struct {
	bytes  []byte // valid until the next call
	markup bool   // elements stand in it: the bytes are as in the document, references included
}

// text reads what the element that began last holds, up to maxText of it, and goes behind its end. The end may be
// missing: text ends at the latest where the item ends, and short text where the item's next element begins.
func (s *scanner) text(short bool) text {
	if s.closed || len(s.open) == 0 || s.over > 0 {
		return text{}
	}
	r := textReader{scanner: s, begin: s.pos, short: short}
	return r.read()
}

type textReader struct {
	*scanner
	short  bool
	begin  int
	single []byte // the only piece so far, which needs no copy
	own    bool   // the pieces are in buf
	blank  bool   // blanks were left out before the next piece
	markup bool
	nested int // open elements of the same name inside
}

func (r *textReader) read() text {
	name := r.open[len(r.open)-1].name
	for {
		i := bytes.IndexByte(r.data[r.pos:], '<')
		if i < 0 {
			r.piece(r.data[r.pos:], false)
			r.pos = len(r.data)
			r.fault(warnCutOff)
			return r.end(len(r.data))
		}
		at := r.pos + i
		r.piece(r.data[r.pos:at], false)
		rest := r.data[at+1:]
		switch {
		case len(rest) == 0:
			r.pos = at + 1
		case rest[0] == '/':
			n := nameLength(rest[1:])
			if equalFold(rest[1:1+n], name) {
				if r.nested == 0 {
					r.pos = at + 2 + n
					r.skipTag()
					return r.end(at)
				}
				r.nested--
			} else if r.isBoundary(rest[1:1+n], false) {
				return r.cut(at)
			}
			r.markup = true
			r.pos = at + 1
		case rest[0] == '!':
			r.pos = at + 1
			r.special(rest)
		case isNameStart(rest[0]):
			n := nameLength(rest)
			if r.isBoundary(rest[:n], true) {
				return r.cut(at)
			}
			if equalFold(rest[:n], name) && !r.short {
				r.nested++
			}
			r.markup = true
			r.pos = at + 1
		default: // "a < b"
			r.fault(warnMalformed)
			r.piece(r.data[at:at+1], true)
			r.pos = at + 1
		}
	}
}

// special reads a CDATA section as text and skips a comment.
func (r *textReader) special(rest []byte) {
	const begin, end = "![CDATA[", "]]>"
	switch {
	case hasPrefix(rest, begin):
		body := rest[len(begin):]
		i := bytes.Index(body, []byte(end))
		if i < 0 {
			r.piece(body, true)
			r.pos = len(r.data)
			return
		}
		r.piece(body[:i], true)
		r.pos += len(begin) + i + len(end)
	case hasPrefix(rest, "!--"):
		r.skipTo("!--", "-->", &r.noComment)
	default:
		r.markup = true
	}
}

// cut ends the text before a tag that can't be inside it.
func (r *textReader) cut(at int) text {
	r.fault(warnMalformed)
	r.pos = at
	return r.end(at)
}

func (r *textReader) end(at int) text {
	r.closeLast()
	if r.markup {
		return text{bytes: r.data[r.begin:min(at, r.begin+maxText)], markup: true}
	}
	if r.own {
		return text{bytes: r.buf}
	}
	return text{bytes: r.single}
}

// piece takes in a part of the text: raw is as it stands in the document unless literal.
func (r *textReader) piece(raw []byte, literal bool) {
	if r.markup || len(raw) == 0 || r.own && len(r.buf) >= maxText {
		return
	}
	if isBlank(raw) {
		r.blank = true
		return
	}
	raw = raw[:min(len(raw), maxText)]
	decode := !literal && bytes.IndexByte(raw, '&') >= 0
	if r.single == nil && !r.own && !decode {
		r.single, r.blank = raw, false
		return
	}
	if !r.own {
		r.buf, r.own = append(r.buf[:0], r.single...), true
	}
	if r.blank && len(r.buf) > 0 {
		r.buf = append(r.buf, ' ')
	}
	r.blank = false
	if decode {
		r.buf = r.references(r.buf, raw)
	} else {
		r.buf = append(r.buf, raw...)
	}
}

func isBlank(b []byte) bool {
	for _, c := range b {
		if !isSpace(c) {
			return false
		}
	}
	return true
}

// isBoundary says that a tag can't be inside the text being read.
func (r *textReader) isBoundary(name []byte, begins bool) bool {
	if len(name) < 2 || len(name) > 16 || name[0]|0x20 > 'z' {
		return false
	}
	id, _ := r.identify(name)
	switch id {
	case nameItem, nameEntry:
		return true
	case nameChannel, nameRSS, nameFeed, nameRDF, nameURL, nameURLSet, nameSitemap, nameSitemapIndex:
		return !begins
	case namePubDate, nameGUID: // never in HTML
		return begins
	case nameTitle, nameLink, nameDescription, nameIdent, nameUpdated, namePublished, nameLoc, nameLastmod:
		return begins && r.short
	}
	return false
}
