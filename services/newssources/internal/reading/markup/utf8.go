package markup

import "unicode/utf8"

// CountUTF8 counts the valid multi-byte sequences of data, and the bytes that belong to no valid
// sequence.
func CountUTF8(data []byte) (sequences, strays int) {
	for i := 0; i < len(data); {
		if data[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size <= 1 {
			strays++
		} else {
			sequences++
		}
		i += size
	}
	return sequences, strays
}

// WithoutCutCharacter returns data without an incomplete character at its end.
func WithoutCutCharacter(data []byte) []byte {
	for n := 1; n < utf8.UTFMax && n <= len(data); n++ {
		if c := data[len(data)-n]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(data[len(data)-n:]) {
				return data[:len(data)-n]
			}
			break
		}
	}
	return data
}

func countNonASCII(data []byte) (n int) {
	for _, c := range data {
		n += int(c >> 7)
	}
	return n
}
