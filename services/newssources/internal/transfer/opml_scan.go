package transfer

import (
	"net/http"
	"strings"
)

// scanner finds the outlines of a document, one byte after the other. It never goes back behind the beginning of a tag,
// and work counts the bytes it looked at, which tests hold to a small multiple of the document.
type scanner struct {
	*document
	pos  int
	work int

	line, lineEnd int // the line of the byte at lineEnd

	nodes   []node
	title   string
	titled  bool // the title was read
	notes   []string
	root    string // the first element's name, in lower case
	opml    bool
	html    bool
	restart bool // a body begins or ends: the next outline lies in no folder

	// No further end of this kind was found: don't look again.
	noComment, noCDATA, noInstruction, noDeclaration, noDoctype bool
}

func newScanner(d *document) *scanner {
	outlines := min(strings.Count(d.text, "<outline"), MaxOutlines)
	return &scanner{document: d, line: 1, nodes: make([]node, 0, outlines)}
}

func (s *scanner) scan() error {
	for {
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

// markup reads what begins at a "<", and always goes on by at least that.
func (s *scanner) markup() error {
	switch {
	case s.at("<!--"):
		s.skipTo("<!--", "-->", &s.noComment)
	case s.at("<![CDATA["):
		s.skipTo("<![CDATA[", "]]>", &s.noCDATA)
	case s.at("<!doctype"):
		return s.doctype()
	case s.at("<!entity"):
		return refuseEntities()
	case s.at("<?xml "):
		s.skipTo("<?xml ", ">", &s.noDeclaration) // the "?" before it is often missing
	case s.at("<?"):
		s.skipTo("<?", "?>", &s.noInstruction)
	case s.at("</"):
		s.pos += len("</")
		s.endTag(s.elementName())
	default:
		start := s.pos
		s.pos++
		blank := s.skipSpace() > 0
		name := s.elementName()
		if name == "outline" {
			return s.outline(start, blank)
		}
		if !blank && name != "" {
			s.otherTag(name)
		}
	}
	return nil
}

// otherTag notes what an element says about the file. Its attributes are skipped as text: there is no "<" in them.
func (s *scanner) otherTag(name string) {
	if s.root == "" {
		s.root = name
	}
	switch name {
	case "opml", "body":
		s.opml = s.opml || name == "opml"
		s.restart = true
	case "html":
		s.html = s.html || !s.opml && len(s.nodes) == 0
	case "title":
		s.headTitle()
	}
}

// headTitle reads the first title, which is the list's.
func (s *scanner) headTitle() {
	if s.titled || len(s.nodes) > 0 {
		return
	}
	s.titled = true
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
			s.nodes[n-1].ends++
		}
	case "body", "opml":
		s.restart = true
	}
}

// doctype skips a document type. One that declares entities is refused: nothing but an attack needs them in a list.
func (s *scanner) doctype() error {
	s.pos += len("<!doctype")
	begin, inside := s.pos, false // the internal subset, in square brackets
	for ; s.pos < len(s.text) && !s.noDoctype; s.pos++ {
		s.work++
		switch c := s.text[s.pos]; {
		case c == '[':
			inside = true
		case c == ']':
			inside = false
		case c == '<' && s.at("<!entity"):
			return refuseEntities()
		case c == '<' && !inside: // it isn't closed
			return nil
		case c == '>' && !inside:
			return nil
		}
	}
	s.pos, s.noDoctype = begin, true // never closed: what follows is read as if it weren't there
	return nil
}

func refuseEntities() error {
	return refuse(FormatEntities, "The file declares entities of its own (<!ENTITY …>). Such files aren't read, because they can be made to grow without end.")
}

// judge says whether the document is a list at all.
func (s *scanner) judge(data []byte) error {
	sniffed := http.DetectContentType(data)
	switch {
	case s.html, !s.opml && len(s.nodes) == 0 && strings.HasPrefix(sniffed, "text/html"):
		return refuse(FormatHTML, "This is a web page, not a list of feeds. Save the OPML file itself: the link's target, not the page around it.")
	case s.opml:
		return nil
	case len(s.nodes) > 0:
		s.note("The file has no <opml> element; its outlines were read nevertheless.")
		return nil
	}
	switch s.root {
	case "rss", "feed", "rdf":
		return refuse(FormatNotOPML, "This is a feed, not a list of feeds. Add its address as an endpoint instead.")
	case "urlset", "sitemapindex":
		return refuse(FormatNotOPML, "This is a sitemap, not a list of feeds. Add its address as an endpoint instead.")
	}
	return refuse(FormatNotOPML, "This isn't an OPML list: there is neither <opml> nor <outline> in it.")
}

func (s *scanner) note(text string) {
	if len(s.notes) < maxNotes {
		s.notes = append(s.notes, text)
	}
}

// find is the position of the next occurrence, or -1.
func (s *scanner) find(what string) int {
	i := strings.Index(s.text[s.pos:], what)
	if i < 0 {
		s.work += len(s.text) - s.pos
		return -1
	}
	s.work += i + len(what)
	return s.pos + i
}

// skipTo goes behind the end of what begins here, or behind its beginning when it has no end.
func (s *scanner) skipTo(begin, end string, none *bool) {
	s.pos += len(begin)
	if *none {
		return
	}
	if i := s.find(end); i >= 0 {
		s.pos = i + len(end)
		return
	}
	*none = true
}

// at compares without regard to case.
func (s *scanner) at(what string) bool { return s.atPos(s.pos, what) }

func (s *scanner) atPos(pos int, what string) bool {
	s.work += len(what)
	return len(s.text)-pos >= len(what) && strings.EqualFold(s.text[pos:pos+len(what)], what)
}

func (s *scanner) skipSpace() (n int) {
	n = s.spaces(s.pos)
	s.pos += n
	return n
}

// spaces counts the blanks at a position.
func (s *scanner) spaces(pos int) (n int) {
	for pos+n < len(s.text) && isSpace(s.text[pos+n]) {
		n++
	}
	s.work += n + 1
	return n
}

// elementName reads a name without its prefix, in lower case.
func (s *scanner) elementName() string {
	begin := s.pos
	for s.pos < len(s.text) && isNameByte(s.text[s.pos]) {
		s.pos++
	}
	s.work += s.pos - begin + 1
	name := s.text[begin:s.pos]
	if len(name) > 64 { // none that matters is as long
		return ""
	}
	return strings.ToLower(name[strings.LastIndexByte(name, ':')+1:])
}

// lineAt is the line of a position, which must not lie before the one asked for last.
func (s *scanner) lineAt(pos int) int {
	part := s.text[s.lineEnd:pos]
	s.work += len(part)
	s.line += strings.Count(part, "\n") + strings.Count(part, "\r") - strings.Count(part, "\r\n")
	s.lineEnd = pos
	return s.line
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func isNameByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == ':' || c == '-' || c == '.' || c >= 0x80
}
