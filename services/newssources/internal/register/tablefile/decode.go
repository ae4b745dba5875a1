package tablefile

import (
	"bytes"
	"errors"
	"net/http"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// decode returns a file as text, and the name of its encoding.
func decode(data []byte) (text, charset string, err error) {
	decoded, err := markup.Decode(data, markup.Hints{Charset: utf16WithoutMark(data)})
	if err == nil && decoded.Charset == western {
		decoded, err = markup.Decode(data, markup.Hints{Charset: findLatin(data)})
	}
	switch {
	case errors.Is(err, markup.ErrEmpty):
		return "", "", rejected(Empty, "The file is empty.")
	case err != nil:
		return "", "", err
	case decoded.Faults[markup.CutOff] > 0:
		return "", "", rejected(TooMany, "This file is too long. Split it and import the parts.")
	}
	return strings.ToValidUTF8(string(decoded.Text), "�"), decoded.Charset, nil
}

// utf16WithoutMark returns the name of the encoding of text in UTF-16 without a byte order mark, or "".
// Most characters of a table have a zero byte, such as separators and digits.
func utf16WithoutMark(data []byte) string {
	sample := data[:min(len(data), 2048)]
	if len(sample) < 4 || len(data)%2 != 0 || sample[0] >= 0xfe || bytes.Count(sample, []byte{0}) < len(sample)/4 {
		return ""
	}
	var zeros [2]int
	for i, c := range sample {
		if c == 0 {
			zeros[i%2]++
		}
	}
	switch {
	case zeros[1] > 10*zeros[0]:
		return "utf-16le"
	case zeros[0] > 10*zeros[1]:
		return "utf-16be"
	}
	return ""
}

var binaryTypes = map[string]string{
	"application/pdf":    "a PDF document",
	"application/x-gzip": "a compressed file: unpack it first",
	"image/png":          "a PNG image",
	"image/jpeg":         "a JPEG image",
	"image/gif":          "a GIF image",
}

// compoundFile is the signature of XLS files and encrypted workbooks.
var compoundFile = []byte{0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1}

// rejectBinary returns an error for binary files. Text with a few control characters is accepted.
func rejectBinary(data []byte) error {
	if bytes.HasPrefix(data, compoundFile) {
		return rejected(Unsupported, "This workbook is in the old XLS format or has a password. Save it as XLSX or "+
			"CSV without a password.")
	}
	detected := http.DetectContentType(data)
	if strings.HasPrefix(detected, "text/") || isMostlyText(data) {
		return nil
	}
	description, ok := binaryTypes[detected]
	if !ok {
		description = "a binary file"
	}
	return rejected(Binary, "This isn't a list of feeds but %s.", description)
}

// isMostlyText reports whether data has few control characters, or is UTF-16.
func isMostlyText(data []byte) bool {
	if len(bytes.Trim(data, "\x00 \t\r\n")) == 0 { // empty
		return true
	}
	if utf16WithoutMark(data) != "" {
		return true
	}
	for _, known := range []string{"%PDF-", "\x89PNG", "\x1f\x8b", "GIF8", "\xff\xd8\xff"} {
		if bytes.HasPrefix(data, []byte(known)) {
			return false
		}
	}
	sample := data[:min(len(data), 4096)]
	controls := 0
	for _, c := range sample {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' {
			controls++
		}
	}
	return controls <= 2+len(sample)/50
}
