package transfer

import (
	"bytes"
	"encoding/binary"
	"net/http"
	"regexp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
)

// document is a file as text. It may hold bytes that aren't UTF-8: repair makes characters of them where an outline has
// them, so that only that outline counts as recovered.
type document struct {
	text     string
	contrary string // what the file says about its encoding, when its bytes say otherwise
	stray    stray
}

// stray says what a byte that isn't UTF-8 stands for.
type stray int

const (
	strayWindows1252 stray = iota // the encoding of most files that say nothing
	strayInUTF8                   // the same, but pieces of longer sequences are damage: most of the file is UTF-8
	strayUnreadable               // something that the declared encoding doesn't know
)

// unreadable marks such a place in decoded text; it never occurs in UTF-8.
const unreadable = "\xff"

// The declaration is at the very beginning; 256 bytes are plenty for it.
var declaration = regexp.MustCompile(`^\s*<\?xml[^>]{0,256}?\sencoding\s*=\s*["']?([A-Za-z0-9._:-]{1,40})`)

// decode finds the encoding. The byte order mark counts before the bytes, and these before the declaration, which is
// often copied from elsewhere: text that is valid UTF-8 by chance doesn't occur.
func decode(data []byte) (*document, error) {
	if order := utf16Order(data); order != nil {
		d := &document{text: decodeUTF16(data, order), stray: strayUnreadable}
		if declared := declaredIn(d.text); !strings.HasPrefix(strings.ToLower(declared), "utf-16") {
			d.contrary = declared
		}
		return d, refuseEmpty(d.text)
	}
	text := strings.TrimPrefix(string(data), "\ufeff")
	if err := refuseEmpty(text); err != nil {
		return nil, err
	}
	if err := refuseBinary(data); err != nil {
		return nil, err
	}
	declared := declaredIn(text)
	legacy := legacyEncoding(declared)
	marked := len(text) < len(data)
	sequences, strays := countUTF8(text)
	switched := strings.Contains(text, "\x1b") // encodings of East Asia that begin their characters with an escape
	// One damaged byte in a text of UTF-8 doesn't make another encoding of it, hence the factor.
	if legacy != nil && !marked && (strays > 0 || switched) && sequences <= 10*strays {
		return decodeLegacy(text, legacy), nil
	}
	d := &document{text: text}
	if !strings.EqualFold(declared, "utf-8") && !strings.EqualFold(declared, "utf8") {
		d.contrary = declared
	}
	if sequences > strays || marked {
		d.stray = strayInUTF8
	}
	return d, nil
}

func refuseEmpty(text string) error {
	if strings.Trim(text, " \t\r\n\x00\ufeff") == "" {
		return refuse(FormatEmpty, "The file is empty.")
	}
	return nil
}

func declaredIn(text string) string {
	match := declaration.FindStringSubmatch(text[:min(len(text), 512)])
	if match == nil {
		return ""
	}
	return match[1]
}

// legacyEncoding is nil for UTF-8 and for names that nobody knows. A file that calls itself UTF-16 although its bytes
// aren't is what some programs write for UTF-8.
func legacyEncoding(name string) encoding.Encoding {
	found, err := htmlindex.Get(name)
	if err != nil {
		return nil
	}
	switch canonical, _ := htmlindex.Name(found); canonical {
	case "utf-8", "utf-16le", "utf-16be", "replacement", "x-user-defined", "":
		return nil
	}
	return found
}

func decodeLegacy(text string, from encoding.Encoding) *document {
	decoded, err := from.NewDecoder().String(text)
	if err != nil {
		return &document{text: text}
	}
	return &document{text: strings.ReplaceAll(decoded, "\ufffd", unreadable), stray: strayUnreadable}
}

// utf16Order looks for a byte order mark, or for the zero bytes that markup has in UTF-16.
func utf16Order(data []byte) binary.ByteOrder {
	switch {
	case len(data) < 2:
		return nil
	case data[0] == 0xff && data[1] == 0xfe:
		return binary.LittleEndian
	case data[0] == 0xfe && data[1] == 0xff:
		return binary.BigEndian
	case len(data) < 4:
		return nil
	case data[0] == '<' && data[1] == 0 && data[2] != 0 && data[3] == 0:
		return binary.LittleEndian
	case data[0] == 0 && data[1] == '<' && data[2] == 0 && data[3] != 0:
		return binary.BigEndian
	}
	return nil
}

func decodeUTF16(data []byte, order binary.ByteOrder) string {
	var b strings.Builder
	b.Grow(len(data)) // enough for markup, which is half as long in UTF-8, with East Asian text in it
	for i := 0; i+1 < len(data); i += 2 {
		r := rune(order.Uint16(data[i:]))
		switch {
		case r == 0xfeff && i == 0:
		case !utf16.IsSurrogate(r):
			b.WriteRune(r)
		case i+3 < len(data) && utf16.DecodeRune(r, rune(order.Uint16(data[i+2:]))) != utf8.RuneError:
			b.WriteRune(utf16.DecodeRune(r, rune(order.Uint16(data[i+2:]))))
			i += 2
		default:
			b.WriteString(unreadable)
		}
	}
	return b.String()
}

// countUTF8 counts the sequences of several bytes and the bytes that belong to none.
func countUTF8(text string) (sequences, strays int) {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case size > 1:
			sequences++
		case r == utf8.RuneError:
			strays++
		}
		i += max(size, 1)
	}
	return sequences, strays
}

// repair reads one character at the beginning of s, which isn't UTF-8.
func (d *document) repair(s string) (r rune, size int) {
	switch {
	case d.stray == strayUnreadable:
		return utf8.RuneError, 1
	case d.stray == strayInUTF8 && s[0] >= 0xe0 && len(s) > 1 && isContinuation(s[1]):
		size = 2
		for size < len(s) && size < utf8.UTFMax && isContinuation(s[size]) {
			size++
		}
		return utf8.RuneError, size
	}
	return charmap.Windows1252.DecodeByte(s[0]), 1
}

func isContinuation(c byte) bool { return c&0xc0 == 0x80 }

// refuseBinary tells files that no person can read from text with a few bad bytes.
func refuseBinary(data []byte) error {
	kind := http.DetectContentType(data)
	if strings.HasPrefix(kind, "text/") {
		return nil
	}
	head := bytes.ToLower(data[:min(len(data), 4096)])
	if kind == "application/octet-stream" && (bytes.Contains(head, []byte("<opml")) || bytes.Contains(head, []byte("<outline"))) {
		return nil
	}
	what, ok := map[string]string{
		"application/octet-stream": "a binary file",
		"application/pdf":          "a PDF document",
		"application/x-gzip":       "a compressed file: unpack it first",
		"application/zip":          "a ZIP archive or an office document: unpack it or export it as OPML",
		"image/png":                "a PNG image",
		"image/jpeg":               "a JPEG image",
		"image/gif":                "a GIF image",
	}[kind]
	if !ok {
		what = "a file of the type " + kind
	}
	return refuse(FormatBinary, "This isn't a list of feeds but %s.", what)
}
