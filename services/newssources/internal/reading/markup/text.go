package markup

import (
	"bytes"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
)

// Text is the content of an element.
type Text struct {
	Bytes    []byte // valid until the next call
	IsMarkup bool   // the content has child elements: Bytes is as in the document, with unresolved references
}

// Text reads the content of the last started element, up to MaxText bytes of it, and advances past
// its end tag. If the end tag is missing, Dialect.EndsText determines where the text ends.
func (s *Scanner) Text(short bool) Text {
	if s.Empty || len(s.open) == 0 || s.over > 0 {
		return Text{}
	}
	r := textReader{Scanner: s, begin: s.pos, short: short}
	return r.read()
}

// TextAfter returns the text between an empty element and the next tag, up to limit bytes. It
// returns nil if no tag follows.
func (s *Scanner) TextAfter(limit int) []byte {
	rest := s.data[s.pos:]
	i := bytes.IndexByte(rest, '<')
	if i < 0 {
		s.IsTextCut = true
		return nil
	}
	return rest[:min(i, limit)]
}

// TextFollows reports whether text or a CDATA section follows, before any tag.
func (s *Scanner) TextFollows() bool {
	rest := s.data[s.pos:]
	i := bytes.IndexByte(rest, '<')
	return i < 0 && !ascii.IsBlank(rest) || i >= 0 && (!ascii.IsBlank(rest[:i]) || ascii.HasPrefix(rest[i:], "<![CDATA["))
}

type textReader struct {
	*Scanner
	short    bool
	begin    int
	single   []byte // the only piece so far, which needs no copy
	buffered bool   // the pieces are in buf
	blank    bool   // white space was left out before the next piece
	isMarkup bool
	nested   int // open elements of the same name inside
	drawings int // open <svg> elements, which have titles of their own
}

var svgName = []byte("svg")

func (r *textReader) read() Text {
	name := r.open[len(r.open)-1].name
	for {
		i := bytes.IndexByte(r.data[r.pos:], '<')
		if i < 0 {
			r.piece(r.data[r.pos:], false)
			r.pos = len(r.data)
			r.fault(CutOff)
			r.IsTextCut = true
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
			if ascii.EqualFold(rest[1:1+n], name) {
				if r.nested == 0 {
					r.pos = at + 2 + n
					r.skipTag()
					return r.end(at)
				}
				r.nested--
			} else if ascii.EqualFold(rest[1:1+n], svgName) {
				r.drawings = max(0, r.drawings-1)
			} else if r.endsText(rest[1:1+n], false) {
				return r.cut(at)
			}
			r.isMarkup = true
			r.pos = at + 1
		case rest[0] == '!':
			r.pos = at + 1
			r.section(rest)
		case isNameStart(rest[0]):
			n := nameLength(rest)
			isSame := ascii.EqualFold(rest[:n], name)
			if (!isSame || r.drawings == 0) && r.endsText(rest[:n], true) {
				return r.cut(at)
			}
			switch {
			case isSame && (!r.short || r.drawings > 0):
				r.nested++
			case ascii.EqualFold(rest[:n], svgName):
				r.drawings++
			}
			r.isMarkup = true
			r.pos = at + 1
		default: // "a < b"
			r.fault(Malformed)
			r.piece(r.data[at:at+1], true)
			r.pos = at + 1
		}
	}
}

// section reads a CDATA section as text and skips a comment.
func (r *textReader) section(rest []byte) {
	const begin = "![CDATA["
	switch {
	case ascii.HasPrefix(rest, begin):
		r.pos += len(begin)
		i := r.cdataEnd()
		if i < 0 { // without an end, its content is read as markup
			r.fault(Malformed)
			r.isMarkup = true
			return
		}
		r.piece(r.data[r.pos:i], true)
		r.pos = i + len("]]>")
	case ascii.HasPrefix(rest, "!--"):
		r.skipSection("!--", "-->", &r.noCommentEnd)
	default:
		r.isMarkup = true
	}
}

// cdataEnd returns the position of the "]]>" that ends the CDATA section at the scanner's position,
// or -1. The next "]]>" belongs to a later section if the element ends and another section begins
// before it.
func (r *textReader) cdataEnd() int {
	if r.nextCDATAEnd < r.pos {
		i := bytes.Index(r.data[r.pos:], []byte("]]>"))
		if i < 0 {
			i = len(r.data)
		}
		r.nextCDATAEnd = r.pos + i
	}
	if r.nextCDATAEnd >= len(r.data) {
		return -1
	}
	content := r.data[r.pos:r.nextCDATAEnd]
	if next := bytes.Index(content, []byte("![CDATA[")); next >= 0 && r.hasEndTag(content[:next]) {
		return -1
	}
	return r.nextCDATAEnd
}

// hasEndTag reports whether b contains the end tag of the element being read.
func (r *textReader) hasEndTag(b []byte) bool {
	name := r.open[len(r.open)-1].name
	for {
		i := bytes.Index(b, []byte("</"))
		if i < 0 {
			return false
		}
		b = b[i+len("</"):]
		if ascii.EqualFold(b[:nameLength(b)], name) {
			return true
		}
	}
}

func (r *textReader) endsText(name []byte, isStart bool) bool {
	return r.dialect.EndsText != nil && r.dialect.EndsText(name, isStart, r.short)
}

// cut ends the text before a tag that can't be inside it.
func (r *textReader) cut(at int) Text {
	r.fault(Malformed)
	r.pos = at
	return r.end(at)
}

func (r *textReader) end(at int) Text {
	r.closeLast()
	if r.isMarkup {
		return Text{Bytes: r.data[r.begin:min(at, r.begin+MaxText)], IsMarkup: true}
	}
	if r.buffered {
		return Text{Bytes: r.buf}
	}
	return Text{Bytes: r.single}
}

// piece appends a part of the text. References in it are resolved unless it is literal.
func (r *textReader) piece(raw []byte, literal bool) {
	if r.isMarkup || len(raw) == 0 || r.buffered && len(r.buf) >= MaxText {
		return
	}
	if ascii.IsBlank(raw) {
		r.blank = true
		return
	}
	raw = raw[:min(len(raw), MaxText)]
	resolve := !literal && bytes.IndexByte(raw, '&') >= 0
	if r.single == nil && !r.buffered && !resolve {
		r.single, r.blank = raw, false
		return
	}
	if !r.buffered {
		r.buf, r.buffered = append(r.buf[:0], r.single...), true
	}
	if r.blank && len(r.buf) > 0 {
		r.buf = append(r.buf, ' ')
	}
	r.blank = false
	if resolve {
		r.buf = r.appendResolved(r.buf, raw)
	} else {
		r.buf = append(r.buf, raw...)
	}
}
