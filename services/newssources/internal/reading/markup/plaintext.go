package markup

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
)

// Format is the format of a text: plain or HTML.
type Format int

// The formats.
const (
	PlainText Format = iota // only white space is normalised
	HTMLText                // known tags are removed, unknown ones such as "<T>" are text; references are resolved
)

// PlainTexter converts texts to plain text. It reuses its buffer and counts invalid characters.
type PlainTexter struct {
	Faults *Faults
	buf    []byte
}

// Convert returns at most limit characters of plain text: without tags, references, repeated white
// space and invisible characters. It reads no more of the text than it needs.
func (t *PlainTexter) Convert(b []byte, format Format, limit int) string {
	c := textCleaner{out: t.buf[:0], limit: limit, afterSpace: true}
	c.run(b, format)
	t.buf = c.out
	t.Faults[BadCharacter] += c.bad
	return string(c.out)
}

type textCleaner struct {
	out        []byte
	n          int // characters
	limit      int
	afterSpace bool // so that no further space is added
	bad        int  // control and invalid characters
	full       bool
	inCDATA    bool // inside an escaped CDATA section, whose "]]>" is dropped
}

func (c *textCleaner) run(b []byte, format Format) {
	for i := 0; i < len(b) && !c.full; {
		switch ch := b[i]; {
		case ch == ']' && c.inCDATA && ascii.HasPrefix(b[i:], "]]>"):
			c.inCDATA = false
			i += len("]]>")
		case ch > ' ' && ch < 0x7f && ch != '<' && ch != '&':
			c.add(ch)
			i++
		case ch == '<' && format == HTMLText:
			i += c.tag(b[i:])
		case ch == '&' && format == HTMLText:
			var buf [48]byte
			text, size, _ := AppendReference(buf[:0], b[i:])
			c.resolved(text)
			i += size
		case ch == '<' || ch == '&':
			c.add(ch)
			i++
		case ch < 0x80:
			if ascii.IsSpace(ch) {
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

// resolved adds the text of a reference, in which nothing is markup.
func (c *textCleaner) resolved(text []byte) {
	for len(text) > 0 {
		switch {
		case text[0] >= 0x80:
			text = text[c.character(text):]
			continue
		case ascii.IsSpace(text[0]):
			c.space()
		case text[0] > ' ' && text[0] < 0x7f:
			c.add(text[0])
		}
		text = text[1:]
	}
}

func (c *textCleaner) add(ch byte) {
	if c.countCharacter() {
		c.out = append(c.out, ch)
		c.afterSpace = false
	}
}

func (c *textCleaner) space() {
	if !c.afterSpace && c.countCharacter() {
		c.out = append(c.out, ' ')
		c.afterSpace = true
	}
}

// countCharacter counts a character and reports whether the limit allows it. A text that is cut
// ends in an ellipsis.
func (c *textCleaner) countCharacter() bool {
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

// character adds the non-ASCII character at the beginning of b and returns its length.
func (c *textCleaner) character(b []byte) int {
	r, size := utf8.DecodeRune(b)
	if isC1(r) {
		c.windows1252(byte(r))
		return size
	}
	switch {
	case r == utf8.RuneError:
		c.bad++
		if c.countCharacter() {
			c.out = append(c.out, "\ufffd"...)
		}
	case unicode.IsSpace(r):
		c.space()
	case IsInvisible(r):
	default:
		if c.countCharacter() {
			c.out = append(c.out, b[:size]...)
			c.afterSpace = false
		}
	}
	return size
}

// windows1252 adds the character that a byte means in windows-1252: U+0080 to U+009F are control
// characters that come from text in windows-1252 that was converted as if it were ISO-8859-1.
func (c *textCleaner) windows1252(b byte) {
	if r := charmap.Windows1252.DecodeByte(b); r != utf8.RuneError && c.countCharacter() {
		c.out = utf8.AppendRune(c.out, r)
		c.afterSpace = false
	}
}

// IsInvisible reports whether a non-ASCII character is left out of texts: control characters, byte
// order marks, soft hyphens, and characters that change the direction of the following text, which
// could disguise a title.
func IsInvisible(r rune) bool {
	return r < 0xa0 || r == 0xad || r == 0x200b || r == 0xfeff || r == 0xfffe || r == 0xffff ||
		0x202a <= r && r <= 0x202e || 0x2060 <= r && r <= 0x2069
}
