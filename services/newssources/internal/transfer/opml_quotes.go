package transfer

import "strings"

// Typographic quotation marks, as word processors put them in, in UTF-8 and in windows-1252.
var (
	curlyOpening = []string{"“", "”", "„", "\x93", "\x94", "\x84"}
	curlyClosing = []string{"”", "“", "\x94", "\x93", `"`}
)

// openingQuote is the length of a quotation mark that begins a value, or 0.
func (s *scanner) openingQuote(pos int) int {
	if pos < len(s.text) && (s.text[pos] == '"' || s.text[pos] == '\'') {
		return 1
	}
	return s.oneOf(pos, curlyOpening)
}

// closingQuote is the length of a quotation mark that may end a value, or 0.
func (s *scanner) closingQuote(pos int, quote string) int {
	if quote == `"` || quote == `'` {
		if s.text[pos] == quote[0] {
			return 1
		}
		return 0
	}
	return s.oneOf(pos, curlyClosing)
}

func (s *scanner) oneOf(pos int, quotes []string) int {
	for _, q := range quotes {
		if strings.HasPrefix(s.text[pos:], q) {
			return len(q)
		}
	}
	return 0
}

// boundary says that what begins here is never a part of a value or a tag: the value or tag before has no end.
func (s *scanner) boundary(pos int) bool {
	if pos >= len(s.text) || s.text[pos] != '<' {
		return false
	}
	const outline = "<outline"
	if s.atPos(pos, outline) {
		end := pos + len(outline)
		return end < len(s.text) && isSpace(s.text[end])
	}
	return s.atPos(pos, "</outline") || s.atPos(pos, "</body") || s.atPos(pos, "</opml")
}

// attributeBefore finds the name of an attribute whose "=" stands before a quotation mark: the position of the name, or
// -1. It looks back over a name's length only, and not beyond the value's beginning.
func (s *scanner) attributeBefore(begin, quote int) int {
	const longest = 40 // bytes: names and a blank or two
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

// nameEnd is where a name ends. Only so much is looked at as names have that matter.
func (s *scanner) nameEnd(pos int) int {
	const longest = 64 // bytes
	end := pos
	for end < len(s.text) && end-pos < longest && isNameByte(s.text[end]) {
		end++
	}
	s.work += end - pos + 1
	return end
}

// knownAttribute says that one of the attributes that are read begins here: its name and a "=".
func (s *scanner) knownAttribute(pos int) bool {
	end := s.nameEnd(pos)
	if _, ok := attributeOf(s.text[pos:end]); !ok {
		return false
	}
	end += s.spaces(end)
	return end < len(s.text) && s.text[end] == '='
}

// pairedQuote finds the end of an attribute of markup inside a value: behind the next quotation mark, or 0.
func (s *scanner) pairedQuote(pos int, quote string) int {
	for i := pos; i < len(s.text) && s.text[i] != '<'; i++ {
		s.work++
		if n := s.closingQuote(i, quote); n > 0 {
			return i + n
		}
	}
	return 0
}

// valueEnds says whether what follows a quotation mark goes on as a tag does: with its end or another attribute.
func (s *scanner) valueEnds(pos int, quote string) bool {
	spaces := s.spaces(pos)
	pos += spaces
	if pos == len(s.text) {
		return true
	}
	switch s.text[pos] {
	case '>':
		return s.tagEnds(pos+1, quote)
	case '<':
		return s.boundary(pos) || s.atPos(pos, "<!--")
	case '/', ',', ';': // the latter two by mistake
		next := pos + 1 + s.spaces(pos+1)
		return s.text[pos] == '/' && next < len(s.text) && s.text[next] == '>' || s.boundary(next) || s.knownAttribute(next)
	}
	if s.knownAttribute(pos) {
		return true
	}
	end := s.nameEnd(pos)
	if end == pos || spaces == 0 {
		return false
	}
	pos = end + s.spaces(end)
	if pos == len(s.text) || s.text[pos] != '=' {
		return false
	}
	pos += 1 + s.spaces(pos+1)
	return s.openingQuote(pos) > 0
}

// tagEnds tells the ">" of a tag from one in a value, as in `"A" > "B"`: behind the latter comes another quotation mark
// before the next tag.
func (s *scanner) tagEnds(pos int, quote string) bool {
	for i := pos; i < len(s.text) && s.text[i] != '<'; i++ {
		s.work++
		if s.closingQuote(i, quote) > 0 {
			return false
		}
	}
	return true
}
