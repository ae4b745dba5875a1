package feed

import "bytes"

// instruction skips "<?…?>", also when the "?" before the ">" is missing.
func (s *scanner) instruction() { s.skipTag() }

// declaration skips what begins with "<!": a comment, a document type, or text that stands where none is expected.
func (s *scanner) declaration() {
	rest := s.data[s.pos:]
	switch {
	case hasPrefix(rest, "!--"):
		s.skipTo("!--", "-->", &s.noComment)
	case hasPrefix(rest, "![CDATA["):
		s.skipTo("![CDATA[", "]]>", &s.noCDATA)
	case len(rest) >= 8 && equalFold(rest[:8], []byte("!doctype")):
		if s.noDoctype {
			s.skipTag()
		} else {
			s.doctype()
		}
	default:
		s.fault(warnMalformed)
		s.skipTag()
	}
}

// skipTo goes behind the end of what begins here, or behind its beginning when it has no end.
func (s *scanner) skipTo(begin, end string, none *bool) {
	s.pos += len(begin)
	if !*none {
		if i := bytes.Index(s.data[s.pos:], []byte(end)); i >= 0 {
			s.pos += i + len(end)
			return
		}
		*none = true
	}
	s.fault(warnMalformed)
}

// doctype skips a document type without looking at what it declares: references to such entities stay what they are,
// so neither files nor bombs come of them.
func (s *scanner) doctype() {
	begin := s.pos
	inside := false // the internal subset, in square brackets
	for i := s.pos + len("!doctype"); i < len(s.data); i++ {
		switch c := s.data[i]; {
		case c == '"' || c == '\'':
			end := bytes.IndexByte(s.data[i+1:], c)
			if end < 0 {
				i = len(s.data)
				break
			}
			i += end + 1
		case c == '[':
			inside = true
			s.counts[warnDTD] = 1
		case c == ']':
			inside = false
		case c == '>' && !inside:
			s.pos = i + 1
			return
		}
	}
	// It has no end. What follows is read as if it weren't there.
	s.pos = begin + len("!doctype")
	s.noDoctype = true
	s.fault(warnMalformed)
}

func hasPrefix(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == prefix
}

// equalFold compares names without regard to the case of ASCII.
func equalFold(a, b []byte) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] && lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c | 0x20
	}
	return c
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }

func isNameStart(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == ':' || c >= 0x80
}

// nameEnds marks the bytes that end a name.
var nameEnds = [256]bool{' ': true, '\t': true, '\n': true, '\r': true, '\f': true, '/': true, '>': true, '<': true, '=': true, '"': true, '\'': true}

func nameLength(b []byte) int {
	for i, c := range b {
		if nameEnds[c] {
			return i
		}
	}
	return len(b)
}
