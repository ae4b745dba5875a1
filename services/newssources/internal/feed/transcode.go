package feed

import (
	"bytes"
	"errors"
	"slices"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// decodeAs makes UTF-8 of text in an encoding. UTF-8 itself isn't copied.
func (p *parser) decodeAs(from encoding.Encoding, data []byte) ([]byte, error) {
	p.doc.Charset = charsetName(from)
	if from != unicode.UTF8 {
		var cut bool
		if data, cut = transcode(from, data, 2*MaxBytes); cut {
			p.counts[warnCutOff] = 1
		}
	}
	if isBlank(bytes.Trim(data, "\x00")) {
		return nil, refuse(CodeEmpty, "The document is empty.")
	}
	return data, nil
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

// transcode decodes at most limit bytes of UTF-8. The buffer is made for what the text most probably needs and grows by
// little, because a document may be large.
func transcode(from encoding.Encoding, data []byte, limit int) (out []byte, cut bool) {
	decoder := from.NewDecoder()
	out = make([]byte, 0, min(limit, len(data)+countHigh(data)+64))
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

func countHigh(data []byte) (n int) {
	for _, c := range data {
		n += int(c >> 7)
	}
	return n
}

// fits says that text in an encoding decodes with hardly a fault, as far as its beginning tells.
func fits(from encoding.Encoding, data []byte) bool {
	const sample = 32 << 10
	out, _ := transcode(from, data[:min(len(data), sample)], 2*sample)
	faults := bytes.Count(out, []byte("\ufffd"))
	return faults <= 1+countHigh(data[:min(len(data), sample)])/50
}
