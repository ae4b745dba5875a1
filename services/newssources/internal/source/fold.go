package source

import (
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold normalizes text for searching and sorting: it folds case and removes the diacritics of the Latin, Greek and Cyrillic
// scripts. The marks of other scripts (Arabic, Devanagari, kana) are kept because they change the meaning.
func Fold(text string) string {
	plain := strings.Map(func(r rune) rune {
		if r >= 0x0300 && r <= 0x036F {
			return -1
		}
		return r
	}, norm.NFKD.String(strings.ToValidUTF8(text, "\uFFFD")))
	return norm.NFKC.String(baseLetters.Replace(foldCase(plain)))
}

// foldCase folds case as CaseFolding.txt of Unicode defines it. package cases maps Cherokee in the wrong direction: its
// folded form is the upper case.
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

// baseLetters replaces letters with strokes and ligatures, which Unicode does not decompose, by what people type in searches.
var baseLetters = strings.NewReplacer("ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "æ", "ae", "œ", "oe", "ħ", "h", "ŧ", "t", "ı", "i")

// maxSortKey is the maximum length of a sort key in characters. Folding can expand one character to 18, and an index entry
// has at most 2,704 bytes.
const maxSortKey = 200

// sortKey returns the sort key of a name.
func sortKey(name string) string {
	key := []rune(Fold(name))
	return string(key[:min(len(key), maxSortKey)])
}

// tagKey returns the key that identifies a tag: the name without differences of case and width.
func tagKey(name string) string { return norm.NFKC.String(foldCase(norm.NFKC.String(name))) }

// collapseSpace trims text and replaces each run of white space by one space.
func collapseSpace(text string) string { return strings.Join(strings.Fields(text), " ") }
