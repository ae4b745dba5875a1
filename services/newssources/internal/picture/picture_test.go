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
	square, inks := halves(40, 40), color.NRGBA{18, 16, 14, 0xff}
	tests := []struct {
		name string
		data []byte
		// what is seen at a quarter and three quarters of the width, half way down, and in the corner
		left, right, corner color.NRGBA
	}{
		{"a PNG", asPNG(square), red, blue, red},
		{"as small as it may be", asPNG(halves(8, 8)), red, blue, red},
		{"our own", asPNG(halves(64, 64)), red, blue, red},
		{"wide", asPNG(halves(600, 300)), red, blue, clear},
		{"very wide", asPNG(halves(4096, 8)), clear, clear, clear},
		{"tall", asPNG(halves(300, 400)), red, blue, clear},
		{"with a palette", asPNG(paletted(square, color.Palette{red, blue})), red, blue, red},
		{"of 16 bits", asPNG(sixteenBits(square)), red, blue, red},
		{"transparent on the left", asPNG(holed(40)), clear, blue, clear},
		{"a JPEG", asJPEG(square), red, blue, red},
		{"a JPEG in several scans", flatJPEG(progressive, 40, 8, 200), gray, gray, gray},
		{"a JPEG of four inks", flatJPEG(baseline, 40, 1, 165, 145, 125, 30), inks, inks, inks},
		{"a WebP", file(t, "lossy.webp"), red, blue, red},
		{"a WebP that lost nothing", file(t, "lossless.webp"), red, blue, red},
		{"a WebP with opacity", file(t, "opacity.webp"), clear, blue, clear},
		{"an animation: its first picture", animated(), red, blue, red},
	}
	for _, test := range tests {
		m := logoOf(t, test.name, test.data)
		if m == nil {
			continue
		}
		for _, point := range []struct {
			name string
			x, y int
			want color.NRGBA
		}{{"left", 16, 32, test.left}, {"right", 48, 32, test.right}, {"corner", 0, 0, test.corner}} {
			if got := at(m, point.x, point.y); !alike(got, point.want) {
				t.Errorf("%s: %s is %v, want %v", test.name, point.name, got, point.want)
			}
		}
	}
}

// logoOf makes a logo, and checks what holds for all of them.
func logoOf(t *testing.T, name string, data []byte) image.Image {
	t.Helper()
	out, err := Logo(data)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return nil
	}
	if again, err := Logo(out); err != nil || !bytes.Equal(again, out) {
		t.Errorf("%s: a logo isn't its own logo: %v", name, err)
	}
	m, err := png.Decode(bytes.NewReader(out))
	if err != nil || m.Bounds() != image.Rect(0, 0, Size, Size) || len(out) > maxLogo {
		t.Errorf("%s: %d bytes, %v", name, len(out), err)
		return nil
	}
	return m
}

func at(m image.Image, x, y int) color.NRGBA {
	return color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA)
}

func file(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// alike leaves room for what a JPEG and a WebP lose.
func alike(a, b color.NRGBA) bool {
	if a.A == 0 && b.A == 0 {
		return true
	}
	near := func(x, y uint8) bool { return max(x, y)-min(x, y) <= 20 }
	return near(a.R, b.R) && near(a.G, b.G) && near(a.B, b.B) && near(a.A, b.A)
}

func TestRefused(t *testing.T) {
	t.Parallel()
	square := asPNG(halves(40, 40))
	tests := []struct {
		name string
		data []byte
		code Code
		says string
	}{
		{"nothing", nil, CodeFormat, "empty"},
		{"a text", []byte("hello"), CodeFormat, "PNG, JPEG"},
		{"a page", []byte("<!DOCTYPE html><html><body>404"), CodeFormat, "web page"},
		{"an SVG", []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), CodeSVG, "PNG"},
		{"an SVG behind a declaration", []byte("\ufeff<?xml version='1.0'?>\n<!-- a --><!DOCTYPE svg>\n<SVG>"), CodeSVG, "PNG"},
		{"too many bytes", make([]byte, MaxBytes+1), CodeTooLarge, "257 KB"},
		{"too wide", pngBomb(maxSide+1, 10), CodeTooLarge, "4097 × 10"},
		{"too many pixels", pngBomb(maxSide, 1025), CodeTooLarge, "4096 × 1025"},
		{"a bomb", pngBomb(1<<15, 1<<15), CodeTooLarge, "32768 × 32768"},
		{"one pixel", asPNG(halves(1, 1)), CodeTooSmall, "1 × 1"},
		{"flat", asPNG(halves(100, 7)), CodeTooSmall, "100 × 7"},
		{"transparent all over", asPNG(image.NewNRGBA(image.Rect(0, 0, 16, 16))), CodeBlank, "transparent"},
		{"the first bytes of a PNG", []byte(pngMagic), CodeBroken, "PNG"},
		{"half a PNG", square[:len(square)/2], CodeBroken, "PNG"},
		{"half a JPEG's header", asJPEG(halves(40, 40))[:100], CodeBroken, "JPEG"},
		{"a JPEG of a thousand scans", flatJPEG(progressive, 40, 1000, 200), CodeBroken, "JPEG"},
		{"a GIF without pictures", []byte("GIF89a\x10\x00\x10\x00\x00\x00\x00;"), CodeBroken, "GIF"},
		{"a WebP's header", []byte("RIFF\x10\x00\x00\x00WEBPVP8 "), CodeBroken, "WebP"},
		{"a RIFF that is a sound", []byte("RIFF\x10\x00\x00\x00WAVEfmt "), CodeFormat, "PNG, JPEG"},
		{"an ICO of nothing", []byte(icoMagic + "\x00\x00"), CodeBroken, "ICO"},
	}
	for _, test := range tests {
		out, err := Logo(test.data)
		refused, ok := err.(*Error)
		if out != nil || !ok || refused.Code != test.code || !strings.Contains(refused.Detail, test.says) {
			t.Errorf("%s: %v, want %s with %q", test.name, err, test.code, test.says)
		}
	}
}

// What is cut off anywhere is refused or read, and never a panic.
func TestCutOff(t *testing.T) {
	t.Parallel()
	for _, data := range [][]byte{asPNG(halves(40, 40)), asJPEG(halves(40, 40)), animated(), icoOf(icon{16, 8, dib(holed(16), 8, color.Palette{red, blue})}),
		file(t, "lossy.webp"), file(t, "opacity.webp")} {
		for n := range len(data) - 1 {
			if out, err := Logo(slices.Clone(data[:n])); err == nil && len(out) == 0 {
				t.Fatalf("%d of %d bytes: neither a picture nor an error", n, len(data))
			}
		}
	}
}
