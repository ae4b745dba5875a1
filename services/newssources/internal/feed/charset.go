package feed

import (
	"bytes"
	"mime"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// decode makes text of bytes: UTF-8, or nearly so, since damaged characters are only looked at where text is taken. The
// override counts before the byte order mark, this before the header, the header before the XML declaration, and that
// before the page's meta element. But a claim is believed only as far as the bytes can bear it: text that is UTF-8 by
// chance doesn't occur, and servers say ISO-8859-1 of everything.
func (p *parser) decode(data []byte) ([]byte, error) {
	if name := strings.TrimSpace(p.opts.Charset); name != "" {
		from, err := htmlindex.Get(name)
		if err != nil {
			return nil, refuse(CodeCharset, "There is no character encoding of that name.")
		}
		_, data = byMark(data)
		return p.decodeAs(from, data)
	}
	if from, rest := byMark(data); from != nil {
		return p.decodeAs(from, rest)
	}
	if from := byZeros(data); from != nil {
		return p.decodeAs(from, data)
	}
	claims := p.claims(data)
	if utf8.Valid(withoutTail(data)) {
		return p.decodeValid(claims, data)
	}
	sequences, strays := countUTF8(data)
	for i, c := range claims {
		// One damaged byte in a text of UTF-8 doesn't make another encoding of it, hence the factor.
		if c.legacy && sequences <= 10*strays && fits(c.from, data) {
			p.counts[warnCharset] = min(i, 1)
			return p.decodeAs(c.from, data)
		}
	}
	if sequences > strays {
		if len(claims) > 0 && claims[0].legacy {
			p.counts[warnCharset] = 1
		}
		return p.decodeAs(unicode.UTF8, data)
	}
	if len(claims) > 0 {
		p.counts[warnCharset] = 1
	} else {
		p.counts[warnNoCharset] = 1
	}
	fallback, _ := htmlindex.Get("windows-1252") // what most text is that says nothing
	return p.decodeAs(fallback, data)
}

// decodeValid takes what is UTF-8, unless it is one of the encodings that write everything in ASCII.
func (p *parser) decodeValid(claims []claim, data []byte) ([]byte, error) {
	switched := bytes.IndexByte(data, 0x1b) >= 0
	for i, c := range claims {
		if c.name == "iso-2022-jp" && switched {
			return p.decodeAs(c.from, data)
		}
		if i == 0 && (strings.HasPrefix(c.name, "utf-16") || c.legacy && !isASCII(data)) {
			p.counts[warnCharset] = 1
		}
	}
	return p.decodeAs(unicode.UTF8, data)
}

// claim is what the document or its header says about its encoding.
type claim struct {
	from   encoding.Encoding
	name   string
	legacy bool // it isn't one of Unicode's
}

var (
	// The declaration is at the beginning; 256 bytes are plenty for it.
	declared = regexp.MustCompile(`^[^>]{0,256}?\sencoding\s*=\s*["']?([A-Za-z0-9._:-]{1,40})`)
	meta     = regexp.MustCompile(`(?i)<meta\s[^>]{0,256}?charset\s*=\s*["']?([A-Za-z0-9._:-]{1,40})`)
)

// claims are in the order in which they count.
func (p *parser) claims(data []byte) []claim {
	var names []string
	if _, params, err := mime.ParseMediaType(p.opts.ContentType); err == nil {
		names = append(names, params["charset"])
	}
	head := data[:min(len(data), 4096)] // browsers look at 1,024 for the meta element
	if i := bytes.Index(head, []byte("<?xml")); i >= 0 {
		if m := declared.FindSubmatch(head[i+len("<?xml"):]); m != nil {
			names = append(names, string(m[1]))
		}
	}
	if bytes.Contains(head, []byte("charset")) {
		if m := meta.FindSubmatch(head); m != nil {
			names = append(names, string(m[1]))
		}
	}
	var list []claim
	for _, name := range names {
		from, err := htmlindex.Get(strings.TrimSpace(name))
		if err != nil {
			continue
		}
		canonical, _ := htmlindex.Name(from)
		if canonical == "replacement" || canonical == "x-user-defined" {
			continue
		}
		list = append(list, claim{from: from, name: canonical, legacy: !strings.HasPrefix(canonical, "utf-")})
	}
	return list
}

// byMark looks for a byte order mark.
func byMark(data []byte) (encoding.Encoding, []byte) {
	switch {
	case bytes.HasPrefix(data, []byte{0xef, 0xbb, 0xbf}):
		return unicode.UTF8, data[3:]
	case bytes.HasPrefix(data, []byte{0xff, 0xfe, 0, 0}):
		return utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), data[4:]
	case bytes.HasPrefix(data, []byte{0, 0, 0xfe, 0xff}):
		return utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), data[4:]
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
		return utf16LE, data[2:]
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		return utf16BE, data[2:]
	}
	return nil, data
}

var (
	utf16LE = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	utf16BE = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
)

// byZeros looks for the zero bytes that markup and JSON have in UTF-16.
func byZeros(data []byte) encoding.Encoding {
	switch {
	case len(data) < 4:
		return nil
	case (data[0] == '<' || data[0] == '{') && data[1] == 0 && data[2] != 0 && data[3] == 0:
		return utf16LE
	case data[0] == 0 && (data[1] == '<' || data[1] == '{') && data[2] == 0 && data[3] != 0:
		return utf16BE
	}
	return nil
}

// countUTF8 counts the sequences of several bytes and the bytes that belong to none.
func countUTF8(data []byte) (sequences, strays int) {
	for i := 0; i < len(data); {
		if data[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size <= 1 {
			strays++
		} else {
			sequences++
		}
		i += size
	}
	return sequences, strays
}

// withoutTail leaves out a character that is cut off at the end.
func withoutTail(data []byte) []byte {
	for n := 1; n < utf8.UTFMax && n <= len(data); n++ {
		if c := data[len(data)-n]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(data[len(data)-n:]) {
				return data[:len(data)-n]
			}
			break
		}
	}
	return data
}

func isASCII(data []byte) bool {
	for _, c := range data {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
