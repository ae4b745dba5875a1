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

// maxCodings of one body. Double compression occurs by mistake; more layers are an attack.
const maxCodings = 3

// decompress decodes the content codings of a body, the last one first. The bytes take precedence
// over the header: sitemaps are often compressed without a header, and some servers declare gzip
// and send plain text.
func decompress(from *wireReader, header string) (io.Reader, string, error) {
	announced := strings.FieldsFunc(strings.ToLower(header),
		func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
	if len(announced) > maxCodings {
		return nil, "", errEncoding
	}
	slices.Reverse(announced)
	start := bufio.NewReader(from)
	var names []string
	for _, coding := range append(announced, "") { // "" detects an undeclared coding
		name, decoded, err := decodeLayer(start, coding)
		if name != "" {
			names = append(names, name)
		}
		if err != nil {
			return nil, strings.Join(names, ", "), err
		}
		if name != "" {
			start = bufio.NewReader(&layerReader{from: decoded, wire: from})
		}
	}
	return start, strings.Join(names, ", "), nil
}

// decodeLayer decodes one content coding. name is empty if the bytes are not encoded.
func decodeLayer(from *bufio.Reader, coding string) (name string, decoded io.Reader, err error) {
	head, err := from.Peek(sniffedBytes)
	if len(head) == 0 && err != nil && !errors.Is(err, io.EOF) {
		return "", nil, err
	}
	switch {
	case len(head) == 0, coding == "identity":
		return "", nil, nil
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b, 8}):
		decoded, err = gzip.NewReader(from)
		return "gzip", lenientGzipReader{decoded}, err
	case coding == "", coding == "gzip", coding == "x-gzip", isMarkup(head):
		return "", nil, nil
	case coding == "br":
		return "br", brotli.NewReader(from), nil
	case coding == "deflate" && isZlib(head):
		decoded, err = zlib.NewReader(from)
		return "deflate", decoded, err
	case coding == "deflate": // raw DEFLATE without the zlib header that RFC 9110 requires
		return "deflate", flate.NewReader(from), nil
	}
	return "", nil, errEncoding
}

// lenientGzipReader ends after the last valid gzip member, because some servers append garbage.
type lenientGzipReader struct{ io.Reader }

func (l lenientGzipReader) Read(p []byte) (int, error) {
	n, err := l.Reader.Read(p)
	if errors.Is(err, gzip.ErrHeader) { // of a further member; gzip.NewReader has checked the first
		err = io.EOF
	}
	return n, err
}

// isZlib reports whether the bytes start with a zlib header (RFC 1950 §2.2).
func isZlib(head []byte) bool {
	return len(head) > 1 && head[0]&15 == 8 && (int(head[0])<<8|int(head[1]))%31 == 0
}

// markupPrefixes are the beginnings of uncompressed documents that are declared as compressed.
var markupPrefixes = []string{"<?xml", "<!doctype", "<html", "<rss", "<feed", "<rdf", "<urlset", "<sitemapindex",
	"<!--"}

// sniffedBytes suffice for the longest prefix after a byte order mark and some white space.
const sniffedBytes = 32

func isMarkup(head []byte) bool {
	text := strings.ToLower(string(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")))
	return slices.ContainsFunc(markupPrefixes, func(mark string) bool { return strings.HasPrefix(text, mark) })
}
