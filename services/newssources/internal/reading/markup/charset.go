package markup

import (
	"bytes"
	"errors"
	"mime"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
)

// Hints are the declarations of a document's encoding outside the document.
type Hints struct {
	ContentType string // the Content-Type header; its charset parameter is used
	Charset     string // overrides the header and the document
}

// Decoded is a document as text.
type Decoded struct {
	Text    []byte // UTF-8, except for damaged characters; shares memory with the input if that is UTF-8
	Charset string // the encoding that was decoded, as the WHATWG names it
	Faults  Faults
}

// Errors of Decode.
var (
	ErrEmpty   = errors.New("the document is empty")
	ErrCharset = errors.New("there is no character encoding of that name")
)

// Decode converts a document to UTF-8. The encoding is, in this order: the override, the byte order
// mark, the charset of the HTTP header, the XML declaration, the HTML meta element. A declared
// encoding is ignored if the bytes are invalid in it, or are valid UTF-8: text in other encodings
// is hardly ever valid UTF-8, and many servers declare ISO-8859-1 for all documents.
func Decode(data []byte, hints Hints) (*Decoded, error) {
	d := &Decoded{}
	from, rest, err := d.detect(data, hints)
	if err != nil {
		return nil, err
	}
	d.Charset = charsetName(from)
	if d.Text = rest; from != unicode.UTF8 {
		var truncated bool
		if d.Text, truncated = transcode(from, rest, maxDecoded); truncated {
			d.Faults[CutOff] = 1
		}
	}
	if ascii.IsBlank(bytes.Trim(d.Text, "\x00")) {
		return nil, ErrEmpty
	}
	return d, nil
}

// detect returns the encoding of data, and data without its byte order mark.
func (d *Decoded) detect(data []byte, hints Hints) (encoding.Encoding, []byte, error) {
	marked, rest := byteOrderMark(data)
	if name := strings.TrimSpace(hints.Charset); name != "" {
		from, err := htmlindex.Get(name)
		if err != nil {
			return nil, nil, ErrCharset
		}
		return from, rest, nil
	}
	if marked != nil {
		return marked, rest, nil
	}
	if from := utf16WithoutMark(data); from != nil {
		return from, data, nil
	}
	return d.choose(declaredEncodings(data, hints.ContentType), data), data, nil
}

// choose returns the encoding of text without a byte order mark.
func (d *Decoded) choose(declared []declaredEncoding, data []byte) encoding.Encoding {
	if utf8.Valid(WithoutCutCharacter(data)) {
		return d.chooseValid(declared, data)
	}
	sequences, strays := CountUTF8(data)
	for i, c := range declared {
		// A damaged byte in UTF-8 text doesn't mean another encoding, hence the factor.
		if c.isLegacy && sequences <= 10*strays && fits(c.encoding, data) {
			if guessed := guessInsteadOf(c, data); guessed != nil {
				d.Faults[GuessedCharset] = 1
				return guessed
			}
			d.Faults[WrongCharset] = min(i, 1)
			return c.encoding
		}
	}
	if sequences > strays {
		if len(declared) > 0 && declared[0].isLegacy {
			d.Faults[WrongCharset] = 1
		}
		return unicode.UTF8
	}
	if guessed := guessEncoding(data, guessSample); guessed != nil {
		d.Faults[GuessedCharset] = 1
		return guessed
	}
	if len(declared) > 0 {
		d.Faults[WrongCharset] = 1
	} else {
		d.Faults[NoCharset] = 1
	}
	return encodingNamed("windows-1252") // the most frequent encoding of text that declares none
}

// guessInsteadOf returns the encoding that text declared as ISO-8859-1 evidently has, or nil.
func guessInsteadOf(declared declaredEncoding, data []byte) encoding.Encoding {
	if declared.name != "windows-1252" { // the name of ISO-8859-1 by the WHATWG
		return nil
	}
	return guessEncoding(data, evidentSample)
}

// chooseValid returns the encoding of text that is valid UTF-8. It may be ISO-2022-JP, which
// consists of ASCII bytes.
func (d *Decoded) chooseValid(declared []declaredEncoding, data []byte) encoding.Encoding {
	hasEscape := bytes.IndexByte(data, 0x1b) >= 0
	for i, c := range declared {
		if c.name == "iso-2022-jp" && hasEscape {
			return c.encoding
		}
		if i == 0 && (strings.HasPrefix(c.name, "utf-16") || c.isLegacy && !ascii.IsASCII(data)) {
			d.Faults[WrongCharset] = 1
		}
	}
	if hasEscape && hasJapaneseEscapes(data) { // regardless of the declaration: no other text has such control characters
		d.Faults[GuessedCharset] = 1
		return encodingNamed("iso-2022-jp")
	}
	return unicode.UTF8
}

// declaredEncoding is an encoding that the document or the HTTP header declares.
type declaredEncoding struct {
	encoding encoding.Encoding
	name     string
	isLegacy bool // not one of Unicode's
}

var (
	// The XML declaration is at the beginning and short; 256 bytes are enough.
	xmlCharset  = regexp.MustCompile(`^[^>]{0,256}?\sencoding\s*=\s*["']?([A-Za-z0-9._:-]{1,40})`)
	metaCharset = regexp.MustCompile(`(?i)<meta\s[^>]{0,256}?charset\s*=\s*["']?([A-Za-z0-9._:-]{1,40})`)
)

// declaredEncodings returns the known encodings that are declared, in their order of precedence.
func declaredEncodings(data []byte, contentType string) (list []declaredEncoding) {
	var names []string
	if _, params, err := mime.ParseMediaType(contentType); err == nil {
		names = append(names, params["charset"])
	}
	head := data[:min(len(data), 4096)] // browsers search the first 1,024 bytes for the meta element
	names = append(names, XMLCharset(head))
	if bytes.Contains(head, []byte("charset")) {
		if m := metaCharset.FindSubmatch(head); m != nil {
			names = append(names, string(m[1]))
		}
	}
	for _, name := range names {
		from, canonical, ok := FindEncoding(name)
		if ok {
			list = append(list, declaredEncoding{encoding: from, name: canonical,
				isLegacy: !strings.HasPrefix(canonical, "utf-")})
		}
	}
	return list
}

// XMLCharset returns the encoding that the XML declaration names, or "".
func XMLCharset(head []byte) string {
	i := bytes.Index(head, []byte("<?xml"))
	if i < 0 {
		return ""
	}
	m := xmlCharset.FindSubmatch(head[i+len("<?xml"):])
	if m == nil {
		return ""
	}
	return string(m[1])
}

var (
	utf16LE = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	utf16BE = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	utf32LE = utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)
	utf32BE = utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)
)

// DetectUnicode returns the Unicode encoding that a byte order mark or, for UTF-16, the zero bytes
// of markup and JSON show, and data without the mark. The encoding is nil if neither is there.
func DetectUnicode(data []byte) (encoding.Encoding, []byte) {
	if marked, rest := byteOrderMark(data); marked != nil {
		return marked, rest
	}
	return utf16WithoutMark(data), data
}

func byteOrderMark(data []byte) (encoding.Encoding, []byte) {
	switch {
	case bytes.HasPrefix(data, []byte{0xef, 0xbb, 0xbf}):
		return unicode.UTF8, data[3:]
	case bytes.HasPrefix(data, []byte{0xff, 0xfe, 0, 0}):
		return utf32LE, data[4:]
	case bytes.HasPrefix(data, []byte{0, 0, 0xfe, 0xff}):
		return utf32BE, data[4:]
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
		return utf16LE, data[2:]
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		return utf16BE, data[2:]
	}
	return nil, data
}

func utf16WithoutMark(data []byte) encoding.Encoding {
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
