package transfer

import (
	"context"
	"net/http"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
)

// scanner finds the outlines of a document. It never goes back behind the beginning of a tag. work
// counts the bytes read; tests limit it to a small multiple of the document's length.
type scanner struct {
	*document
	pos  int
	work int

	line, lineEnd int // the line of the byte at lineEnd

	nodes         []node
	title         string
	hasReadTitle  bool
	notes         []string
	root          string // the first element's name, in lower case
	hasOPML       bool   // has an <opml> element
	isHTML        bool   // has an <html> element before any outline
	closesFolders bool   // a body begins or ends: open folders don't contain the next outline

	// Starts of sections that have no end in the rest of the text, so that the end is not searched
	// again.
	noEnd map[string]bool
}

func newScanner(d *document) *scanner {
	outlines := min(strings.Count(d.text, "<outline"), maxOutlines)
	return &scanner{document: d, line: 1, nodes: make([]node, 0, outlines), noEnd: map[string]bool{}}
}

func (s *scanner) scan(ctx context.Context) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		i := s.find("<")
		if i < 0 {
			return nil
		}
		s.pos = i
		if err := s.markup(); err != nil {
			return err
		}
	}
}

// markup parses the markup at a "<" and advances by at least that byte.
func (s *scanner) markup() error {
	switch {
	case s.hasPrefix("<!--"):
		s.skipSection("<!--", "-->")
	case s.hasPrefix("<![CDATA["):
		s.skipSection("<![CDATA[", "]]>")
	case s.hasPrefix("<!doctype"):
		return s.doctype()
	case s.hasPrefix("<!entity"):
		return errEntities
	case s.hasPrefix("<?xml "):
		s.skipSection("<?xml ", ">") // the "?" before it is often missing
	case s.hasPrefix("<?"):
		s.skipSection("<?", "?>")
	case s.hasPrefix("</"):
		s.pos += len("</")
		s.endTag(s.elementName())
	default:
		start := s.pos
		s.pos++
		hasSpace := s.skipSpace() > 0
		name := s.elementName()
		isCutName := s.pos == len(s.text) && !hasSpace && name != "" && strings.HasPrefix("outline", name) && len(s.nodes) > 0
		if name == "outline" || isCutName {
			return s.outlineTag(start, hasSpace)
		}
		if !hasSpace && name != "" {
			s.otherTag(name)
		}
	}
	return nil
}

// otherTag records the properties of the file that an element shows. Its attributes are skipped as
// text: they contain no "<".
func (s *scanner) otherTag(name string) {
	if s.root == "" {
		s.root = name
	}
	switch name {
	case "opml", "body":
		s.hasOPML = s.hasOPML || name == "opml"
		s.closesFolders = true
	case "html":
		s.isHTML = s.isHTML || !s.hasOPML && len(s.nodes) == 0
	case "title":
		s.headTitle()
	}
}

// headTitle reads the first title before any outline, which is the list's.
func (s *scanner) headTitle() {
	if s.hasReadTitle || len(s.nodes) > 0 {
		return
	}
	s.hasReadTitle = true
	if i := s.find(">"); i >= 0 {
		s.pos = i + 1
	}
	if i := s.find("<"); i >= 0 {
		s.title = strings.TrimSpace(s.value(s.text[s.pos:i], new(node)))
	}
}

func (s *scanner) endTag(name string) {
	switch name {
	case "outline":
		if n := len(s.nodes); n > 0 {
			s.nodes[n-1].endTags++
		}
	case "body", "opml":
		s.closesFolders = true
	}
}

var errEntities = formatError(FormatEntities, "The file declares entities (<!ENTITY …>). Such files are rejected, "+
	"because entities can make a small file expand without limit.")

// doctype skips a document type. One that declares entities is rejected: lists need none.
func (s *scanner) doctype() error {
	const doctype = "<!doctype"
	s.pos += len(doctype)
	begin, inSubset := s.pos, false // the internal subset, in square brackets
	for ; s.pos < len(s.text) && !s.noEnd[doctype]; s.pos++ {
		s.work++
		switch c := s.text[s.pos]; {
		case c == '[':
			inSubset = true
		case c == ']':
			inSubset = false
		case c == '<' && s.hasPrefix("<!entity"):
			return errEntities
		case (c == '<' || c == '>') && !inSubset: // the end, or the next tag if the end is missing
			return nil
		}
	}
	s.pos, s.noEnd[doctype] = begin, true // the document type has no end: what follows is read
	return nil
}

// checkIsList returns an error if the document isn't a list.
func (s *scanner) checkIsList(data []byte) error {
	isPage := strings.HasPrefix(http.DetectContentType(data), "text/html")
	switch {
	case s.isHTML, !s.hasOPML && len(s.nodes) == 0 && isPage:
		return formatError(FormatHTML, "This is a web page, not a list of feeds. Save the OPML file itself: the link's "+
			"target, not the page around it.")
	case s.hasOPML:
		return nil
	case len(s.nodes) > 0:
		s.addNote("The file has no <opml> element; its outlines were read nevertheless.")
		return nil
	}
	switch s.root {
	case "rss", "feed", "rdf":
		return formatError(FormatNotOPML, "This is a feed, not a list of feeds. Add its address as an endpoint instead.")
	case "urlset", "sitemapindex":
		return formatError(FormatNotOPML, "This is a sitemap, not a list of feeds. Add its address as an endpoint instead.")
	}
	return formatError(FormatNotOPML, "This isn't an OPML list: there is neither <opml> nor <outline> in it.")
}

func (s *scanner) addNote(text string) {
	if len(s.notes) < maxNotes {
		s.notes = append(s.notes, text)
	}
}

// find returns the position of the next occurrence, or -1.
func (s *scanner) find(substring string) int {
	i := strings.Index(s.text[s.pos:], substring)
	if i < 0 {
		s.work += len(s.text) - s.pos
		return -1
	}
	s.work += i + len(substring)
	return s.pos + i
}

// skipSection advances behind the end of a section, or behind its begin if it has no end.
func (s *scanner) skipSection(begin, end string) {
	s.pos += len(begin)
	if s.noEnd[begin] {
		return
	}
	if i := s.find(end); i >= 0 {
		s.pos = i + len(end)
		return
	}
	s.noEnd[begin] = true
}

// hasPrefix reports whether the rest of the text begins with prefix, without regard to case.
func (s *scanner) hasPrefix(prefix string) bool { return s.hasPrefixAt(s.pos, prefix) }

func (s *scanner) hasPrefixAt(pos int, prefix string) bool {
	s.work += len(prefix)
	return len(s.text)-pos >= len(prefix) && ascii.EqualFold(s.text[pos:pos+len(prefix)], prefix)
}

func (s *scanner) skipSpace() (n int) {
	n = s.countSpace(s.pos)
	s.pos += n
	return n
}

// countSpace returns the number of white space bytes at a position.
func (s *scanner) countSpace(pos int) (n int) {
	for pos+n < len(s.text) && isSpace(s.text[pos+n]) {
		n++
	}
	s.work += n + 1
	return n
}

// elementName reads a name, and returns it without its prefix, in lower case.
func (s *scanner) elementName() string {
	begin := s.pos
	for s.pos < len(s.text) && isNameByte(s.text[s.pos]) {
		s.pos++
	}
	s.work += s.pos - begin + 1
	name := s.text[begin:s.pos]
	if len(name) > 64 { // longer than every known name
		return ""
	}
	return strings.ToLower(name[strings.LastIndexByte(name, ':')+1:])
}

// lineAt returns the line of a position. Positions of successive calls must not decrease.
func (s *scanner) lineAt(pos int) int {
	part := s.text[s.lineEnd:pos]
	s.work += len(part)
	s.line += strings.Count(part, "\n") + strings.Count(part, "\r") - strings.Count(part, "\r\n")
	s.lineEnd = pos
	return s.line
}

// isSpace reports whether c is white space in XML.
func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func isNameByte(c byte) bool {
	return ascii.IsAlphanumeric(c) || c == '_' || c == ':' || c == '-' || c == '.' || c >= 0x80
}
