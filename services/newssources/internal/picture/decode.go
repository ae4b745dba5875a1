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

// format is a kind of picture, told by its first bytes: names and content types are often wrong.
type format struct {
	name   string
	magic  []string // alternatives; "?" is any byte
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

var formats = []format{
	{"PNG", []string{pngMagic}, png.DecodeConfig, png.Decode},
	{"JPEG", []string{"\xff\xd8\xff"}, jpeg.DecodeConfig, jpeg.Decode},
	{"GIF", []string{"GIF87a", "GIF89a"}, gif.DecodeConfig, gif.Decode}, // of an animation, the first picture
	{"WebP", []string{"RIFF????WEBP"}, webp.DecodeConfig, webp.Decode},
}

const pngMagic = "\x89PNG\r\n\x1a\n"

// maxScans of a JPEG. Programs write about ten; each makes the decoder go through all of the picture for a few bytes.
const maxScans = 64

// scan begins a scan of a JPEG, and stands nowhere else in its data.
var scan = []byte{0xff, 0xda}

func decode(data []byte) (image.Image, error) {
	if matches(data, icoMagic) {
		return decodeICO(data)
	}
	for _, f := range formats {
		for _, magic := range f.magic {
			if matches(data, magic) {
				return f.read(data)
			}
		}
	}
	return nil, unknown(data)
}

// read unpacks a picture after its header said that it isn't too large to.
func (f format) read(data []byte) (image.Image, error) {
	config, err := f.config(bytes.NewReader(data))
	if err != nil {
		return nil, broken(f.name)
	}
	if err := checkSize(config.Width, config.Height); err != nil {
		return nil, err
	}
	if f.name == "JPEG" && bytes.Count(data, scan) > maxScans {
		return nil, broken(f.name)
	}
	drawn, err := f.decode(bytes.NewReader(data))
	if err != nil {
		return nil, broken(f.name)
	}
	b := drawn.Bounds() // a GIF's first picture may be a part of the whole
	return drawn, checkSize(b.Dx(), b.Dy())
}

func checkSize(width, height int) error {
	switch {
	case width > maxSide || height > maxSide || width*height > maxPixels:
		return refuse(CodeTooLarge, "The picture has %d × %d pixels, which is too many. Make it smaller, such as 512 × 512.", width, height)
	case width < minSide || height < minSide:
		return refuse(CodeTooSmall, "The picture has %d × %d pixels; a logo needs %d × %[3]d at least.", width, height, minSide)
	}
	return nil
}

func matches(data []byte, magic string) bool {
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

// maxSniffed bytes are looked at for the names of markup: notes and declarations stand before some.
const maxSniffed = 4 << 10

// unknown says what came instead of a picture.
func unknown(data []byte) error {
	head := strings.ToLower(string(data[:min(len(data), maxSniffed)]))
	switch {
	case len(data) == 0:
		return refuse(CodeFormat, "The picture is empty.")
	case strings.Contains(head, "<svg"):
		return refuse(CodeSVG, "SVG pictures aren't taken, as they can hold programs. Save it as a PNG and use that.")
	case strings.Contains(head, "<html") || strings.Contains(head, "<!doctype"):
		return refuse(CodeFormat, "This is a web page, not a picture.")
	}
	return refuse(CodeFormat, "This isn't a picture that can be read. Use a PNG, JPEG, GIF, WebP or ICO.")
}
