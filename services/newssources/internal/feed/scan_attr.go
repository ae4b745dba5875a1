package feed

import "bytes"

// attributes reads what stands in a tag behind its name, up to and with its ">". False means that the document ends
// before.
func (s *scanner) attributes() bool {
	s.attrs, s.closed = s.attrs[:0], false
	for {
		for s.pos < len(s.data) && isSpace(s.data[s.pos]) {
			s.pos++
		}
		if s.pos >= len(s.data) {
			return false
		}
		switch c := s.data[s.pos]; {
		case c == '>':
			s.pos++
			return true
		case c == '/':
			s.pos++
			if s.pos < len(s.data) && s.data[s.pos] == '>' {
				s.pos++
				s.closed = true
				return true
			}
		case c == '<': // the tag has no end
			s.fault(warnMalformed)
			return true
		case c == '"' || c == '\'' || c == '=':
			s.fault(warnMalformed)
			s.pos++
		default:
			s.attribute()
		}
	}
}

func (s *scanner) attribute() {
	begin := s.pos
	s.pos += nameLength(s.data[begin:])
	a := attribute{name: s.data[begin:s.pos]}
	p := s.pos
	for p < len(s.data) && isSpace(s.data[p]) {
		p++
	}
	if p < len(s.data) && s.data[p] == '=' {
		s.pos = p + 1
		a.value = s.attributeValue()
	} else {
		s.fault(warnMalformed)
	}
	if len(s.attrs) < maxAttributes {
		s.attrs = append(s.attrs, a)
	}
	if len(a.name) >= 5 && string(a.name[:5]) == "xmlns" {
		s.bind(a)
	}
}

// attributeValue reads a value, with or without its quotation marks, and leaves the scanner behind it.
func (s *scanner) attributeValue() []byte {
	for s.pos < len(s.data) && isSpace(s.data[s.pos]) {
		s.pos++
	}
	if s.pos >= len(s.data) {
		return nil
	}
	quote := s.data[s.pos]
	if quote != '"' && quote != '\'' {
		s.fault(warnMalformed)
		return s.bareValue()
	}
	s.pos++
	rest := s.data[s.pos:]
	end := bytes.IndexByte(rest, quote)
	if end < 0 || missesQuote(rest, end) {
		s.fault(warnMalformed)
		end = bytes.IndexByte(rest, '>')
		if end < 0 {
			end = len(rest)
		}
		s.pos += end
		return bytes.TrimSuffix(rest[:end], []byte("/"))
	}
	s.pos += end + 1
	return rest[:end]
}

// missesQuote says that a value runs into the next tags: there is a "<" in it, and what follows the mark that ends it
// can't follow a value.
func missesQuote(rest []byte, end int) bool {
	if bytes.IndexByte(rest[:end], '<') < 0 {
		return false
	}
	if end+1 >= len(rest) {
		return true
	}
	next := rest[end+1]
	return !isSpace(next) && next != '>' && next != '/' && next != '?'
}

// bareValue reads a value that has no quotation marks.
func (s *scanner) bareValue() []byte {
	rest := s.data[s.pos:]
	for i, c := range rest {
		if isSpace(c) || c == '>' || c == '<' {
			s.pos += i
			return rest[:i]
		}
	}
	s.pos = len(s.data)
	return rest
}

// attr is the value of an attribute of the element that began last, with references and without blanks around it.
// Nil means that there is none.
func (s *scanner) attr(name string) []byte {
	for _, a := range s.attrs {
		if len(a.name) != len(name) || lower(a.name[0]) != name[0] || !equalFold(a.name, []byte(name)) {
			continue
		}
		value := bytes.TrimSpace(a.value)
		if bytes.IndexByte(value, '&') >= 0 {
			value = s.references(nil, value[:min(len(value), maxText)])
		}
		if value == nil {
			return []byte{}
		}
		return value
	}
	return nil
}
