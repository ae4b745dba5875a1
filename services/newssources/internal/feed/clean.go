package feed

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/atom"
)

// markup says how much of a text is markup.
type markup int

const (
	markupNone  markup = iota // plain text: nothing but blanks is changed
	markupKnown               // tags of HTML are dropped, "<T>" isn't
)

// plain makes plain text of at most limit characters: markup is dropped, references are resolved, blanks collapsed, and
// what can't be shown left out. It looks at no more of the text than it needs.
func (p *parser) plain(b []byte, how markup, limit int) string {
	c := cleaner{out: p.scratch[:0], limit: limit, blank: true}
	c.run(b, how)
	p.scratch = c.out
	p.counts[warnCharacters] += c.bad
	return string(c.out)
}

type cleaner struct {
	out   []byte
	n     int // characters
	limit int
	blank bool // no further blank is wanted
	bad   int
	full  bool
	cdata bool // a mark of CDATA began, whose end is none of the text: it was escaped with the text
}

func (c *cleaner) run(b []byte, how markup) {
	for i := 0; i < len(b) && !c.full; {
		switch ch := b[i]; {
		case ch == ']' && c.cdata && hasPrefix(b[i:], "]]>"):
			c.cdata = false
			i += len("]]>")
		case ch > ' ' && ch < 0x7f && ch != '<' && ch != '&':
			c.add(ch)
			i++
		case ch == '<' && how == markupKnown:
			i += c.tag(b[i:])
		case ch == '&' && how == markupKnown:
			var buf [48]byte
			text, size, _ := appendReference(buf[:0], b[i:])
			c.decoded(text)
			i += size
		case ch == '<' || ch == '&':
			c.add(ch)
			i++
		case ch < 0x80:
			if isSpace(ch) {
				c.space()
			} else {
				c.bad++ // a control character
			}
			i++
		default:
			i += c.character(b[i:])
		}
	}
	c.out = bytes.TrimRight(c.out, " ")
}

// decoded takes in what a reference stands for, in which nothing is markup.
func (c *cleaner) decoded(text []byte) {
	for len(text) > 0 {
		switch {
		case text[0] >= 0x80:
			text = text[c.character(text):]
			continue
		case isSpace(text[0]):
			c.space()
		case text[0] > ' ' && text[0] < 0x7f:
			c.add(text[0])
		}
		text = text[1:]
	}
}

func (c *cleaner) add(ch byte) {
	if c.room() {
		c.out = append(c.out, ch)
		c.blank = false
	}
}

func (c *cleaner) space() {
	if !c.blank && c.room() {
		c.out = append(c.out, ' ')
		c.blank = true
	}
}

// room counts a character. Text that is longer than the limit ends in an ellipsis.
func (c *cleaner) room() bool {
	if c.full {
		return false
	}
	if c.n++; c.n <= c.limit {
		return true
	}
	c.full = true
	_, size := utf8.DecodeLastRune(c.out)
	c.out = append(bytes.TrimRight(c.out[:len(c.out)-size], " "), "…"...)
	return false
}

// character takes in one that isn't ASCII, and says how many bytes it has.
func (c *cleaner) character(b []byte) int {
	r, size := utf8.DecodeRune(b)
	switch {
	case r == utf8.RuneError:
		c.bad++
		if c.room() {
			c.out = append(c.out, "\ufffd"...)
		}
	case unicode.IsSpace(r):
		c.space()
	case invisible(r):
	default:
		if c.room() {
			c.out = append(c.out, b[:size]...)
			c.blank = false
		}
	}
	return size
}

// invisible says which characters are left out: controls, byte order marks, soft hyphens, and those that turn the
// direction of what follows, with which a title could show another text than it has.
func invisible(r rune) bool {
	return r < 0xa0 || r == 0xad || r == 0x200b || r == 0xfeff || r == 0xfffe || r == 0xffff ||
		0x202a <= r && r <= 0x202e || 0x2060 <= r && r <= 0x2069
}

// tag goes over a tag, a comment or a CDATA mark at the beginning of b, and says how long it is. A "<" that begins
// nothing of HTML is a character.
func (c *cleaner) tag(b []byte) int {
	rest := b[1:]
	switch {
	case hasPrefix(rest, "!--"):
		return 1 + after(rest, "-->")
	case hasPrefix(rest, "![CDATA["):
		c.cdata = true
		return 1 + len("![CDATA[")
	case hasPrefix(rest, "!"), hasPrefix(rest, "?"):
		return 1 + after(rest, ">")
	case hasPrefix(rest, "/"):
		rest = rest[1:]
	}
	n := tagName(rest)
	if n == 0 {
		c.add('<')
		return 1
	}
	var buf [24]byte
	name := buf[:0]
	for _, ch := range rest[:min(n, len(buf))] {
		name = append(name, lower(ch))
	}
	if i := bytes.IndexByte(name, ':'); i >= 0 && i+1 < len(name) { // "xhtml:em"
		name = name[i+1:]
	}
	known := atom.Lookup(name)
	if known == 0 && b[1] != '/' && !bytes.ContainsAny(rest[:n], "-:") {
		c.add('<')
		return 1
	}
	size := len(b) - len(rest) + n + tagRest(rest[n:])
	switch known {
	case atom.Script, atom.Style:
		if b[1] != '/' {
			size += rawText(b[size:], name)
		}
	case atom.A, atom.B, atom.I, atom.Em, atom.Strong, atom.Span, atom.U, atom.S, atom.Sub, atom.Sup, atom.Font, atom.Mark,
		atom.Small, atom.Abbr, atom.Code, atom.Wbr, atom.Cite, atom.Q, atom.Del, atom.Ins, atom.Bdi, atom.Bdo, atom.Time, atom.Nobr:
	default:
		c.space()
	}
	return size
}

func tagName(b []byte) int {
	if len(b) == 0 || !isLetter(b[0]) {
		return 0
	}
	n := 1
	for n < len(b) && (isAlphanumeric(b[n]) || b[n] == '-' || b[n] == ':') {
		n++
	}
	if n < len(b) && !isSpace(b[n]) && b[n] != '>' && b[n] != '/' {
		return 0
	}
	return n
}

// tagRest is the length of the attributes and the ">" of a tag. Without an end it is everything.
func tagRest(b []byte) int {
	for i := 0; i < len(b); i++ {
		switch c := b[i]; c {
		case '>':
			return i + 1
		case '"', '\'':
			if i > 0 && b[i-1] == '=' {
				if end := bytes.IndexByte(b[i+1:], c); end >= 0 {
					i += end + 1
				}
			}
		}
	}
	return len(b)
}

// rawText is the length of a script or style with its end tag.
func rawText(b, name []byte) int {
	for i := 0; i < len(b); i++ {
		j := bytes.IndexByte(b[i:], '<')
		if j < 0 {
			break
		}
		i += j
		if rest := b[i+1:]; len(rest) > len(name) && rest[0] == '/' && equalFold(rest[1:1+len(name)], name) {
			return i + 1 + after(rest, ">")
		}
	}
	return len(b)
}

// after is where what is looked for ends, or the end.
func after(b []byte, what string) int {
	if i := bytes.Index(b, []byte(what)); i >= 0 {
		return i + len(what)
	}
	return len(b)
}
