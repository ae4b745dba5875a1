package transfer

import "strings"

// looseTag parses a tag that isn't well-formed: with quotation marks or markup inside values,
// without quotation marks, or without an end.
func (s *scanner) looseTag(n *node) {
	for {
		spaces := s.skipSpace()
		switch {
		case s.pos == len(s.text):
			n.faults |= faultTruncated
			return
		case s.hasPrefix(">"):
			s.pos++
			return
		case s.hasPrefix("/"):
			s.pos++
			s.skipSpace()
			if s.hasPrefix(">") {
				s.pos++
				n.isSelfClosing = true
				return
			}
			n.faults |= faultStrayCharacters
			continue
		case s.startsOutline(s.pos), s.hasPrefix("<!--"):
			n.faults |= faultUnclosedTag
			return
		}
		name, ok := s.attributeName()
		if name == "" {
			n.faults |= faultStrayCharacters
			s.pos++
			continue
		}
		s.skipSpace()
		if s.hasPrefix("=") {
			if !ok || spaces == 0 {
				n.faults |= faultStrayCharacters
			}
			s.pos++
			if tagEnded := s.looseAttribute(n, name); tagEnded {
				return
			}
			continue
		}
		n.faults |= faultStrayCharacters
	}
}

// looseAttribute parses an attribute's value behind the "=", and reports whether the tag ended
// inside the value.
func (s *scanner) looseAttribute(n *node, name string) (tagEnded bool) {
	s.skipSpace()
	opening := s.openingQuote(s.pos)
	if opening == 0 {
		n.faults |= faultUnquoted
		s.setLooseAttribute(n, name, s.unquotedValue())
		return false
	}
	quote := s.text[s.pos : s.pos+opening]
	if quote != `"` && quote != `'` {
		n.faults |= faultTypographicQuotes
	}
	s.pos += opening
	raw, tagEnded := s.looseValue(n, quote)
	s.setLooseAttribute(n, name, raw)
	return tagEnded
}

// unquotedValue returns the words up to the next attribute: "title=The Guardian xmlUrl=…".
func (s *scanner) unquotedValue() string {
	begin := s.pos
	if s.startsKnownAttribute(begin) { // title= xmlUrl="…"
		return ""
	}
	end := s.wordEnd(begin, "")
	for {
		next := end + s.countSpace(end)
		last := s.wordEnd(next, "=\"'")
		after := last + s.countSpace(last)
		if last == next || after < len(s.text) && s.text[after] == '=' {
			break
		}
		end = last
	}
	s.pos = end
	return strings.TrimRight(s.text[begin:end], `"'`)
}

// wordEnd returns the end of the word at pos: white space, the end of the tag or one of the
// delimiters.
func (s *scanner) wordEnd(pos int, delimiters string) int {
	begin := pos
	for ; pos < len(s.text) && !isSpace(s.text[pos]) && s.text[pos] != '>' && !s.startsOutline(pos); pos++ {
		if strings.IndexByte(delimiters, s.text[pos]) >= 0 || strings.HasPrefix(s.text[pos:], "/>") {
			break
		}
	}
	s.work += pos - begin + 1
	return pos
}

func (s *scanner) setLooseAttribute(n *node, name, raw string) {
	if !s.setAttribute(n, name, raw) {
		n.faults |= faultDuplicateAttribute
	}
}

// looseValue returns the text up to the quotation mark that ends the value, which isn't always the
// next one. tagEnded reports whether the tag ended inside the value.
func (s *scanner) looseValue(n *node, quote string) (raw string, tagEnded bool) {
	begin := s.pos
	inMarkup := false // inside a tag in the value, whose attributes have quotation marks too
	for s.pos < len(s.text) {
		s.work++
		c := s.text[s.pos]
		if c == '<' {
			if s.startsOutline(s.pos) {
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
		mark := s.pos
		before := s.attributeBefore(begin, mark)
		if inMarkup && before >= 0 {
			if end := s.nestedValueEnd(mark+closing, quote); end > 0 {
				n.faults |= faultQuotes
				s.pos = end
				continue
			}
		}
		if s.endsValue(mark+closing, quote) {
			s.pos = mark + closing
			return s.text[begin:mark], false
		}
		if before >= 0 && s.startsKnownAttribute(before) { // title="News xmlUrl="…"
			n.faults |= faultMissingQuote
			s.pos = before
			return s.text[begin:before], false
		}
		n.faults |= faultQuotes
		s.pos = mark + closing
	}
	n.faults |= faultTruncated
	return "", true // part of an address or a title would be wrong
}

// cutValue returns a value without a closing quotation mark: the text from begin to the next
// outline, without the end of its tag.
func (s *scanner) cutValue(n *node, begin int) string {
	n.faults |= faultMissingQuote
	raw := strings.TrimRight(s.text[begin:s.pos], " \t\r\n")
	s.work += s.pos - begin - len(raw)
	rest, ok := strings.CutSuffix(raw, ">")
	if !ok {
		n.faults |= faultUnclosedTag
		return raw
	}
	if rest, ok = strings.CutSuffix(rest, "/"); ok {
		n.isSelfClosing = true
	}
	return rest
}
