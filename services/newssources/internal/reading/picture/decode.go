package picture

import (
	"bytes"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"strings"

	"golang.org/x/image/webp"
)

// format is an image format, detected by its first bytes, because file names and content types are
// often wrong.
type format struct {
	name   string
	magic  []string // alternatives; "?" matches any byte
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

var formats = []format{
	{"PNG", []string{pngMagic}, png.DecodeConfig, png.Decode},
	{"JPEG", []string{"\xff\xd8\xff"}, jpeg.DecodeConfig, jpeg.Decode},
	{"GIF", []string{"GIF87a", "GIF89a"}, gif.DecodeConfig, gif.Decode}, // the first frame of an animation
	{"WebP", []string{"RIFF????WEBP"}, webp.DecodeConfig, webp.Decode},
}

const pngMagic = "\x89PNG\r\n\x1a\n"

// maxScans of a JPEG. Programs write about ten. Each scan of a few bytes makes the decoder process
// the whole image.
const maxScans = 64

// startOfScan is the JPEG marker (SOS), which cannot occur inside entropy-coded data.
var startOfScan = []byte{0xff, 0xda}

// decode detects the format and decodes the image.
func decode(data []byte) (image.Image, error) {
	if hasMagic(data, icoMagic) {
		return decodeICO(data)
	}
	for _, f := range formats {
		for _, magic := range f.magic {
			if hasMagic(data, magic) {
				return f.decodeChecked(data)
			}
		}
	}
	return nil, unknownFormat(data)
}

// decodeChecked decodes an image after its header has shown that its size is within the limits.
func (f format) decodeChecked(data []byte) (image.Image, error) {
	config, err := f.config(bytes.NewReader(data))
	if err != nil {
		return nil, broken(f.name)
	}
	if err := checkSize(config.Width, config.Height); err != nil {
		return nil, err
	}
	if f.name == "JPEG" && bytes.Count(data, startOfScan) > maxScans {
		return nil, broken(f.name)
	}
	decoded, err := f.decode(bytes.NewReader(data))
	if err != nil {
		return nil, broken(f.name)
	}
	b := decoded.Bounds() // the first frame of a GIF may be smaller than the canvas
	return decoded, checkSize(b.Dx(), b.Dy())
}

func checkSize(width, height int) error {
	switch {
	case width > maxSide || height > maxSide || width*height > maxPixels:
		return refuse(CodeTooLarge,
			"The picture has %d × %d pixels, which is too large. Use a smaller one, such as 512 × 512.", width, height)
	case width < minSide || height < minSide:
		return refuse(CodeTooSmall, "The picture has %d × %d pixels. A logo needs at least %d × %[3]d.", width, height,
			minSide)
	}
	return nil
}

// hasMagic reports whether data starts with magic.
func hasMagic(data []byte, magic string) bool {
	if len(data) < len(magic) {
		return false
	}
	for i, c := range []byte(magic) {
		if c != '?' && data[i] != c {
			return false
		}
	}
	return true
}

// maxSniffed is the number of bytes that are searched for markup: comments and declarations may
// precede the first tag.
const maxSniffed = 4 << 10

// unknownFormat returns the error for data that is no supported image, naming what it is instead.
func unknownFormat(data []byte) error {
	head := strings.ToLower(string(data[:min(len(data), maxSniffed)]))
	switch {
	case len(data) == 0:
		return refuse(CodeFormat, "The picture is empty.")
	case strings.Contains(head, "<svg"):
		return refuse(CodeSVG, "SVG pictures are not accepted, because they can contain scripts. Save it as a PNG.")
	case strings.Contains(head, "<html") || strings.Contains(head, "<!doctype"):
		return refuse(CodeFormat, "This is a web page, not a picture.")
	}
	return refuse(CodeFormat, "The format of this picture is not supported. Use a PNG, JPEG, GIF, WebP or ICO.")
}
