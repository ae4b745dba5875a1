package transfer

import (
	"bytes"
	"net/http"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// document is a file as text. The text may hold bytes that aren't UTF-8: repairByte decodes them
// where an outline contains them, so that only that outline counts as recovered.
type document struct {
	text           string
	wrongDeclared  string // the declared encoding, if the bytes contradict it
	invalidMeaning invalidMeaning
}

// invalidMeaning is what a byte that isn't UTF-8 stands for.
type invalidMeaning int

const (
	invalidIsWindows1252 invalidMeaning = iota // the encoding of most files that declare none
	invalidInUTF8                              // windows-1252 too, but parts of longer sequences are damage
	invalidIsUnreadable                        // undefined in the declared encoding
)

// unreadable marks an undefined character in decoded text; the byte never occurs in UTF-8.
const unreadable = "\xff"

// decode detects the encoding of a file. A byte order mark takes precedence over the bytes, and
// these over the declaration, which is often copied from another file: no other text is valid UTF-8
// by chance.
func decode(data []byte) (*document, error) {
	detected, rest := markup.DetectUnicode(data)
	if detected != nil && detected != unicode.UTF8 {
		d := decodeFrom(detected, string(rest))
		if declared := declaredEncoding(d.text); !strings.HasPrefix(strings.ToLower(declared), "utf-16") {
			d.wrongDeclared = declared
		}
		return d, rejectEmpty(d.text)
	}
	text := string(rest)
	if err := rejectEmpty(text); err != nil {
		return nil, err
	}
	if err := rejectBinary(data); err != nil {
		return nil, err
	}
	declared := declaredEncoding(text)
	sequences, strays := markup.CountUTF8(rest)
	hasMark := detected != nil
	hasEscape := strings.Contains(text, "\x1b") // begins the characters of ISO-2022-JP, which consist of ASCII bytes
	// One damaged byte in UTF-8 text doesn't mean another encoding, hence the factor.
	if from := legacyEncoding(declared); from != nil && !hasMark && (strays > 0 || hasEscape) && sequences <= 10*strays {
		return decodeFrom(from, text), nil
	}
	d := &document{text: text}
	if !strings.EqualFold(declared, "utf-8") && !strings.EqualFold(declared, "utf8") {
		d.wrongDeclared = declared
	}
	if sequences > strays || hasMark {
		d.invalidMeaning = invalidInUTF8
	}
	return d, nil
}

func declaredEncoding(text string) string {
	return markup.XMLCharset([]byte(text[:min(len(text), 512)]))
}

// legacyEncoding returns nil for Unicode encodings and unknown names. Some programs declare UTF-16
// but write UTF-8.
func legacyEncoding(name string) encoding.Encoding {
	found, canonical, ok := markup.FindEncoding(name)
	if !ok || strings.HasPrefix(canonical, "utf-") {
		return nil
	}
	return found
}

func decodeFrom(from encoding.Encoding, text string) *document {
	decoded, err := from.NewDecoder().String(text)
	if err != nil {
		return &document{text: text}
	}
	return &document{text: strings.ReplaceAll(decoded, "\ufffd", unreadable), invalidMeaning: invalidIsUnreadable}
}

// repairByte decodes the character at the beginning of s, which isn't valid UTF-8.
func (d *document) repairByte(s string) (r rune, size int) {
	switch {
	case d.invalidMeaning == invalidIsUnreadable:
		return utf8.RuneError, 1
	case d.invalidMeaning == invalidInUTF8 && s[0] >= 0xe0 && len(s) > 1 && !utf8.RuneStart(s[1]):
		size = 2
		for size < len(s) && size < utf8.UTFMax && !utf8.RuneStart(s[size]) {
			size++
		}
		return utf8.RuneError, size
	}
	return charmap.Windows1252.DecodeByte(s[0]), 1
}

func rejectEmpty(text string) error {
	if strings.Trim(text, " \t\r\n\x00\ufeff") == "" {
		return formatError(FormatEmpty, "The file is empty.")
	}
	return nil
}

var binaryTypes = map[string]string{
	"application/octet-stream": "a binary file",
	"application/pdf":          "a PDF document",
	"application/x-gzip":       "a compressed file: unpack it first",
	"application/zip":          "a ZIP archive or an office document: unpack it or export it as OPML",
	"image/png":                "a PNG image",
	"image/jpeg":               "a JPEG image",
	"image/gif":                "a GIF image",
}

// rejectBinary returns an error for binary files. Text with a few control characters is accepted.
func rejectBinary(data []byte) error {
	contentType := http.DetectContentType(data)
	head := bytes.ToLower(data[:min(len(data), 4096)])
	isDamagedList := contentType == "application/octet-stream" &&
		(bytes.Contains(head, []byte("<opml")) || bytes.Contains(head, []byte("<outline")))
	if strings.HasPrefix(contentType, "text/") || isDamagedList {
		return nil
	}
	description, ok := binaryTypes[contentType]
	if !ok {
		description = "a file of the type " + contentType
	}
	return formatError(FormatBinary, "This isn't a list of feeds but %s.", description)
}
