// Package textkey makes the keys by which texts are searched, sorted and compared.
package textkey

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold normalizes text for searching and sorting: it folds case and removes the diacritics of the
// Latin, Greek and Cyrillic scripts, the vowel marks of Arabic and Hebrew, which are optional in
// writing, and invisible joiners. The marks of other scripts (Devanagari, kana) are kept because
// they change the meaning.
func Fold(text string) string {
	if isASCII(text) { // most texts; the tables of Unicode take ten times as long
		return strings.ToLower(text)
	}
	plain := strings.Map(func(r rune) rune {
		if isOptionalMark(r) {
			return -1
		}
		return r
	}, norm.NFKD.String(strings.ToValidUTF8(text, "\uFFFD")))
	return norm.NFKC.String(baseLetters.Replace(foldCase(plain)))
}

// FoldLetters returns the letters and digits of text, folded.
func FoldLetters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, Fold(text))
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
}

// isOptionalMark reports whether a character is a diacritic or a joiner that people leave out when
// they search.
func isOptionalMark(r rune) bool {
	switch {
	case r >= 0x0300 && r <= 0x036F: // Latin, Greek, Cyrillic
	case r >= 0x0591 && r <= 0x05BD, r == 0x05BF, r == 0x05C1, r == 0x05C2, r == 0x05C4, r == 0x05C5,
		r == 0x05C7: // Hebrew
	case r >= 0x0610 && r <= 0x061A, r >= 0x064B && r <= 0x065F, r == 0x0670, r >= 0x06D6 && r <= 0x06DC,
		r >= 0x06DF && r <= 0x06E4, r == 0x06E7, r == 0x06E8, r >= 0x06EA && r <= 0x06ED: // Arabic
	case r == 0x0640: // tatweel, which only stretches a word
	case r >= 0x200B && r <= 0x200F, r == 0x2060, r == 0xFEFF,
		r == 0x00AD: // ZWSP, ZWNJ, ZWJ, direction marks, soft hyphen
	default:
		return false
	}
	return true
}

// foldCase folds case as CaseFolding.txt of Unicode defines it. package cases maps Cherokee in the
// wrong direction: its folded form is the upper case.
func foldCase(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 0xAB70 && r <= 0xABBF:
			return r - 0xAB70 + 0x13A0
		case r >= 0x13F8 && r <= 0x13FD:
			return r - 8
		}
		return r
	}, cases.Fold().String(text))
}

// baseLetters replaces letters with strokes and ligatures, which Unicode does not decompose, by
// what people type in searches.
var baseLetters = strings.NewReplacer("ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "æ", "ae", "œ", "oe", "ħ", "h",
	"ŧ", "t", "ı", "i")

// maxSortKey is the maximum length of a sort key in characters. Folding can expand one character to
// 18, and an index entry has at most 2,704 bytes.
const maxSortKey = 200

// SortKey returns the sort key of a name.
func SortKey(name string) string {
	key := []rune(Fold(name))
	return string(key[:min(len(key), maxSortKey)])
}

// TagKey returns the key that identifies a tag: the name without differences of case and width.
func TagKey(name string) string {
	if isASCII(name) {
		return strings.ToLower(name)
	}
	return norm.NFKC.String(foldCase(norm.NFKC.String(name)))
}

// CollapseSpace trims text and replaces each run of white space by one space.
func CollapseSpace(text string) string { return strings.Join(strings.Fields(text), " ") }
