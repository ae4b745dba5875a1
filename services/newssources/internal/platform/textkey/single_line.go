package textkey

import (
	"strings"
	"unicode"
)

// invisible are characters that change how a text is displayed or compared without being seen: zero-width spaces, soft
// hyphens, bidirectional controls, tags. The joiners U+200C and U+200D are kept, because Persian and emoji need them.
var invisible = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x00AD, Hi: 0x00AD, Stride: 1}, {Lo: 0x061C, Hi: 0x061C, Stride: 1}, {Lo: 0x180E, Hi: 0x180E, Stride: 1},
		{Lo: 0x200B, Hi: 0x200B, Stride: 1}, {Lo: 0x200E, Hi: 0x200F, Stride: 1}, {Lo: 0x202A, Hi: 0x202E, Stride: 1},
		{Lo: 0x2060, Hi: 0x206F, Stride: 1}, {Lo: 0xFEFF, Hi: 0xFEFF, Stride: 1}, {Lo: 0xFFF9, Hi: 0xFFFB, Stride: 1},
	},
	LatinOffset: 1,
}

// SingleLine returns a text as a single line, without control characters and invalid UTF-8, which PostgreSQL
// does not store, and without invisible characters.
func SingleLine(text string) string {
	visible := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) || unicode.Is(invisible, r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
	return CollapseSpace(visible)
}
