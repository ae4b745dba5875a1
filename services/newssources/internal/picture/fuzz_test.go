package picture

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"testing"
)

// FuzzLogo reads whatever comes: it is refused in words, or becomes a logo that is its own logo.
func FuzzLogo(f *testing.F) {
	colors := color.Palette{red, blue}
	for _, seed := range [][]byte{
		asPNG(halves(16, 16)), asPNG(paletted(halves(16, 16), colors)), asPNG(sixteenBits(halves(9, 12))), pngBomb(1<<15, 1<<15),
		asJPEG(halves(16, 16)), flatJPEG(baseline, 16, 1, 10, 20, 30, 40), flatJPEG(progressive, 16, 2, 100), animated(),
		icoOf(icon{16, 32, asPNG(halves(16, 16))}, icon{8, 32, dib(halves(8, 8), 32, nil)}), icoOf(icon{10, 1, dib(holed(10), 1, colors)}),
		file(f, "lossy.webp"), file(f, "lossless.webp"), file(f, "opacity.webp"), []byte("<svg/>"), nil,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		before := bytes.Clone(data)
		out, err := Logo(data)
		if !bytes.Equal(before, data) {
			t.Fatal("the data was changed")
		}
		if err != nil {
			if refused, ok := errors.AsType[*Error](err); !ok || refused.Code == "" || refused.Detail == "" || out != nil {
				t.Fatalf("the error isn't one of ours: %v", err)
			}
			return
		}
		m, err := png.Decode(bytes.NewReader(out))
		if err != nil || m.Bounds() != image.Rect(0, 0, Size, Size) || len(out) > maxLogo {
			t.Fatalf("%d bytes, %v", len(out), err)
		}
		if again, err := Logo(out); err != nil || !bytes.Equal(again, out) {
			t.Fatalf("a logo isn't its own logo: %v", err)
		}
	})
}

// maxLogo in bytes: all pixels as they are, and a little around them.
const maxLogo = Size*Size*4 + 1<<10
