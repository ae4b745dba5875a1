package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"slices"
	"strings"
	"testing"
)

func TestLogo(t *testing.T) {
	t.Parallel()
	square, cmyk := redAndBlue(40, 40), color.NRGBA{18, 16, 14, 0xff}
	tests := []struct {
		name string
		data []byte
		// colours at 1/4 and 3/4 of the width in the middle row, and in the corner
		left, right, corner color.NRGBA
	}{
		{"PNG", encodePNG(square), red, blue, red},
		{"minimum size", encodePNG(redAndBlue(8, 8)), red, blue, red},
		{"size of a logo", encodePNG(redAndBlue(64, 64)), red, blue, red},
		{"landscape", encodePNG(redAndBlue(600, 300)), red, blue, clear},
		{"extreme aspect ratio", encodePNG(redAndBlue(4096, 8)), clear, clear, clear},
		{"portrait", encodePNG(redAndBlue(300, 400)), red, blue, clear},
		{"PNG with a palette", encodePNG(withPalette(square, color.Palette{red, blue})), red, blue, red},
		{"PNG with 16 bits", encodePNG(withSixteenBits(square)), red, blue, red},
		{"PNG with transparency", encodePNG(transparentAndBlue(40)), clear, blue, clear},
		{"JPEG", encodeJPEG(square), red, blue, red},
		{"progressive JPEG with several scans", flatJPEG(progressive, 40, 8, 200), gray, gray, gray},
		{"CMYK JPEG", flatJPEG(baseline, 40, 1, 165, 145, 125, 30), cmyk, cmyk, cmyk},
		{"lossy WebP", readTestdata(t, "lossy.webp"), red, blue, red},
		{"lossless WebP", readTestdata(t, "lossless.webp"), red, blue, red},
		{"WebP with transparency", readTestdata(t, "opacity.webp"), clear, blue, clear},
		{"first frame of an animated GIF", animatedGIF(), red, blue, red},
	}
	for _, test := range tests {
		m := mustLogo(t, test.name, test.data)
		if m == nil {
			continue
		}
		for _, point := range []struct {
			name string
			x, y int
			want color.NRGBA
		}{{"left", 16, 32, test.left}, {"right", 48, 32, test.right}, {"corner", 0, 0, test.corner}} {
			if got := colorAt(m, point.x, point.y); !isSimilar(got, point.want) {
				t.Errorf("%s: %s is %v, want %v", test.name, point.name, got, point.want)
			}
		}
	}
}

// mustLogo converts data to a logo and checks the properties of every logo.
func mustLogo(t *testing.T, name string, data []byte) image.Image {
	t.Helper()
	out, err := Logo(data)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return nil
	}
	if again, err := Logo(out); err != nil || !bytes.Equal(again, out) {
		t.Errorf("%s: converting a logo again changes it: %v", name, err)
	}
	m, err := png.Decode(bytes.NewReader(out))
	if err != nil || m.Bounds() != image.Rect(0, 0, Size, Size) || len(out) > maxLogo {
		t.Errorf("%s: %d bytes, %v", name, len(out), err)
		return nil
	}
	return m
}

func colorAt(m image.Image, x, y int) color.NRGBA {
	return color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA)
}

func readTestdata(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// isSimilar tolerates the loss of JPEG and WebP compression.
func isSimilar(a, b color.NRGBA) bool {
	if a.A == 0 && b.A == 0 {
		return true
	}
	near := func(x, y uint8) bool { return max(x, y)-min(x, y) <= 20 }
	return near(a.R, b.R) && near(a.G, b.G) && near(a.B, b.B) && near(a.A, b.A)
}

func TestLogoRefuses(t *testing.T) {
	t.Parallel()
	square := encodePNG(redAndBlue(40, 40))
	tests := []struct {
		name string
		data []byte
		code Code
		want string // in the detail
	}{
		{"empty file", nil, CodeFormat, "empty"},
		{"plain text", []byte("hello"), CodeFormat, "PNG, JPEG"},
		{"HTML page", []byte("<!DOCTYPE html><html><body>404"), CodeFormat, "web page"},
		{"SVG", []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), CodeSVG, "PNG"},
		{"SVG after an XML declaration", []byte("\ufeff<?xml version='1.0'?>\n<!-- a --><!DOCTYPE svg>\n<SVG>"), CodeSVG,
			"PNG"},
		{"too many bytes", make([]byte, MaxBytes+1), CodeTooLarge, "257 KB"},
		{"too wide", pngBomb(maxSide+1, 10), CodeTooLarge, "4097 × 10"},
		{"too many pixels", pngBomb(maxSide, 1025), CodeTooLarge, "4096 × 1025"},
		{"decompression bomb", pngBomb(1<<15, 1<<15), CodeTooLarge, "32768 × 32768"},
		{"one pixel", encodePNG(redAndBlue(1, 1)), CodeTooSmall, "1 × 1"},
		{"too low", encodePNG(redAndBlue(100, 7)), CodeTooSmall, "100 × 7"},
		{"completely transparent", encodePNG(image.NewNRGBA(image.Rect(0, 0, 16, 16))), CodeBlank, "transparent"},
		{"only the magic bytes of a PNG", []byte(pngMagic), CodeBroken, "PNG"},
		{"half a PNG", square[:len(square)/2], CodeBroken, "PNG"},
		{"half a JPEG's header", encodeJPEG(redAndBlue(40, 40))[:100], CodeBroken, "JPEG"},
		{"JPEG with 1,000 scans", flatJPEG(progressive, 40, 1000, 200), CodeBroken, "JPEG"},
		{"GIF without frames", []byte("GIF89a\x10\x00\x10\x00\x00\x00\x00;"), CodeBroken, "GIF"},
		{"header of a WebP", []byte("RIFF\x10\x00\x00\x00WEBPVP8 "), CodeBroken, "WebP"},
		{"RIFF audio", []byte("RIFF\x10\x00\x00\x00WAVEfmt "), CodeFormat, "PNG, JPEG"},
		{"incomplete header of an ICO", []byte(icoMagic + "\x00\x00"), CodeBroken, "ICO"},
	}
	for _, test := range tests {
		out, err := Logo(test.data)
		refused, ok := err.(*Error)
		if out != nil || !ok || refused.Code != test.code || !strings.Contains(refused.Detail, test.want) {
			t.Errorf("%s: %v, want %s with %q", test.name, err, test.code, test.want)
		}
	}
}

// TestLogoOfIncompleteData verifies that input truncated at any byte is refused or decoded, and
// never panics.
func TestLogoOfIncompleteData(t *testing.T) {
	t.Parallel()
	for _, data := range [][]byte{encodePNG(redAndBlue(40, 40)), encodeJPEG(redAndBlue(40, 40)), animatedGIF(),
		encodeICO(icon{16, 8, encodeDIB(transparentAndBlue(16), 8, color.Palette{red, blue})}),
		readTestdata(t, "lossy.webp"), readTestdata(t, "opacity.webp")} {
		for n := range len(data) - 1 {
			if out, err := Logo(slices.Clone(data[:n])); err == nil && len(out) == 0 {
				t.Fatalf("%d of %d bytes: neither a logo nor an error", n, len(data))
			}
		}
	}
}
