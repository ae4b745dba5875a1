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

// An ICO file contains an icon in several sizes. Each is a PNG, or a BMP without its file header
// whose declared height is doubled and whose pixels are followed by a mask of one bit per pixel.

const icoMagic = "\x00\x00\x01\x00"

const (
	icoHeaderLen = 6
	icoEntryLen  = 16
	// maxIcons of a file are read. Programs write up to a dozen.
	maxIcons = 32
	// maxTries to decode an icon when the largest ones are damaged.
	maxTries = 3

	bmpFileLen = 14  // the file header, which is missing in an ICO
	bmpInfoLen = 40  // BITMAPINFOHEADER, the only header in ICOs
	bmpV4Len   = 108 // BITMAPV4HEADER, whose fourth byte of a pixel is the opacity
)

// icon is an entry of an ICO's directory.
type icon struct {
	side, bits int // side in pixels, bits per pixel
	data       []byte
}

// decodeICO returns the largest icon that can be decoded.
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
		decoded, err := ic.decode()
		if err == nil {
			return decoded, nil
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

// icoSide returns the side that a directory byte declares; 0 means 256.
func icoSide(b byte) int {
	if b == 0 {
		return 256
	}
	return int(b)
}

func (ic icon) decode() (image.Image, error) {
	if hasMagic(ic.data, pngMagic) {
		return formats[0].decodeChecked(ic.data)
	}
	decoded, err := decodeDIB(ic.data)
	if _, known := errors.AsType[*Error](err); err != nil && !known {
		err = broken("ICO")
	}
	return decoded, err
}

// decodeDIB decodes a BMP without file header: it adds the header for the decoder, and then applies
// the mask.
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
	decoded, err := bmp.Decode(bytes.NewReader(slices.Concat(file, info, pixels)))
	if err != nil {
		return nil, err
	}
	if m, ok := decoded.(*image.NRGBA); ok && !isOpacityUnused(m) {
		return m, nil
	}
	mask := min(colors*4+height*rowLen(width*bits), len(pixels))
	return applyMask(decoded, pixels[mask:]), nil
}

// isOpacityUnused reports whether the opacity of every pixel is 0, as old programs wrote it that
// only used the mask.
func isOpacityUnused(m *image.NRGBA) bool {
	for i := 3; i < len(m.Pix); i += 4 {
		if m.Pix[i] != 0 {
			return false
		}
	}
	return true
}

// applyMask makes the pixels transparent whose bit is set in the mask. Pixels beyond the end of the
// mask are unchanged.
func applyMask(decoded image.Image, mask []byte) image.Image {
	b := decoded.Bounds()
	out := image.NewNRGBA(b)
	if m, ok := decoded.(*image.NRGBA); ok {
		for i := 3; i < len(m.Pix); i += 4 {
			m.Pix[i] = 0xff
		}
	}
	draw.Draw(out, b, decoded, b.Min, draw.Src)
	row := rowLen(b.Dx())
	for y := range b.Dy() {
		for x := range b.Dx() {
			at := (b.Dy()-1-y)*row + x/8 // the bottom row comes first
			if at < len(mask) && mask[at]>>(7-x%8)&1 == 1 {
				out.SetNRGBA(x, y, color.NRGBA{})
			}
		}
	}
	return out
}

// rowLen returns the bytes of a row of the given number of bits, padded to a multiple of four
// (BMP).
func rowLen(bits int) int { return (bits + 31) / 32 * 4 }
