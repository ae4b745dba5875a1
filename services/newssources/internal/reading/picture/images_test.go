package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
)

var (
	red   = color.NRGBA{0xc0, 0, 0, 0xff}
	blue  = color.NRGBA{0, 0, 0xc0, 0xff}
	gray  = color.NRGBA{200, 200, 200, 0xff}
	clear = color.NRGBA{}
)

// redAndBlue returns an image whose left half is red and whose right half is blue.
func redAndBlue(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetNRGBA(x, y, red)
			if x >= w/2 {
				m.SetNRGBA(x, y, blue)
			}
		}
	}
	return m
}

func encodePNG(m image.Image) []byte {
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		panic(err)
	}
	return out.Bytes()
}

func encodeJPEG(m image.Image) []byte {
	var out bytes.Buffer
	if err := jpeg.Encode(&out, m, &jpeg.Options{Quality: 95}); err != nil {
		panic(err)
	}
	return out.Bytes()
}

func withPalette(m image.Image, colors color.Palette) *image.Paletted {
	p := image.NewPaletted(m.Bounds(), colors)
	for y := range m.Bounds().Dy() {
		for x := range m.Bounds().Dx() {
			p.Set(x, y, m.At(x, y))
		}
	}
	return p
}

func animatedGIF() []byte {
	first := withPalette(redAndBlue(40, 40), color.Palette{red, blue})
	second := image.NewPaletted(first.Rect, color.Palette{blue, red})
	var out bytes.Buffer
	err := gif.EncodeAll(&out, &gif.GIF{Image: []*image.Paletted{first, second}, Delay: []int{10, 10}})
	if err != nil {
		panic(err)
	}
	return out.Bytes()
}

func withSixteenBits(m image.Image) image.Image {
	deep := image.NewNRGBA64(m.Bounds())
	for y := range m.Bounds().Dy() {
		for x := range m.Bounds().Dx() {
			deep.Set(x, y, m.At(x, y))
		}
	}
	return deep
}

// pngBomb returns a small PNG that declares w × h pixels and contains as many of them as a decoder
// within the limits would read.
func pngBomb(w, h int) []byte {
	var out bytes.Buffer
	out.WriteString(pngMagic)
	chunk := func(name string, data []byte) {
		binary.Write(&out, binary.BigEndian, uint32(len(data)))
		body := append([]byte(name), data...)
		out.Write(body)
		binary.Write(&out, binary.BigEndian, crc32.ChecksumIEEE(body))
	}
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(w)), uint32(h))
	chunk("IHDR", append(header, 1, 0, 0, 0, 0)) // one bit per pixel
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	row := make([]byte, 1+(min(w, 2*maxSide)+7)/8)
	for range min(h, 2*maxSide) {
		z.Write(row)
	}
	z.Close()
	chunk("IDAT", packed.Bytes())
	chunk("IEND", nil)
	return out.Bytes()
}
