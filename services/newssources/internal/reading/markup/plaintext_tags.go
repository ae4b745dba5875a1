package markup

import (
	"bytes"

	"golang.org/x/net/html/atom"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
)

// tag skips the tag, comment or begin of a CDATA section at the beginning of b and returns its
// length. A "<" that begins no markup of HTML is added as text.
func (c *textCleaner) tag(b []byte) int {
	rest := b[1:]
	switch {
	case ascii.HasPrefix(rest, "!--"):
		return 1 + indexAfter(rest, "-->")
	case ascii.HasPrefix(rest, "![CDATA["):
		c.inCDATA = true
		return 1 + len("![CDATA[")
	case ascii.HasPrefix(rest, "!"), ascii.HasPrefix(rest, "?"):
		return 1 + indexAfter(rest, ">")
	case ascii.HasPrefix(rest, "/"):
		rest = rest[1:]
	}
	n := tagNameLength(rest)
	if n == 0 {
		c.add('<')
		return 1
	}
	var buf [24]byte
	name := buf[:0]
	for _, ch := range rest[:min(n, len(buf))] {
		name = append(name, ascii.ToLower(ch))
	}
	if i := bytes.IndexByte(name, ':'); i >= 0 && i+1 < len(name) { // "xhtml:em"
		name = name[i+1:]
	}
	known := atom.Lookup(name)
	isEnd := b[1] == '/'
	if known == 0 && !isEnd && !bytes.ContainsAny(rest[:n], "-:") && !hasAttributes(rest[n:]) {
		c.add('<')
		return 1
	}
	size := len(b) - len(rest) + n + attributesLength(rest[n:])
	switch known {
	case atom.Script, atom.Style:
		if !isEnd {
			size += rawTextLength(b[size:], name)
		}
	case atom.Svg, atom.Math: // their texts are alternatives for what they show
		content := b[size : size+rawTextLength(b[size:], name)]
		if i := bytes.LastIndex(content, []byte("</")); !isEnd && i >= 0 &&
			ascii.EqualFold(content[i+2:min(len(content), i+2+len(name))], name) {
			size += len(content)
		}
	case atom.A, atom.B, atom.I, atom.Em, atom.Strong, atom.Span, atom.U, atom.S, atom.Sub, atom.Sup, atom.Font, atom.Mark,
		atom.Small, atom.Abbr, atom.Code, atom.Wbr, atom.Cite, atom.Q, atom.Del, atom.Ins, atom.Bdi, atom.Bdo, atom.Time,
		atom.Nobr:
	default:
		c.space()
	}
	return size
}

// hasAttributes reports whether an attribute with a value follows a tag's name, and the tag has an
// end.
func hasAttributes(rest []byte) bool {
	end := bytes.IndexByte(rest, '>')
	if end < 0 {
		return false
	}
	equals := bytes.IndexByte(rest[:end], '=')
	return equals > 0 && ascii.IsAlphanumeric(rest[equals-1])
}

// tagNameLength returns the length of the element name at the beginning of b, or 0 if there is
// none.
func tagNameLength(b []byte) int {
	if len(b) == 0 || !ascii.IsLetter(b[0]) {
		return 0
	}
	n := 1
	for n < len(b) && (ascii.IsAlphanumeric(b[n]) || b[n] == '-' || b[n] == ':') {
		n++
	}
	if n < len(b) && !ascii.IsSpace(b[n]) && b[n] != '>' && b[n] != '/' {
		return 0
	}
	return n
}

// attributesLength returns the length of a tag's attributes and its ">", or all of b if the tag has
// no end.
func attributesLength(b []byte) int {
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

// rawTextLength returns the length of the content of a script or style element and its end tag.
func rawTextLength(b, name []byte) int {
	for i := 0; i < len(b); i++ {
		j := bytes.IndexByte(b[i:], '<')
		if j < 0 {
			break
		}
		i += j
		if rest := b[i+1:]; len(rest) > len(name) && rest[0] == '/' && ascii.EqualFold(rest[1:1+len(name)], name) {
			return i + 1 + indexAfter(rest, ">")
		}
	}
	return len(b)
}

// indexAfter returns the index after the first occurrence of sep, or the length of b.
func indexAfter(b []byte, sep string) int {
	if i := bytes.Index(b, []byte(sep)); i >= 0 {
		return i + len(sep)
	}
	return len(b)
}
