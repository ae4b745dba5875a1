package transfer

import (
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// node is the tag of an outline, which is an entry or a folder.
type node struct {
	line          int
	attrs         [attributeCount]string
	names         [attributeCount]string // as written, to tell "title" twice from "title" and "Title"
	faults        faults
	isForbidden   bool // a use of its source is forbidden in the register that exported it
	isSelfClosing bool // ends with "/>"
	closesFolders bool // a new list begins before it: folders that are still open don't contain it
	endTags       int  // how many </outline> follow before the next outline
}

// attribute is an attribute that is read; the others are skipped.
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
	attrIsComment
	attrPath
	attrTags
	attributeCount
)

// attributeNames are matched without regard to case: "xmlurl" and "htmlURL" are common.
var attributeNames = [attributeCount]string{"text", "title", "xmlUrl", "htmlUrl", "url", "type", "language",
	"description", "category", "isComment", listfile.PathAttribute, listfile.TagsAttribute}

func attributeOf(name string) (attribute, bool) {
	for a, known := range attributeNames {
		if ascii.EqualFold(name, known) {
			return attribute(a), true
		}
	}
	return 0, false
}

// outlineTag parses the tag of an outline. The position is behind the element's name.
func (s *scanner) outlineTag(start int, hasSpaceBeforeName bool) error {
	if len(s.nodes) == maxOutlines {
		return formatError(FormatTooMany, "The list has more than %d outlines. Split it and import the parts.", maxOutlines)
	}
	s.nodes = append(s.nodes, node{line: s.lineAt(start), closesFolders: s.closesFolders})
	n := &s.nodes[len(s.nodes)-1]
	s.closesFolders = false
	begin := s.pos
	if hasSpaceBeforeName || !s.strictTag(n) {
		*n = node{line: n.line, closesFolders: n.closesFolders}
		s.pos = begin
		s.looseTag(n)
		if n.faults == 0 {
			n.faults = faultStrayCharacters
		}
	}
	if s.wrongDeclared != "" && !isASCII(s.text[start:s.pos]) {
		n.faults |= faultWrongEncoding
	}
	return nil
}

// strictTag parses a tag as XML defines, and reports whether it is well-formed. It accepts what an
// XML parser accepts, so that the guesses of looseTag never apply to well-formed tags. It never
// reads beyond the next "<".
func (s *scanner) strictTag(n *node) bool {
	for {
		spaces := s.skipSpace()
		switch {
		case s.hasPrefix("/>"):
			n.isSelfClosing = true
			s.pos += len("/>")
			return true
		case s.hasPrefix(">"):
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
		if !s.hasPrefix("=") {
			return false
		}
		s.pos++
		s.skipSpace()
		if !s.hasPrefix(`"`) && !s.hasPrefix(`'`) {
			return false
		}
		quote := s.text[s.pos]
		s.pos++
		begin := s.pos
		for s.pos < len(s.text) && s.text[s.pos] != quote && s.text[s.pos] != '<' {
			s.pos++
		}
		s.work += s.pos - begin + 1
		if s.pos == len(s.text) || s.text[s.pos] == '<' || !s.setAttribute(n, name, s.text[begin:s.pos]) {
			return false
		}
		s.pos++
	}
}

// attributeName reads a name, and reports whether it is a valid one.
func (s *scanner) attributeName() (name string, ok bool) {
	begin := s.pos
	for s.pos < len(s.text) && isNameByte(s.text[s.pos]) {
		s.pos++
	}
	s.work += s.pos - begin + 1
	name = s.text[begin:s.pos]
	return name, name != "" && (name[0] > '9' || name[0] == ':')
}

// setAttribute stores an attribute's value, and reports whether the tag has it for the first time.
// Of several values the first one that isn't empty counts.
func (s *scanner) setAttribute(n *node, name, raw string) (isFirst bool) {
	value := strings.TrimSpace(s.value(raw, n)) // decoded even if the attribute is skipped, because it may have faults
	a, ok := attributeOf(name)
	if !ok {
		n.isForbidden = n.isForbidden || strings.HasPrefix(name, listfile.RightsPrefix) && value == string(rights.Forbidden)
		return true
	}
	isFirst = n.names[a] != name
	if n.names[a] == "" {
		n.names[a] = name
	}
	if n.attrs[a] == "" {
		n.attrs[a] = value
	}
	return isFirst
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= 0x80 })
}
