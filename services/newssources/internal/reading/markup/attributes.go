package markup

import (
	"bytes"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
)

// attributes reads the attributes of a tag and its ">", and reports whether the tag is complete.
func (s *Scanner) attributes() bool {
	s.attrs, s.Empty = s.attrs[:0], false
	for {
		for s.pos < len(s.data) && ascii.IsSpace(s.data[s.pos]) {
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
				s.Empty = true
				return true
			}
		case c == '<': // the tag has no end
			s.fault(Malformed)
			return true
		case c == '"' || c == '\'' || c == '=':
			s.fault(Malformed)
			s.pos++
		default:
			s.attribute()
		}
	}
}

func (s *Scanner) attribute() {
	begin := s.pos
	s.pos += nameLength(s.data[begin:])
	a := attribute{name: s.data[begin:s.pos]}
	p := s.pos
	for p < len(s.data) && ascii.IsSpace(s.data[p]) {
		p++
	}
	if p < len(s.data) && s.data[p] == '=' {
		s.pos = p + 1
		a.value = s.attributeValue()
	} else {
		s.fault(Malformed)
	}
	if len(s.attrs) < maxAttributes {
		s.attrs = append(s.attrs, a)
	}
	if ascii.HasPrefix(a.name, "xmlns") {
		s.bind(a)
	}
}

// bind adds a namespace declaration to those in scope.
func (s *Scanner) bind(a attribute) {
	if s.dialect.Namespace == nil || len(s.bindings) >= maxBindings {
		return
	}
	var prefix []byte
	switch {
	case len(a.name) > len("xmlns:") && a.name[5] == ':':
		prefix = a.name[6:]
	case len(a.name) != len("xmlns"):
		return
	}
	uri := a.value
	if uri == nil {
		uri = []byte{}
	}
	s.bindings = append(s.bindings, binding{prefix: prefix, namespace: s.dialect.Namespace(prefix, uri)})
}

func (s *Scanner) namespaceOf(prefix []byte) Namespace {
	for i := len(s.bindings) - 1; i >= 0; i-- {
		if bytes.Equal(s.bindings[i].prefix, prefix) {
			return s.bindings[i].namespace
		}
	}
	if s.dialect.Namespace == nil {
		return 0
	}
	return s.dialect.Namespace(prefix, nil)
}

// SplitName splits an element's name into its prefix and its local name.
func SplitName(name []byte) (prefix, local []byte) {
	if i := bytes.IndexByte(name, ':'); i >= 0 {
		return name[:i], name[i+1:]
	}
	return nil, name
}

// attributeValue reads a value, with or without quotation marks.
func (s *Scanner) attributeValue() []byte {
	for s.pos < len(s.data) && ascii.IsSpace(s.data[s.pos]) {
		s.pos++
	}
	if s.pos >= len(s.data) {
		return nil
	}
	quote := s.data[s.pos]
	if quote != '"' && quote != '\'' {
		s.fault(Malformed)
		return s.bareValue()
	}
	s.pos++
	rest := s.data[s.pos:]
	end := bytes.IndexByte(rest, quote)
	if end < 0 || missesQuote(rest, end) {
		s.fault(Malformed)
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

// missesQuote reports whether the closing quotation mark of a value is missing, so that the value
// runs into the next tags: the value contains "<", and the character after its end can't follow a
// value.
func missesQuote(rest []byte, end int) bool {
	if bytes.IndexByte(rest[:end], '<') < 0 {
		return false
	}
	if end+1 >= len(rest) {
		return true
	}
	next := rest[end+1]
	return !ascii.IsSpace(next) && next != '>' && next != '/' && next != '?'
}

// bareValue reads a value without quotation marks.
func (s *Scanner) bareValue() []byte {
	rest := s.data[s.pos:]
	for i, c := range rest {
		if ascii.IsSpace(c) || c == '>' || c == '<' {
			s.pos += i
			return rest[:i]
		}
	}
	s.pos = len(s.data)
	return rest
}

// Attr returns the value of an attribute of the last start tag, trimmed and with its references
// resolved. It returns nil if the attribute is missing.
func (s *Scanner) Attr(name string) []byte {
	for _, a := range s.attrs {
		if len(a.name) != len(name) || ascii.ToLower(a.name[0]) != ascii.ToLower(name[0]) || !ascii.EqualFold(a.name, name) {
			continue
		}
		value := bytes.TrimSpace(a.value)
		if bytes.IndexByte(value, '&') >= 0 {
			value = s.appendResolved(nil, value[:min(len(value), MaxText)])
		}
		if value == nil {
			return []byte{}
		}
		return value
	}
	return nil
}
