package markup

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// FindEncoding returns the encoding with a name, and the name that the WHATWG gives it. ok is false
// for unknown names and for names that aren't encodings of text.
func FindEncoding(name string) (found encoding.Encoding, canonical string, ok bool) {
	found, err := htmlindex.Get(strings.TrimSpace(name))
	if err != nil {
		return nil, "", false
	}
	canonical, err = htmlindex.Name(found)
	return found, canonical, err == nil && canonical != "replacement" && canonical != "x-user-defined"
}

// CanonicalCharset returns the name that the WHATWG gives to an encoding: "latin1" is
// "windows-1252". ok is as in FindEncoding.
func CanonicalCharset(name string) (canonical string, ok bool) {
	_, canonical, ok = FindEncoding(name)
	return canonical, ok
}

func charsetName(from encoding.Encoding) string {
	if name, err := htmlindex.Name(from); err == nil && name != "" {
		return name
	}
	switch from {
	case utf16LE:
		return "utf-16le"
	case utf16BE:
		return "utf-16be"
	case unicode.UTF8:
		return "utf-8"
	}
	return "utf-32"
}

// transcode decodes data to at most limit bytes of UTF-8. The buffer for a large document has the
// exact size, so that it needn't grow: copies would double the memory.
func transcode(from encoding.Encoding, data []byte, limit int) (out []byte, truncated bool) {
	size := len(data) + countNonASCII(data)
	if len(data) > 1<<20 {
		size = decodedSize(from, data)
	}
	decoder := from.NewDecoder()
	out = make([]byte, 0, min(limit, size+64))
	for {
		written, read, err := decoder.Transform(out[len(out):cap(out)], data, true)
		out, data = out[:len(out)+written], data[read:]
		if !errors.Is(err, transform.ErrShortDst) {
			return out, false
		}
		if cap(out) >= limit {
			return out, true
		}
		out = slices.Grow(out, max(1024, cap(out)/8))
	}
}

// decodedSize returns the length of decoded data.
func decodedSize(from encoding.Encoding, data []byte) (size int) {
	decoder := from.NewDecoder()
	buf := make([]byte, 32<<10)
	for {
		written, read, err := decoder.Transform(buf, data, true)
		size += written
		data = data[read:]
		if !errors.Is(err, transform.ErrShortDst) {
			return size
		}
	}
}

// fits reports whether the beginning of data decodes with few errors.
func fits(from encoding.Encoding, data []byte) bool {
	const sampleSize = 32 << 10
	sample := data[:min(len(data), sampleSize)]
	out, _ := transcode(from, sample, 2*sampleSize)
	return bytes.Count(out, []byte("\ufffd")) <= 1+countNonASCII(sample)/50
}
