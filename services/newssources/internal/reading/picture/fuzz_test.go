package picture

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"testing"
)

// FuzzLogo verifies that every input is either refused with an *Error or becomes a logo, and that
// converting the logo again does not change it.
func FuzzLogo(f *testing.F) {
	colors := color.Palette{red, blue}
	for _, seed := range [][]byte{
		encodePNG(redAndBlue(16, 16)), encodePNG(withPalette(redAndBlue(16, 16), colors)),
		encodePNG(withSixteenBits(redAndBlue(9, 12))), pngBomb(1<<15, 1<<15),
		encodeJPEG(redAndBlue(16, 16)), flatJPEG(baseline, 16, 1, 10, 20, 30, 40), flatJPEG(progressive, 16, 2, 100),
		animatedGIF(),
		encodeICO(icon{16, 32, encodePNG(redAndBlue(16, 16))}, icon{8, 32, encodeDIB(redAndBlue(8, 8), 32, nil)}),
		encodeICO(icon{10, 1, encodeDIB(transparentAndBlue(10), 1, colors)}),
		readTestdata(f, "lossy.webp"), readTestdata(f, "lossless.webp"), readTestdata(f, "opacity.webp"), []byte("<svg/>"),
		nil,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		before := bytes.Clone(data)
		out, err := Logo(data)
		if !bytes.Equal(before, data) {
			t.Fatal("Logo modified its input")
		}
		if err != nil {
			if refused, ok := errors.AsType[*Error](err); !ok || refused.Code == "" || refused.Detail == "" || out != nil {
				t.Fatalf("not a complete *Error: %v", err)
			}
			return
		}
		m, err := png.Decode(bytes.NewReader(out))
		if err != nil || m.Bounds() != image.Rect(0, 0, Size, Size) || len(out) > maxLogo {
			t.Fatalf("%d bytes, %v", len(out), err)
		}
		if again, err := Logo(out); err != nil || !bytes.Equal(again, out) {
			t.Fatalf("converting a logo again changes it: %v", err)
		}
	})
}

// maxLogo is an upper bound of the size of a logo in bytes: uncompressed pixels and the PNG
// headers.
const maxLogo = Size*Size*4 + 1<<10
