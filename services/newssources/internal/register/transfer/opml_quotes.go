package transfer

import "strings"

// Typographic quotation marks, as word processors insert them, in UTF-8 and in windows-1252.
var (
	typographicOpening = []string{"“", "”", "„", "\x93", "\x94", "\x84"}
	typographicClosing = []string{"”", "“", "\x94", "\x93", `"`}
)

// openingQuote returns the length of the quotation mark that begins a value at a position, or 0.
func (s *scanner) openingQuote(pos int) int {
	if pos < len(s.text) && (s.text[pos] == '"' || s.text[pos] == '\'') {
		return 1
	}
	return s.prefixLength(pos, typographicOpening)
}

// closingQuote returns the length of the quotation mark at a position that may end a value begun
// with quote, or 0.
func (s *scanner) closingQuote(pos int, quote string) int {
	if quote == `"` || quote == `'` {
		if s.text[pos] == quote[0] {
			return 1
		}
		return 0
	}
	return s.prefixLength(pos, typographicClosing)
}

// prefixLength returns the length of the first prefix that the text has at a position, or 0.
func (s *scanner) prefixLength(pos int, prefixes []string) int {
	for _, prefix := range prefixes {
		if strings.HasPrefix(s.text[pos:], prefix) {
			return len(prefix)
		}
	}
	return 0
}

// startsOutline reports whether a tag of an outline, a body or a list begins at a position. These
// are never part of a value or a tag: the end of the value or tag before is missing.
func (s *scanner) startsOutline(pos int) bool {
	if pos >= len(s.text) || s.text[pos] != '<' {
		return false
	}
	const outline = "<outline"
	if s.hasPrefixAt(pos, outline) {
		end := pos + len(outline)
		return end < len(s.text) && isSpace(s.text[end])
	}
	return s.hasPrefixAt(pos, "</outline") || s.hasPrefixAt(pos, "</body") || s.hasPrefixAt(pos, "</opml")
}

// attributeBefore returns the position of the name in `name="`, with the quotation mark at quote,
// or -1 if there is no name and "=". It searches back the length of a name, and not before begin.
func (s *scanner) attributeBefore(begin, quote int) int {
	const longest = 40 // bytes: a name and some spaces
	floor := max(begin, quote-longest)
	s.work += quote - floor
	i := quote
	for i > floor && isSpace(s.text[i-1]) {
		i--
	}
	if i == floor || s.text[i-1] != '=' {
		return -1
	}
	i--
	for i > floor && isSpace(s.text[i-1]) {
		i--
	}
	end := i
	for i > floor && isNameByte(s.text[i-1]) {
		i--
	}
	if i == end || i > begin && !isSpace(s.text[i-1]) {
		return -1
	}
	return i
}

// nameEnd returns the position behind the name at pos. Names longer than every known attribute are
// cut.
func (s *scanner) nameEnd(pos int) int {
	const longest = 64 // bytes
	end := pos
	for end < len(s.text) && end-pos < longest && isNameByte(s.text[end]) {
		end++
	}
	s.work += end - pos + 1
	return end
}

// startsKnownAttribute reports whether an attribute that is read begins at a position: its name and
// a "=".
func (s *scanner) startsKnownAttribute(pos int) bool {
	end := s.nameEnd(pos)
	if _, ok := attributeOf(s.text[pos:end]); !ok {
		return false
	}
	end += s.countSpace(end)
	return end < len(s.text) && s.text[end] == '='
}

// nestedValueEnd returns the position behind the next quotation mark, which ends an attribute of
// markup inside a value. It returns 0 if there is none before the next "<".
func (s *scanner) nestedValueEnd(pos int, quote string) int {
	for i := pos; i < len(s.text) && s.text[i] != '<'; i++ {
		s.work++
		if n := s.closingQuote(i, quote); n > 0 {
			return i + n
		}
	}
	return 0
}

// endsValue reports whether a quotation mark before pos ends a value: the tag ends behind it, or
// another attribute follows.
func (s *scanner) endsValue(pos int, quote string) bool {
	spaces := s.countSpace(pos)
	pos += spaces
	if pos == len(s.text) {
		return true
	}
	switch s.text[pos] {
	case '>':
		return s.endsTag(pos+1, quote)
	case '<':
		return s.startsOutline(pos) || s.hasPrefixAt(pos, "<!--")
	case '/', ',', ';': // the latter two by mistake
		next := pos + 1 + s.countSpace(pos+1)
		return s.text[pos] == '/' && next < len(s.text) && s.text[next] == '>' || s.startsOutline(next) ||
			s.startsKnownAttribute(next)
	}
	if s.startsKnownAttribute(pos) {
		return true
	}
	end := s.nameEnd(pos)
	if end == pos || spaces == 0 {
		return false
	}
	pos = end + s.countSpace(end)
	if pos == len(s.text) || s.text[pos] != '=' {
		return false
	}
	pos += 1 + s.countSpace(pos+1)
	return s.openingQuote(pos) > 0
}

// endsTag reports whether a ">" before pos ends a tag. A ">" inside a value, as in `"A" > "B"`, is
// followed by another quotation mark before the next tag.
func (s *scanner) endsTag(pos int, quote string) bool { return s.nestedValueEnd(pos, quote) == 0 }
