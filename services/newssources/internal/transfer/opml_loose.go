package transfer

import "strings"

// looseTag reads a tag that isn't well-formed as a person would: quotation marks inside values, missing ones, markup in
// values, and a tag that never ends.
func (s *scanner) looseTag(n *node) {
	for {
		spaces := s.skipSpace()
		switch {
		case s.pos == len(s.text):
			n.faults |= faultTruncated
			return
		case s.at(">"):
			s.pos++
			return
		case s.at("/"):
			s.pos++
			s.skipSpace()
			if s.at(">") {
				s.pos++
				n.selfEnds = true
				return
			}
			n.faults |= faultStray
			continue
		case s.boundary(s.pos), s.at("<!--"):
			n.faults |= faultOpenTag
			return
		}
		name, ok := s.attributeName()
		if name == "" {
			n.faults |= faultStray
			s.pos++
			continue
		}
		s.skipSpace()
		if s.at("=") {
			if !ok || spaces == 0 {
				n.faults |= faultStray
			}
			s.pos++
			if end := s.looseAttribute(n, name); end {
				return
			}
			continue
		}
		n.faults |= faultStray
	}
}

// looseAttribute reads what stands behind the "=". It says whether the tag ended within the value.
func (s *scanner) looseAttribute(n *node, name string) (end bool) {
	s.skipSpace()
	opening := s.openingQuote(s.pos)
	if opening == 0 {
		n.faults |= faultUnquoted
		s.setLoose(n, name, s.unquotedValue())
		return false
	}
	quote := s.text[s.pos : s.pos+opening]
	if quote != `"` && quote != `'` {
		n.faults |= faultCurly
	}
	s.pos += opening
	raw, end := s.looseValue(n, quote)
	s.setLoose(n, name, raw)
	return end
}

// unquotedValue reads words up to the next attribute: "title=The Guardian xmlUrl=…".
func (s *scanner) unquotedValue() string {
	begin := s.pos
	if s.knownAttribute(begin) { // title= xmlUrl="…"
		return ""
	}
	end := s.wordEnd(begin, "")
	for {
		next := end + s.spaces(end)
		last := s.wordEnd(next, "=\"'")
		after := last + s.spaces(last)
		if last == next || after < len(s.text) && s.text[after] == '=' {
			break
		}
		end = last
	}
	s.pos = end
	return strings.TrimRight(s.text[begin:end], `"'`)
}

// wordEnd is where a word ends: at a blank, the end of the tag or one of the other bytes.
func (s *scanner) wordEnd(pos int, others string) int {
	begin := pos
	for ; pos < len(s.text) && !isSpace(s.text[pos]) && s.text[pos] != '>' && !s.boundary(pos); pos++ {
		if strings.IndexByte(others, s.text[pos]) >= 0 || strings.HasPrefix(s.text[pos:], "/>") {
			break
		}
	}
	s.work += pos - begin + 1
	return pos
}

func (s *scanner) setLoose(n *node, name, raw string) {
	if !s.set(n, name, raw) {
		n.faults |= faultDuplicate
	}
}

// looseValue reads up to the quotation mark that ends the value, which isn't always the next one.
func (s *scanner) looseValue(n *node, quote string) (raw string, end bool) {
	begin := s.pos
	inMarkup := false // within a tag inside the value: its attributes have quotation marks of their own
	for s.pos < len(s.text) {
		s.work++
		c := s.text[s.pos]
		if c == '<' {
			if s.boundary(s.pos) {
				return s.cutValue(n, begin), true
			}
			n.faults |= faultMarkup
			inMarkup = s.pos+1 < len(s.text) && (isNameByte(s.text[s.pos+1]) || s.text[s.pos+1] == '/')
		}
		if c == '>' {
			inMarkup = false
		}
		closing := s.closingQuote(s.pos, quote)
		if closing == 0 {
			s.pos++
			continue
		}
		at := s.pos
		before := s.attributeBefore(begin, at)
		if inMarkup && before >= 0 {
			if pair := s.pairedQuote(at+closing, quote); pair > 0 {
				n.faults |= faultQuotes
				s.pos = pair
				continue
			}
		}
		if s.valueEnds(at+closing, quote) {
			s.pos = at + closing
			return s.text[begin:at], false
		}
		if before >= 0 && s.knownAttribute(before) { // title="News xmlUrl="…"
			n.faults |= faultMissingQuote
			s.pos = before
			return s.text[begin:before], false
		}
		n.faults |= faultQuotes
		s.pos = at + closing
	}
	n.faults |= faultTruncated
	return "", true // half an address or a title would be a wrong one
}

// cutValue ends a value without quotation mark where the next outline begins, and gives back the end of its tag.
func (s *scanner) cutValue(n *node, begin int) string {
	n.faults |= faultMissingQuote
	raw := strings.TrimRight(s.text[begin:s.pos], " \t\r\n")
	s.work += s.pos - begin - len(raw)
	rest, ok := strings.CutSuffix(raw, ">")
	if !ok {
		n.faults |= faultOpenTag
		return raw
	}
	if rest, ok = strings.CutSuffix(rest, "/"); ok {
		n.selfEnds = true
	}
	return rest
}
