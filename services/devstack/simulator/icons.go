package simulator

import (
	"bytes"
	"encoding/binary"
	"hash/fnv"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"strings"
)

// icon is an image that a homepage declares.
type icon struct {
	Rel, Type, Path string
	Size            int // of each side, in pixels
}

// serveIcon responds with an image in the colour of the site, as ICO if the path ends in .ico.
func serveIcon(w http.ResponseWriter, host string, i icon) {
	data := drawIcon(host, i.Size)
	w.Header().Set("Content-Type", "image/png")
	if strings.HasSuffix(i.Path, ".ico") {
		w.Header().Set("Content-Type", "image/x-icon")
		data = ico(data, i.Size)
	}
	_, _ = w.Write(data)
}

// drawIcon returns a PNG of a white ring on the colour of the host.
func drawIcon(host string, size int) []byte {
	h := fnv.New32a()
	_, _ = h.Write([]byte(host))
	sum := h.Sum32()
	ground := color.NRGBA{uint8(sum) / 2, uint8(sum>>8) / 2, uint8(sum>>16) / 2, 255}
	picture := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			dx, dy := 2*x-size+1, 2*y-size+1
			c := ground
			if d := (dx*dx + dy*dy) * 100 / (size * size); d > 25 && d < 60 {
				c = color.NRGBA{255, 255, 255, 255}
			}
			picture.SetNRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	_ = png.Encode(&b, picture) // a buffer does not fail
	return b.Bytes()
}

// ico returns an ICO file that contains the PNG, as the format allows since Windows Vista.
func ico(data []byte, size int) []byte {
	var b bytes.Buffer
	for _, field := range []any{
		uint16(0), uint16(1), uint16(1), // reserved, an icon, one picture
		uint8(size), uint8(size), uint8(0), uint8(0), uint16(1), uint16(32), uint32(len(data)), uint32(22),
	} {
		_ = binary.Write(&b, binary.LittleEndian, field) // a buffer does not fail
	}
	b.Write(data)
	return b.Bytes()
}
