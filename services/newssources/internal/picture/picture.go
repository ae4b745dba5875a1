// Package picture turns the pictures of strangers into small ones of ours. Bytes come in, a PNG goes out; nothing that a
// picture carries besides its pixels survives.
package picture

import (
	"bytes"
	"image"
	"image/png"
	"sync"

	"golang.org/x/image/draw"
)

const (
	// Size of a logo in pixels, on both sides: twice what the largest place shows, for screens of two pixels a point, and
	// nearly nothing to transfer.
	Size = 64
	// MaxBytes of a picture that is read. Icons have a few kilobytes; photographs aren't logos.
	MaxBytes = 256 << 10
	// maxSide in pixels. Programs that draw logos export up to 4,096.
	maxSide = 4096
	// maxPixels bounds what a picture of few bytes unpacks to: a progressive JPEG takes about 20 bytes for each.
	maxPixels = 4 << 20
	// minSide in pixels. Smaller ones are there to count readers.
	minSide = 8
)

// decoding is one picture at a time: what each may take of memory must not add up.
var decoding sync.Mutex

// Logo brings a PNG, JPEG, GIF, WebP or ICO to a PNG of Size by Size. The whole picture is kept, in the middle, and what
// is left of the square is transparent. The same bytes give the same PNG. Its errors are of type *Error.
func Logo(data []byte) ([]byte, error) {
	if len(data) > MaxBytes {
		return nil, refuse(CodeTooLarge, "The picture has %d KB; %d KB is the most.", kilobytes(len(data)), MaxBytes>>10)
	}
	decoding.Lock()
	defer decoding.Unlock()
	drawn, err := decode(data)
	if err != nil {
		return nil, err
	}
	logo := scaled(drawn)
	if blank(logo) {
		return nil, refuse(CodeBlank, "There is nothing to see in the picture: all of it is transparent.")
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&out, logo); err != nil {
		return nil, err // a buffer takes everything, and the size is ours
	}
	return out.Bytes(), nil
}

// scaled leaves what is a logo already as it is: opacity loses a little each time.
func scaled(drawn image.Image) image.Image {
	b := drawn.Bounds()
	switch drawn.(type) {
	case *image.NRGBA, *image.RGBA:
		if b.Dx() == Size && b.Dy() == Size {
			return drawn
		}
	}
	logo := image.NewRGBA(image.Rect(0, 0, Size, Size))
	draw.CatmullRom.Scale(logo, fit(b), drawn, b, draw.Src, nil)
	return logo
}

// fit gives the largest place in the middle of the square that has the proportions of a picture.
func fit(b image.Rectangle) image.Rectangle {
	long := max(b.Dx(), b.Dy())
	w, h := max(1, (b.Dx()*Size+long/2)/long), max(1, (b.Dy()*Size+long/2)/long)
	x, y := (Size-w)/2, (Size-h)/2
	return image.Rect(x, y, x+w, y+h)
}

func blank(m image.Image) bool {
	for y := range Size {
		for x := range Size {
			if _, _, _, opacity := m.At(x, y).RGBA(); opacity != 0 {
				return false
			}
		}
	}
	return true
}

// kilobytes rounds up, so that what is too large never looks as if it weren't.
func kilobytes(n int) int { return (n + 1<<10 - 1) >> 10 }
