// Package picture converts untrusted images to small PNGs. Only pixels are kept: metadata and
// embedded data are dropped.
package picture

import (
	"bytes"
	"image"
	"image/png"
	"sync"

	"golang.org/x/image/draw"
)

const (
	// Size is the width and height of a logo in pixels: twice the largest size on screen, for
	// high-density displays.
	Size = 64
	// MaxBytes of an input image. Icons have a few kilobytes; photographs are not logos.
	MaxBytes = 256 << 10
	// maxSide in pixels. Drawing programs export logos of up to 4,096.
	maxSide = 4096
	// maxPixels bounds the memory of a decoded image: a progressive JPEG takes about 20 bytes per
	// pixel.
	maxPixels = 4 << 20
	// minSide in pixels. Smaller images are tracking pixels.
	minSide = 8
)

// decodeMutex allows one decode at a time, because each may take as much memory as the limits
// allow.
var decodeMutex sync.Mutex

// Logo converts a PNG, JPEG, GIF, WebP or ICO to a PNG of Size by Size pixels. The image is scaled
// to fit and centred on a transparent square. The output is deterministic. Every error is an
// *Error.
func Logo(data []byte) ([]byte, error) {
	if len(data) > MaxBytes {
		return nil, refuse(CodeTooLarge, "The picture has %d KB. The maximum is %d KB.", kilobytes(len(data)), MaxBytes>>10)
	}
	decodeMutex.Lock()
	defer decodeMutex.Unlock()
	decoded, err := decode(data)
	if err != nil {
		return nil, err
	}
	logo := scale(decoded)
	if isBlank(logo) {
		return nil, refuse(CodeBlank, "The picture is completely transparent. Choose another one.")
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&out, logo); err != nil {
		return nil, err // unreachable: writing to a buffer never fails, and the image has a valid size
	}
	return out.Bytes(), nil
}

// scale fits m into a square of Size. An image that has this size already is returned unchanged,
// because scaling reduces the precision of its opacity.
func scale(m image.Image) image.Image {
	b := m.Bounds()
	switch m.(type) {
	case *image.NRGBA, *image.RGBA:
		if b.Dx() == Size && b.Dy() == Size {
			return m
		}
	}
	logo := image.NewRGBA(image.Rect(0, 0, Size, Size))
	draw.CatmullRom.Scale(logo, fitInSquare(b), m, b, draw.Src, nil)
	return logo
}

// fitInSquare returns the largest centred rectangle in the square that has the proportions of b.
func fitInSquare(b image.Rectangle) image.Rectangle {
	long := max(b.Dx(), b.Dy())
	w, h := max(1, (b.Dx()*Size+long/2)/long), max(1, (b.Dy()*Size+long/2)/long)
	x, y := (Size-w)/2, (Size-h)/2
	return image.Rect(x, y, x+w, y+h)
}

// isBlank reports whether every pixel of a logo is transparent.
func isBlank(m image.Image) bool {
	for y := range Size {
		for x := range Size {
			if _, _, _, opacity := m.At(x, y).RGBA(); opacity != 0 {
				return false
			}
		}
	}
	return true
}

// kilobytes rounds up, so that a size above the limit is never shown as the limit.
func kilobytes(n int) int { return (n + 1<<10 - 1) >> 10 }
