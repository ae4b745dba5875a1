package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"slices"

	"golang.org/x/image/bmp"
	"golang.org/x/image/draw"
)

// An ICO holds the same icon in several sizes, each as a PNG, or as a BMP without its file header, with twice its height
// and a mask of one bit a pixel behind its pixels.

const icoMagic = "\x00\x00\x01\x00"

const (
	icoHeaderLen = 6
	icoEntryLen  = 16
	// maxIcons of a file that are looked at. Programs write up to a dozen.
	maxIcons = 32
	// maxTries of a file whose largest icon is damaged.
	maxTries = 3

	bmpFileLen = 14  // the file header, which an ICO leaves out
	bmpInfoLen = 40  // BITMAPINFOHEADER, the only one in ICOs
	bmpV4Len   = 108 // BITMAPV4HEADER, in which a fourth byte of a pixel is its opacity
)

// icon is an entry of an ICO's directory.
type icon struct {
	side, bits int // bits of a pixel
	data       []byte
}

// decodeICO gives the largest icon that can be read.
func decodeICO(data []byte) (image.Image, error) {
	icons := readDirectory(data)
	slices.SortStableFunc(icons, func(a, b icon) int {
		if a.side != b.side {
			return b.side - a.side
		}
		return b.bits - a.bits
	})
	failed := broken("ICO")
	for i, ic := range icons[:min(len(icons), maxTries)] {
		drawn, err := ic.decode()
		if err == nil {
			return drawn, nil
		}
		if i == 0 {
			failed = err
		}
	}
	return nil, failed
}

func readDirectory(data []byte) []icon {
	if len(data) < icoHeaderLen {
		return nil
	}
	var icons []icon
	count := int(binary.LittleEndian.Uint16(data[4:]))
	for i := range min(count, maxIcons) {
		at := icoHeaderLen + i*icoEntryLen
		if at+icoEntryLen > len(data) {
			break
		}
		entry := data[at:]
		size, offset := uint64(binary.LittleEndian.Uint32(entry[8:])), uint64(binary.LittleEndian.Uint32(entry[12:]))
		if offset >= uint64(len(data)) {
			continue
		}
		icons = append(icons, icon{
			side: max(icoSide(entry[0]), icoSide(entry[1])), bits: int(binary.LittleEndian.Uint16(entry[6:])),
			data: data[offset:min(offset+size, uint64(len(data)))],
		})
	}
	return icons
}

// icoSide reads a byte in which 0 stands for what doesn't fit in it.
func icoSide(b byte) int {
	if b == 0 {
		return 256
	}
	return int(b)
}

func (ic icon) decode() (image.Image, error) {
	if matches(ic.data, pngMagic) {
		return formats[0].read(ic.data)
	}
	drawn, err := decodeDIB(ic.data)
	if _, ours := errors.AsType[*Error](err); err != nil && !ours {
		err = broken("ICO")
	}
	return drawn, err
}

// decodeDIB reads a BMP as ICOs have it: it becomes a whole one for the decoder, and then its mask is laid over it.
func decodeDIB(data []byte) (image.Image, error) {
	if len(data) < bmpInfoLen || binary.LittleEndian.Uint32(data) != bmpInfoLen {
		return nil, bmp.ErrUnsupported
	}
	width, height := int(int32(binary.LittleEndian.Uint32(data[4:]))), int(int32(binary.LittleEndian.Uint32(data[8:])))/2
	if err := checkSize(width, height); err != nil {
		return nil, err
	}
	bits, colors := int(binary.LittleEndian.Uint16(data[14:])), int(binary.LittleEndian.Uint32(data[32:]))
	switch {
	case bits > 8:
		colors = 0
	case colors == 0:
		colors = 1 << bits
	}
	info, pixels := slices.Clone(data[:bmpInfoLen]), data[bmpInfoLen:]
	binary.LittleEndian.PutUint32(info[8:], uint32(height))
	if bits == 32 {
		info = append(info, make([]byte, bmpV4Len-bmpInfoLen)...)
		binary.LittleEndian.PutUint32(info, bmpV4Len)
	}
	file := make([]byte, bmpFileLen)
	copy(file, "BM")
	binary.LittleEndian.PutUint32(file[10:], uint32(len(file)+len(info)+colors*4))
	drawn, err := bmp.Decode(bytes.NewReader(slices.Concat(file, info, pixels)))
	if err != nil {
		return nil, err
	}
	if m, ok := drawn.(*image.NRGBA); ok && !opacityUnused(m) {
		return m, nil
	}
	mask := min(colors*4+height*rowLen(width*bits), len(pixels))
	return masked(drawn, pixels[mask:]), nil
}

// opacityUnused tells whether the fourth byte of all pixels is 0, as programs wrote it that knew the mask only.
func opacityUnused(m *image.NRGBA) bool {
	for i := 3; i < len(m.Pix); i += 4 {
		if m.Pix[i] != 0 {
			return false
		}
	}
	return true
}

// masked makes the pixels transparent whose bit is set in the mask. Where the mask is cut off, they stay.
func masked(drawn image.Image, mask []byte) image.Image {
	b := drawn.Bounds()
	out := image.NewNRGBA(b)
	if m, ok := drawn.(*image.NRGBA); ok {
		for i := 3; i < len(m.Pix); i += 4 {
			m.Pix[i] = 0xff
		}
	}
	draw.Draw(out, b, drawn, b.Min, draw.Src)
	row := rowLen(b.Dx())
	for y := range b.Dy() {
		for x := range b.Dx() {
			at := (b.Dy()-1-y)*row + x/8 // rows come from the bottom
			if at < len(mask) && mask[at]>>(7-x%8)&1 == 1 {
				out.SetNRGBA(x, y, color.NRGBA{})
			}
		}
	}
	return out
}

// rowLen is the bytes of a row of so many bits: a multiple of four.
func rowLen(bits int) int { return (bits + 31) / 32 * 4 }
