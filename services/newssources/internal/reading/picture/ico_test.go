package picture

import (
	"encoding/binary"
	"image"
	"image/color"
	"slices"
	"testing"
)

// encodeICO returns an ICO file with the icons in this order.
func encodeICO(icons ...icon) []byte {
	out := append([]byte(icoMagic), byte(len(icons)), 0)
	offset := icoHeaderLen + icoEntryLen*len(icons)
	for _, ic := range icons {
		entry := make([]byte, icoEntryLen)
		entry[0], entry[1], entry[6] = byte(ic.side), byte(ic.side), byte(ic.bits)
		binary.LittleEndian.PutUint32(entry[8:], uint32(len(ic.data)))
		binary.LittleEndian.PutUint32(entry[12:], uint32(offset))
		out, offset = append(out, entry...), offset+len(ic.data)
	}
	for _, ic := range icons {
		out = append(out, ic.data...)
	}
	return out
}

// encodeDIB returns a BMP without file header as in an ICO: bottom row first, 24 or 32 bits or a
// palette, followed by the mask.
func encodeDIB(m *image.NRGBA, bits int, palette color.Palette) []byte {
	side := m.Bounds().Dx()
	out := make([]byte, bmpInfoLen)
	binary.LittleEndian.PutUint32(out, bmpInfoLen)
	binary.LittleEndian.PutUint32(out[4:], uint32(side))
	binary.LittleEndian.PutUint32(out[8:], uint32(2*side))
	out[12], out[14] = 1, byte(bits)
	for i := range 1 << min(bits, 8) {
		if bits <= 8 {
			c := red
			if i < len(palette) {
				c = palette[i].(color.NRGBA)
			}
			out = append(out, c.B, c.G, c.R, 0)
		}
	}
	mask := []byte{}
	for y := side - 1; y >= 0; y-- {
		var pixels, hidden bitWriterLE
		for x := range side {
			c := m.NRGBAAt(x, y)
			switch bits {
			case 32:
				pixels.out = append(pixels.out, c.B, c.G, c.R, c.A)
			case 24:
				pixels.out = append(pixels.out, c.B, c.G, c.R)
			default:
				pixels.write(palette.Index(c), bits)
			}
			if c.A == 0 {
				hidden.write(1, 1)
			} else {
				hidden.write(0, 1)
			}
		}
		out, mask = append(out, pixels.row(side*bits)...), append(mask, hidden.row(side)...)
	}
	return append(out, mask...)
}

type bitWriterLE struct {
	out       []byte
	bits, len int
}

func (w *bitWriterLE) write(value, length int) {
	w.bits, w.len = w.bits<<length|value, w.len+length
	if w.len == 8 {
		w.out, w.bits, w.len = append(w.out, byte(w.bits)), 0, 0
	}
}

// row returns the written bytes, padded to a multiple of four.
func (w *bitWriterLE) row(bits int) []byte {
	if w.len > 0 {
		w.write(0, 8-w.len)
	}
	return append(w.out, make([]byte, rowLen(bits)-len(w.out))...)
}

// transparentAndBlue returns an image whose left half is transparent and whose right half is blue.
func transparentAndBlue(side int) *image.NRGBA {
	m := redAndBlue(side, side)
	for y := range side {
		for x := range side / 2 {
			m.SetNRGBA(x, y, clear)
		}
	}
	return m
}

// withoutOpacity sets the opacity bytes to 0, so that only the mask defines transparency.
func withoutOpacity(data []byte, side int) []byte {
	data = slices.Clone(data)
	for i := range side * side {
		data[bmpInfoLen+4*i+3] = 0
	}
	return data
}

func TestICO(t *testing.T) {
	t.Parallel()
	small, hole := redAndBlue(16, 16), transparentAndBlue(20)
	colors := color.Palette{red, blue}
	tests := []struct {
		name        string
		data        []byte
		left, right color.NRGBA
	}{
		{"a PNG", encodeICO(icon{32, 32, encodePNG(redAndBlue(32, 32))}), red, blue},
		{"side 256, which is encoded as 0",
			encodeICO(icon{16, 32, encodePNG(transparentAndBlue(16))}, icon{256, 32, encodePNG(redAndBlue(256, 256))}), red,
			blue},
		{"largest of several icons",
			encodeICO(icon{16, 32, encodeDIB(small, 32, nil)}, icon{32, 32, encodePNG(transparentAndBlue(32))},
				icon{24, 32, encodePNG(redAndBlue(24, 24))}), clear, blue},
		{"icon with more colours of two equal sizes",
			encodeICO(icon{16, 8, encodeDIB(small, 8, colors)}, icon{16, 32, encodePNG(transparentAndBlue(16))}), clear, blue},
		{"32 bits", encodeICO(icon{20, 32, encodeDIB(hole, 32, nil)}), clear, blue},
		{"32 bits with unused opacity and a mask", encodeICO(icon{20, 32, withoutOpacity(encodeDIB(hole, 32, nil), 20)}),
			clear, blue},
		{"24 bits", encodeICO(icon{20, 24, encodeDIB(hole, 24, nil)}), clear, blue},
		{"8 bits", encodeICO(icon{20, 8, encodeDIB(hole, 8, colors)}), clear, blue},
		{"4 bits", encodeICO(icon{20, 4, encodeDIB(hole, 4, colors)}), clear, blue},
		{"1 bit", encodeICO(icon{20, 1, encodeDIB(hole, 1, colors)}), clear, blue},
		{"incomplete mask", encodeICO(icon{16, 24, encodeDIB(small, 24, nil)[:bmpInfoLen+16*48]}), red, blue},
		{"damaged largest icon", encodeICO(icon{64, 32, encodePNG(redAndBlue(64, 64))[:80]},
			icon{16, 24, encodeDIB(small, 24, nil)}), red, blue},
	}
	for _, test := range tests {
		m := mustLogo(t, test.name, test.data)
		if m == nil {
			continue
		}
		if left, right := colorAt(m, 12, 32), colorAt(m, 52, 32); !isSimilar(left, test.left) ||
			!isSimilar(right, test.right) {
			t.Errorf("%s: %v and %v, want %v and %v", test.name, left, right, test.left, test.right)
		}
	}
}

func TestICORefused(t *testing.T) {
	t.Parallel()
	good := encodeDIB(redAndBlue(16, 16), 24, nil)
	changed := func(at int, value byte) []byte {
		data := slices.Clone(good)
		data[at] = value
		return encodeICO(icon{16, 24, data})
	}
	beyond := encodeICO(icon{16, 24, good})
	beyond[icoHeaderLen+14] = 0xff // the third byte of the offset
	tests := []struct {
		name string
		data []byte
		code Code
	}{
		{"empty directory", encodeICO(), CodeBroken},
		{"incomplete directory", encodeICO(icon{16, 24, good})[:icoHeaderLen+4], CodeBroken},
		{"offset beyond the end", beyond, CodeBroken},
		{"BITMAPCOREHEADER", changed(0, 12), CodeBroken},
		{"compressed pixels", changed(16, 1), CodeBroken},
		{"16 bits", changed(14, 16), CodeBroken},
		{"0 bits per pixel", changed(14, 0), CodeBroken},
		{"a million colours", encodeICO(icon{16, 8, func() []byte {
			data := encodeDIB(redAndBlue(16, 16), 8, color.Palette{red, blue})
			data[34] = 0xff
			return data
		}()}), CodeBroken},
		{"too wide", changed(6, 1), CodeTooLarge},
		{"zero height", changed(8, 0), CodeTooSmall},
		{"incomplete pixels", encodeICO(icon{16, 24, good[:200]}), CodeBroken},
		{"decompression bomb", encodeICO(icon{16, 32, pngBomb(1<<15, 1<<15)}), CodeTooLarge},
	}
	for _, test := range tests {
		out, err := Logo(test.data)
		if refused, ok := err.(*Error); out != nil || !ok || refused.Code != test.code {
			t.Errorf("%s: %v, want %s", test.name, err, test.code)
		}
	}
}
