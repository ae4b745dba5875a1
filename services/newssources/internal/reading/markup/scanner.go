package markup

import (
	"bytes"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
)

// Scanner finds the elements of an XML document. The text has to be UTF-8 or nearly so. The scanner
// tracks the open elements and recovers from errors: an end tag closes everything inside that was
// left open, an end tag without a start is skipped, and an "&" or "<" that begins no markup is
// text. It never goes back before the beginning of a tag, so scanning takes linear time.
type Scanner struct {
	Faults *Faults

	// The following fields describe the last start tag.
	Name      []byte // as written, with its prefix
	Namespace Namespace
	Empty     bool // it has no content: "<a/>"
	IsTextCut bool // its text ends with the document instead of a tag
	IsTagCut  bool // the tag itself does; its namespace and attributes are missing
	attrs     []attribute

	data    []byte
	pos     int
	dialect Dialect

	open     []element
	over     int // open elements beyond maxDepth
	bindings []binding

	buf []byte // for text, reused

	// These are set when the rest of the document has no end of such a section, so that it isn't
	// searched again.
	noCommentEnd, noCDATAEnd, noDoctypeEnd bool
	entities                               entities
	nextCDATAEnd                           int // position of the next "]]>" in texts, or the length of data
}

// Dialect describes the namespaces and elements of a format.
type Dialect struct {
	// Namespace returns the namespace that xmlns:prefix="uri" declares, or, with a nil uri, the one
	// that an undeclared prefix usually means.
	Namespace func(prefix, uri []byte) Namespace
	// EndsText reports whether a tag can't be inside an element's text, because the end tag of that
	// element is missing. Short texts, such as titles, contain no block elements.
	EndsText func(name []byte, isStart, short bool) bool
}

// Namespace is a number that the dialect gives to a namespace.
type Namespace uint8

type attribute struct{ name, value []byte }

type element struct {
	name     []byte
	bindings int // how many there were before it
}

type binding struct {
	prefix    []byte
	namespace Namespace
}

// Token is what Next has found.
type Token int

// The tokens.
const (
	End   Token = iota // of the document
	Start              // an element begins
	Close              // at least one element ends
)

// NewScanner returns a scanner for data that counts faults in faults.
func NewScanner(data []byte, dialect Dialect, faults *Faults) *Scanner {
	return &Scanner{
		data: data, dialect: dialect, Faults: faults,
		open: make([]element, 0, 16), attrs: make([]attribute, 0, 8), bindings: make([]binding, 0, 12),
	}
}

// Next advances to the next start or end of an element. Text in between is skipped.
func (s *Scanner) Next() Token {
	for {
		i := bytes.IndexByte(s.data[s.pos:], '<')
		if i < 0 || s.pos+i+1 >= len(s.data) {
			if i >= 0 {
				s.fault(CutOff)
			}
			s.pos = len(s.data)
			return End
		}
		s.pos += i + 1
		switch c := s.data[s.pos]; {
		case isNameStart(c):
			if s.startTag() {
				return Start
			}
		case c == '/':
			s.pos++
			if s.endTag() {
				return Close
			}
		case c == '!':
			s.declaration()
		case c == '?':
			s.skipTag() // the "?" before the ">" may be missing
		default:
			s.fault(Malformed)
		}
	}
}

// Depth returns the number of open elements, including the last one that began unless it is an
// empty element.
func (s *Scanner) Depth() int { return len(s.open) + s.over }

// startTag reads a tag after its "<" and reports whether the tag is complete.
func (s *Scanner) startTag() bool {
	begin := s.pos
	s.pos += nameLength(s.data[begin:])
	s.Name = s.data[begin:s.pos]
	before := len(s.bindings)
	if !s.attributes() {
		s.IsTagCut = true
		s.fault(CutOff)
		return false
	}
	prefix, _ := SplitName(s.Name)
	s.Namespace = s.namespaceOf(prefix)
	switch {
	case s.Empty:
		s.bindings = s.bindings[:before]
	case len(s.open) >= maxDepth:
		s.over++
		s.Faults[TooDeep] = 1
	default:
		s.open = append(s.open, element{name: s.Name, bindings: before})
	}
	return true
}

// endTag reads an end tag after its "</" and reports whether it closes an element.
func (s *Scanner) endTag() bool {
	begin := s.pos
	s.pos += nameLength(s.data[begin:])
	name := s.data[begin:s.pos]
	s.skipTag()
	if s.over > 0 {
		s.over--
		return true
	}
	for i := len(s.open) - 1; i >= max(0, len(s.open)-maxReach); i-- {
		if ascii.EqualFold(s.open[i].name, name) {
			if i < len(s.open)-1 {
				s.fault(Malformed)
			}
			s.closeFrom(i)
			return true
		}
	}
	s.fault(Malformed)
	return false
}

// closeFrom closes the open elements from index i on.
func (s *Scanner) closeFrom(i int) {
	s.bindings = s.bindings[:s.open[i].bindings]
	s.open = s.open[:i]
}

// closeLast closes the innermost open element, wherever the scanner is.
func (s *Scanner) closeLast() {
	if s.over > 0 {
		s.over--
	} else if n := len(s.open); n > 0 {
		s.closeFrom(n - 1)
	}
}

// CloseAll forgets the open elements. Their namespace declarations stay in scope.
func (s *Scanner) CloseAll() { s.open, s.over = s.open[:0], 0 }

// MoveTo moves the last started element to a depth and closes the elements that were left open from
// that depth on.
func (s *Scanner) MoveTo(depth int) {
	if s.Empty || s.Depth() <= depth || depth < 1 || depth > len(s.open) {
		return
	}
	s.fault(Malformed)
	s.over = 0
	s.open = s.open[:depth]
	s.open[depth-1].name = s.Name
}

// Skip advances past the end of the last started element.
func (s *Scanner) Skip() {
	if s.Empty {
		return
	}
	for depth := s.Depth(); s.Depth() >= depth; {
		if s.Next() == End {
			return
		}
	}
}

// HasLeadingGarbage reports whether there is content before the first tag or the XML declaration.
func (s *Scanner) HasLeadingGarbage() bool {
	start := bytes.IndexByte(s.data, '<')
	return start > 0 && (!ascii.IsBlank(s.data[:start]) || ascii.HasPrefix(s.data[start:], "<?xml"))
}

// CheckEnd counts a fault if elements are still open.
func (s *Scanner) CheckEnd() {
	if len(s.open) > 0 {
		s.Faults[CutOff] = 1
	}
}

// skipTag advances past the next ">".
func (s *Scanner) skipTag() {
	if i := bytes.IndexByte(s.data[s.pos:], '>'); i >= 0 {
		s.pos += i + 1
		return
	}
	s.fault(CutOff)
	s.pos = len(s.data)
}

func (s *Scanner) fault(f Fault) { s.Faults[f]++ }
