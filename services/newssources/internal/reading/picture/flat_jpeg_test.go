package picture

import (
	"bytes"
	"encoding/binary"
)

// This file encodes JPEGs that Go's encoder cannot write: CMYK and multiple scans. Every block has
// a single colour.

const (
	baseline    = 0xc0
	progressive = 0xc2
)

// flatJPEG returns a JPEG of one colour, given by one value per component. The first scan contains
// the values; further scans do not change them.
func flatJPEG(kind byte, side, scans int, values ...byte) []byte {
	out := bytes.NewBuffer([]byte{0xff, 0xd8})
	segment := func(marker byte, data []byte) {
		out.Write([]byte{0xff, marker})
		binary.Write(out, binary.BigEndian, uint16(len(data)+2))
		out.Write(data)
	}
	if len(values) == 4 {
		segment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x00")) // CMYK values are inverted
	}
	segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)) // no quantization
	frame := binary.BigEndian.AppendUint16([]byte{8}, uint16(side))
	frame = append(binary.BigEndian.AppendUint16(frame, uint16(side)), byte(len(values)))
	order := []byte{byte(len(values))}
	for i := range values {
		frame, order = append(frame, byte(i+1), 0x11, 0), append(order, byte(i+1), 0)
	}
	segment(kind, frame)
	// Huffman tables: 4-bit codes for the lengths 0 to 11 of a difference, and a 1-bit code for the
	// end of a block.
	lengths := []byte{0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	segment(0xc4, append(append([]byte{0x00}, lengths...), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))
	segment(0xc4, append([]byte{0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0))
	for n := range scans {
		if n > 0 { // one more bit of the first coefficient, which is 0 for all
			segment(0xda, append(bytes.Clone(order), 0, 0, 0x10))
			out.Write(make([]byte, ((side+7)/8*((side+7)/8)*len(values)+7)/8))
			continue
		}
		if kind == progressive {
			segment(0xda, append(bytes.Clone(order), 0, 0, 0x01))
		} else {
			segment(0xda, append(bytes.Clone(order), 0, 63, 0))
		}
		out.Write(flatBlocks(kind, (side+7)/8*((side+7)/8), values))
	}
	out.Write([]byte{0xff, 0xd9})
	return out.Bytes()
}

func flatBlocks(kind byte, blocks int, values []byte) []byte {
	var w bitWriter
	for n := range blocks {
		for _, value := range values {
			diff := 0
			if n == 0 {
				diff = 8 * (int(value) - 128)
				if kind == progressive {
					diff /= 2
				}
			}
			length, magnitude := 0, max(diff, -diff)
			for ; magnitude>>length != 0; length++ {
			}
			w.write(length, 4)
			if diff < 0 {
				diff += 1<<length - 1
			}
			w.write(diff, length)
			if kind == baseline {
				w.write(0, 1)
			}
		}
	}
	w.write(1<<7-1, 7)
	return w.out
}

type bitWriter struct {
	out       []byte
	bits, len int
}

func (w *bitWriter) write(value, length int) {
	w.bits, w.len = w.bits<<length|value, w.len+length
	for ; w.len >= 8; w.len -= 8 {
		b := byte(w.bits >> (w.len - 8))
		w.out = append(w.out, b)
		if b == 0xff {
			w.out = append(w.out, 0)
		}
	}
	w.bits &= 1<<w.len - 1
}
