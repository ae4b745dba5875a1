package markup

import (
	"bytes"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
)

// declaration skips markup that begins with "<!": a comment, a CDATA section outside of any text,
// or a document type.
func (s *Scanner) declaration() {
	rest := s.data[s.pos:]
	switch {
	case ascii.HasPrefix(rest, "!--"):
		s.skipSection("!--", "-->", &s.noCommentEnd)
	case ascii.HasPrefix(rest, "![CDATA["):
		s.skipSection("![CDATA[", "]]>", &s.noCDATAEnd)
	case len(rest) >= len("!doctype") && ascii.EqualFold(rest[:len("!doctype")], "!doctype"):
		if s.noDoctypeEnd {
			s.skipTag()
		} else {
			s.doctype()
		}
	default:
		s.fault(Malformed)
		s.skipTag()
	}
}

// skipSection advances past a section's end, or only past its beginning if the document has no such
// end.
func (s *Scanner) skipSection(begin, end string, noEnd *bool) {
	s.pos += len(begin)
	if !*noEnd {
		if i := bytes.Index(s.data[s.pos:], []byte(end)); i >= 0 {
			s.pos += i + len(end)
			return
		}
		*noEnd = true
	}
	s.fault(Malformed)
}

// doctype reads a document type declaration. Of its internal subset, only short texts are kept as
// entities (ADR 39). Everything else is ignored: no file is read, and no entity is longer than a
// declaration may be.
func (s *Scanner) doctype() {
	begin := s.pos
	inSubset := false // the internal subset, in square brackets
	for i := s.pos + len("!doctype"); i < len(s.data); i++ {
		switch c := s.data[i]; {
		case c == '<' && ascii.HasPrefix(s.data[i:], "<!--"): // quotation marks in a comment are text
			end := bytes.Index(s.data[i:], []byte("-->"))
			if end < 0 {
				i = len(s.data)
				break
			}
			i += end + len("-->") - 1
		case c == '"' || c == '\'':
			end := bytes.IndexByte(s.data[i+1:], c)
			if end < 0 {
				i = len(s.data)
				break
			}
			i += end + 1
		case c == '[':
			inSubset = true
		case c == '<' && inSubset:
			end := declarationEnd(s.data[i:])
			if end < 0 {
				i = len(s.data)
				break
			}
			s.readDeclaration(s.data[i : i+end])
			i += end
		case c == ']':
			inSubset = false
		case c == '>' && !inSubset:
			s.pos = i + 1
			return
		}
	}
	// The declaration has no end: what follows is read as if the declaration weren't there.
	s.pos = begin + len("!doctype")
	s.noDoctypeEnd = true
	s.fault(Malformed)
}

// declarationEnd returns the position of the ">" that ends a declaration of an internal subset, or
// -1.
func declarationEnd(b []byte) int {
	for i := 0; i < len(b); i++ {
		switch c := b[i]; c {
		case '>':
			return i
		case '"', '\'':
			end := bytes.IndexByte(b[i+1:], c)
			if end < 0 {
				return -1
			}
			i += end + 1
		}
	}
	return -1
}

// readDeclaration keeps a declaration without its ">" if it is that of a simple entity, and counts
// any other as ignored.
func (s *Scanner) readDeclaration(b []byte) {
	const entity = "<!ENTITY"
	if !ascii.HasPrefix(b, entity) || !s.entities.declare(b[len(entity):]) {
		s.Faults[IgnoredDTD] = 1
	}
}

func isNameStart(c byte) bool { return ascii.IsLetter(c) || c == '_' || c == ':' || c >= 0x80 }

// endsName marks the bytes that end a name.
var endsName = [256]bool{' ': true, '\t': true, '\n': true, '\r': true, '\f': true, '/': true, '>': true, '<': true,
	'=': true, '"': true, '\'': true}

func nameLength(b []byte) int {
	for i, c := range b {
		if endsName[c] {
			return i
		}
	}
	return len(b)
}
