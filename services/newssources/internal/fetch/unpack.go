package fetch

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
)

// maxCodings of one body: packing twice is a mistake that happens, more often isn't one.
const maxCodings = 3

// unpack undoes the content codings of a body, the last one first. What is announced is believed only where the bytes
// don't say otherwise: sitemaps are often sent packed without a word, and some servers announce gzip and send plain text.
func unpack(from *wire, header string) (io.Reader, string, error) {
	announced := strings.FieldsFunc(strings.ToLower(header), func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
	if len(announced) > maxCodings {
		return nil, "", errEncoding
	}
	slices.Reverse(announced)
	start := bufio.NewReader(from)
	var undone []string
	for _, coding := range append(announced, "") { // at the end what came without a word
		name, unpacked, err := undo(start, coding)
		if name != "" {
			undone = append(undone, name)
		}
		if err != nil {
			return nil, strings.Join(undone, ", "), err
		}
		if name != "" {
			start = bufio.NewReader(&layer{from: unpacked, sent: from})
		}
	}
	return start, strings.Join(undone, ", "), nil
}

// undo undoes one coding. The name is empty when there is nothing to do.
func undo(from *bufio.Reader, coding string) (name string, unpacked io.Reader, err error) {
	head, err := from.Peek(longestMark)
	if len(head) == 0 && err != nil && !errors.Is(err, io.EOF) {
		return "", nil, err
	}
	switch {
	case len(head) == 0, coding == "identity":
		return "", nil, nil
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b, 8}):
		unpacked, err = gzip.NewReader(from)
		return "gzip", lenient{unpacked}, err
	case coding == "", coding == "gzip", coding == "x-gzip", isMarkup(head):
		return "", nil, nil
	case coding == "br":
		return "br", brotli.NewReader(from), nil
	case coding == "deflate" && isZlib(head):
		unpacked, err = zlib.NewReader(from)
		return "deflate", unpacked, err
	case coding == "deflate": // without the envelope that the standard asks for
		return "deflate", flate.NewReader(from), nil
	}
	return "", nil, errEncoding
}

// lenient ends where the last whole member of a gzip file ends: some servers leave rubbish behind it.
type lenient struct{ io.Reader }

func (l lenient) Read(p []byte) (int, error) {
	n, err := l.Reader.Read(p)
	if errors.Is(err, gzip.ErrHeader) { // of a second member; the first was checked when the reader was made
		err = io.EOF
	}
	return n, err
}

// isZlib checks the two bytes of RFC 1950 §2.2.
func isZlib(head []byte) bool {
	return len(head) > 1 && head[0]&15 == 8 && (int(head[0])<<8|int(head[1]))%31 == 0
}

// markup is how plain documents begin that are announced as something else.
var markup = []string{"<?xml", "<!doctype", "<html", "<rss", "<feed", "<rdf", "<urlset", "<sitemapindex", "<!--"}

// longestMark is as many bytes as are looked at, with a byte order mark and some blanks.
const longestMark = 32

func isMarkup(head []byte) bool {
	text := strings.ToLower(string(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")))
	return slices.ContainsFunc(markup, func(mark string) bool { return strings.HasPrefix(text, mark) })
}
