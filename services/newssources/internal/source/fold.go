package source

import (
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold makes texts comparable for searching and sorting: without case, and without the accents of the Latin, Greek and
// Cyrillic scripts. Marks of other scripts (Arabic, Devanagari, kana) carry meaning and stay.
func Fold(text string) string {
	plain := strings.Map(func(r rune) rune {
		if r >= 0x0300 && r <= 0x036F {
			return -1
		}
		return r
	}, norm.NFKD.String(strings.ToValidUTF8(text, "\uFFFD")))
	return norm.NFKC.String(plainLetters.Replace(withoutCase(plain)))
}

// withoutCase folds as Unicode does, with Cherokee too, whose two cases the library swaps: there the capitals are the
// common form (CaseFolding.txt).
func withoutCase(text string) string {
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

// plainLetters are for letters whose stroke or ligature Unicode takes for no accent, but people who type do.
var plainLetters = strings.NewReplacer("ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "æ", "ae", "œ", "oe", "ħ", "h", "ŧ", "t", "ı", "i")

// maxSortKey is how many characters of a folded name are sorted by. Folding can make one character 18, and an entry of an
// index has at most 2,704 bytes.
const maxSortKey = 200

// sortKey is what names are sorted by.
func sortKey(name string) string {
	key := []rune(Fold(name))
	return string(key[:min(len(key), maxSortKey)])
}

// tagKey is what makes two tags the same: the text without regard to case and width.
func tagKey(name string) string { return norm.NFKC.String(withoutCase(norm.NFKC.String(name))) }

// tidy trims a line of text and makes every run of white space one blank.
func tidy(text string) string { return strings.Join(strings.Fields(text), " ") }
