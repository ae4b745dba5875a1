package feed

import (
	"bytes"
)

// scanner finds elements, one byte after the other, in text that is UTF-8 or nearly so. It keeps the open elements, and
// forgives: an end closes everything inside that was left open, an end that closes nothing is skipped, and an "&" or "<"
// that begins nothing is itself. It never goes back behind the beginning of a tag.
type scanner struct {
	data []byte
	pos  int

	// The element that began last.
	id      nameID
	space   space
	name    []byte // as written, with its prefix
	attrs   []attribute
	closed  bool // "<a/>"
	lowered [32]byte

	open     []element
	over     int // open elements beyond maxDepth
	bindings []binding

	buf    []byte // of text, reused
	counts *[warningCount]int

	noComment   bool // no further end of this kind was found: don't look again
	noCDATA     bool
	noDoctype   bool
	newsInScope bool // the namespace of news sitemaps was declared
}

type attribute struct{ name, value []byte }

type element struct {
	name     []byte
	bindings int // how many there were before it
}

// token is what next has found.
type token int

const (
	tokenEnd   token = iota // of the document
	tokenStart              // an element begins
	tokenClose              // at least one element ends
)

func newScanner(data []byte, counts *[warningCount]int) *scanner {
	return &scanner{
		data: data, counts: counts,
		open: make([]element, 0, 16), attrs: make([]attribute, 0, 8), bindings: make([]binding, 0, 12),
	}
}

// next goes to the next beginning or end of an element. Text between is skipped.
func (s *scanner) next() token {
	for {
		i := bytes.IndexByte(s.data[s.pos:], '<')
		if i < 0 || s.pos+i+1 >= len(s.data) {
			if i >= 0 {
				s.fault(warnCutOff)
			}
			s.pos = len(s.data)
			return tokenEnd
		}
		s.pos += i + 1
		switch c := s.data[s.pos]; {
		case isNameStart(c):
			if s.startTag() {
				return tokenStart
			}
		case c == '/':
			s.pos++
			if s.endTag() {
				return tokenClose
			}
		case c == '!':
			s.declaration()
		case c == '?':
			s.instruction()
		default:
			s.fault(warnMalformed)
		}
	}
}

// depth is how many elements are open, the last one that began included unless it is closed already.
func (s *scanner) depth() int { return len(s.open) + s.over }

// startTag reads a tag behind its "<". False means that the document ends inside it.
func (s *scanner) startTag() bool {
	begin := s.pos
	s.pos += nameLength(s.data[begin:])
	s.name = s.data[begin:s.pos]
	before := len(s.bindings)
	if !s.attributes() {
		s.fault(warnCutOff)
		return false
	}
	s.id, s.space = s.identify(s.name)
	switch {
	case s.closed:
		s.bindings = s.bindings[:before]
	case len(s.open) >= maxDepth:
		s.over++
		s.counts[warnDepth] = 1
	default:
		s.open = append(s.open, element{name: s.name, bindings: before})
	}
	return true
}

// endTag reads an end behind its "</". False means that it closes nothing.
func (s *scanner) endTag() bool {
	begin := s.pos
	s.pos += nameLength(s.data[begin:])
	name := s.data[begin:s.pos]
	s.skipTag()
	if s.over > 0 {
		s.over--
		return true
	}
	for i := len(s.open) - 1; i >= max(0, len(s.open)-maxReach); i-- {
		if equalFold(s.open[i].name, name) {
			if i < len(s.open)-1 {
				s.fault(warnMalformed)
			}
			s.close(i)
			return true
		}
	}
	s.fault(warnMalformed)
	return false
}

// close closes the open elements from the one at depth i on.
func (s *scanner) close(i int) {
	s.bindings = s.bindings[:s.open[i].bindings]
	s.open = s.open[:i]
}

// closeLast closes the element that began last, wherever the scanner is.
func (s *scanner) closeLast() {
	if s.over > 0 {
		s.over--
	} else if n := len(s.open); n > 0 {
		s.close(n - 1)
	}
}

// adopt puts the element that began last at a depth, in place of what was left open there.
func (s *scanner) adopt(depth int) {
	if s.closed || s.depth() <= depth || depth < 1 || depth > len(s.open) {
		return
	}
	s.fault(warnMalformed)
	s.over = 0
	s.open = s.open[:depth]
	s.open[depth-1].name = s.name
}

// skipTag goes behind the next ">".
func (s *scanner) skipTag() {
	if i := bytes.IndexByte(s.data[s.pos:], '>'); i >= 0 {
		s.pos += i + 1
		return
	}
	s.fault(warnCutOff)
	s.pos = len(s.data)
}

// skip goes behind the end of the element that began last, with all that is in it.
func (s *scanner) skip() {
	if s.closed {
		return
	}
	for depth := s.depth(); s.depth() >= depth; {
		if s.next() == tokenEnd {
			return
		}
	}
}

func (s *scanner) fault(w warning) { s.counts[w]++ }
