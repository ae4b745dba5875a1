package transfer

import "strings"

// node is the tag of an outline, folder or not.
type node struct {
	line     int
	attrs    [attributes]string
	names    [attributes]string // as written, to tell "title" twice from "title" and "Title"
	faults   faults
	selfEnds bool // ends with "/>"
	restart  bool // lies in no folder, whatever was open before
	ends     int  // how many </outline> follow before the next outline
}

// attribute is one of those that are read; the others are skipped.
type attribute int

const (
	attrText attribute = iota
	attrTitle
	attrXMLURL
	attrHTMLURL
	attrURL
	attrType
	attrLanguage
	attrDescription
	attrCategory
	attributes // how many there are
)

// attributeNames are matched without regard to case: "xmlurl" and "htmlURL" are common.
var attributeNames = [attributes]string{"text", "title", "xmlUrl", "htmlUrl", "url", "type", "language", "description", "category"}

// attributeOf finds an attribute that is read.
func attributeOf(name string) (attribute, bool) {
	for a, known := range attributeNames {
		if len(name) == len(known) && strings.EqualFold(name, known) {
			return attribute(a), true
		}
	}
	return 0, false
}

// outline reads a tag. The position is behind its name.
func (s *scanner) outline(start int, blank bool) error {
	if len(s.nodes) == MaxOutlines {
		return refuse(FormatTooMany, "The list has more than %d outlines. Split it and import the parts.", MaxOutlines)
	}
	s.nodes = append(s.nodes, node{line: s.lineAt(start), restart: s.restart})
	n := &s.nodes[len(s.nodes)-1]
	s.restart = false
	begin := s.pos
	if blank || !s.strictTag(n) {
		*n = node{line: n.line, restart: n.restart}
		s.pos = begin
		s.looseTag(n)
		if n.faults == 0 {
			n.faults = faultStray
		}
	}
	if s.contrary != "" && !isASCII(s.text[start:s.pos]) {
		n.faults |= faultContrary
	}
	return nil
}

// strictTag reads a tag as XML has it, and gives up where it isn't. What an XML parser accepts is read like this, so
// that the guesses of looseTag never touch it. It never goes beyond the next "<".
func (s *scanner) strictTag(n *node) bool {
	for {
		spaces := s.skipSpace()
		switch {
		case s.at("/>"):
			n.selfEnds = true
			s.pos += len("/>")
			return true
		case s.at(">"):
			s.pos++
			return true
		case spaces == 0:
			return false
		}
		name, ok := s.attributeName()
		if !ok {
			return false
		}
		s.skipSpace()
		if !s.at("=") {
			return false
		}
		s.pos++
		s.skipSpace()
		if !s.at(`"`) && !s.at(`'`) {
			return false
		}
		quote := s.text[s.pos]
		s.pos++
		begin := s.pos
		for s.pos < len(s.text) && s.text[s.pos] != quote && s.text[s.pos] != '<' {
			s.pos++
		}
		s.work += s.pos - begin + 1
		if s.pos == len(s.text) || s.text[s.pos] == '<' || !s.set(n, name, s.text[begin:s.pos]) {
			return false
		}
		s.pos++
	}
}

func (s *scanner) attributeName() (name string, ok bool) {
	begin := s.pos
	for s.pos < len(s.text) && isNameByte(s.text[s.pos]) {
		s.pos++
	}
	s.work += s.pos - begin + 1
	name = s.text[begin:s.pos]
	return name, name != "" && (name[0] > '9' || name[0] == ':')
}

// set keeps the value of an attribute. It says no when the attribute was there before: then the first value counts,
// unless it is empty.
func (s *scanner) set(n *node, name, raw string) (first bool) {
	value := strings.TrimSpace(s.value(raw, n)) // also what isn't kept may be faulty
	a, ok := attributeOf(name)
	if !ok {
		return true
	}
	first = n.names[a] != name
	if n.names[a] == "" {
		n.names[a] = name
	}
	if n.attrs[a] == "" {
		n.attrs[a] = value
	}
	return first
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
